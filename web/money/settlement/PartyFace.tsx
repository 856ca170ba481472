// A party of a payment in a small sign: a person's avatar, or the pool's wallet.

import { Wallet } from 'lucide-react'
import type { NamedParty } from '#core/money/responses.ts'
import { Avatar } from '#web/ui/Avatar.tsx'

export function PartyFace({ party: { id, name, type } }: { party: NamedParty }) {
  if (type !== 'pool') return <Avatar id={id} name={name} size="xs" />
  return (
    <span className="inline-flex size-6 shrink-0 items-center justify-center rounded-control bg-primary text-on-primary">
      <Wallet aria-hidden className="size-4" />
    </span>
  )
}
