// The signed-in person, and the way out.

import { LogOut, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { LogoutDialogProps } from '#web/people/LogoutDialog.tsx'
import { outbox } from '#web/platform/send.ts'
import { logout, session } from '#web/platform/session.ts'
import { whenIdle } from '#web/platform/whenIdle.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'

const LogoutDialog = onDemand<LogoutDialogProps>(
  async () => (await import('#web/people/LogoutDialog.tsx')).LogoutDialog,
)

// It is wanted where there is no network, so it comes along with this screen's code.
whenIdle(LogoutDialog.prefetch)

export function ProfileScreen() {
  const { user } = useSnapshot(session)
  const unsent = useSnapshot(outbox).items.length
  const [asking, setAsking] = useState(false)
  if (!user) return null
  // What would be lost is asked about; with nothing to lose there is nothing to ask.
  const leave = () => (unsent > 0 ? setAsking(true) : void logout())
  return (
    <>
      <TopBar title="Profile" />
      <main className="page-width below-top-bar above-bottom-nav gutter">
        <Card
          padded={false}
          className="mx-auto mt-6 flex max-w-[560px] flex-col items-center px-4 py-8 text-center"
        >
          <Avatar id={user.id} name={user.username} size="xl" />
          <h2 className="mt-4 max-w-full text-section font-bold break-words">
            <bdi>{user.username}</bdi>
          </h2>
          <p className="mt-1 max-w-full break-words text-muted">
            {user.email === null ? 'No email provided' : <bdi>{user.email}</bdi>}
          </p>
          {user.isAdmin && (
            <p className="mt-3 inline-flex items-center gap-1.5 rounded-full bg-primary-soft px-3 py-1 text-secondary font-semibold text-primary">
              <ShieldCheck aria-hidden className="size-4" />
              Administrator
            </p>
          )}
          <div className="mt-8 w-full max-w-80">
            {' '}
            <Button variant="secondary" icon={LogOut} full onClick={leave}>
              Logout
            </Button>
          </div>
        </Card>
        <LogoutDialog open={asking} onClose={() => setAsking(false)} />
      </main>
    </>
  )
}
