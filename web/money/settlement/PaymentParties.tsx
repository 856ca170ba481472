// The payer and the payee of a payment.

import { ArrowRight } from 'lucide-react'
import type { NamedParty } from '#core/money/responses.ts'
import { useMyId } from '#web/platform/useMyId.ts'

/** 'bob → alice', read out as 'bob pays alice'. */
export function PaymentParties({ from, to }: Record<'from' | 'to', NamedParty>) {
  const myId = useMyId()
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <PartyName party={from} isMe={from.id === myId} />
      <span className="sr-only"> pays </span>
      <ArrowRight aria-hidden className="size-4 shrink-0 text-muted rtl:rotate-180" />
      <PartyName party={to} isMe={to.id === myId} />
    </span>
  )
}

function PartyName({ party, isMe }: { party: NamedParty; isMe: boolean }) {
  return (
    <span className="min-w-0 font-medium">
      <bdi>{party.name}</bdi>
      {isMe && <span className="font-normal text-muted"> (you)</span>}
    </span>
  )
}
