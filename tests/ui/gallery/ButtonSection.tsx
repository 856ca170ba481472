// Everything to press, in each of its states.

import { Bell, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/buttons/Button.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { LinkButton } from '#web/ui/buttons/LinkButton.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'

export function ButtonSection({ onDelete }: { onDelete: () => void }) {
  const [sent, setSent] = useState(0)
  return (
    <section>
      <SectionTitle>Buttons</SectionTitle>
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={Plus} onClick={() => toast.success('Trip created successfully!')}>
          Say it worked
        </Button>
        <LinkButton variant="secondary" href="/app/profile">
          To my profile
        </LinkButton>
        <Button variant="quiet">Quiet</Button>
        <Button variant="danger" onClick={onDelete}>
          Delete Trip
        </Button>
        <Button busy={sent > 0} busyText="Creating..." onClick={() => setSent((times) => times + 1)}>
          Create Trip
        </Button>
        <Button disabled>Not yet</Button>
        <Button variant="secondary" size="sm">
          Small
        </Button>
        <IconButton label="Notifications" icon={Bell} />
        <output>Sent {sent} times</output>
      </div>
    </section>
  )
}
