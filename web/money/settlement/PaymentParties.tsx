// The payer and the payee of a payment.

import { ArrowRight } from 'lucide-react'
import type { NamedParty } from '#core/money/responses.ts'

/** 'bob → alice', read out as 'bob pays alice'. */
export function PaymentParties({ from, to, myId }: { from: NamedParty; to: NamedParty; myId: string }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <PartyName party={from} myId={myId} />
      <span className="sr-only"> pays </span>
      <ArrowRight aria-hidden className="size-4 shrink-0 text-muted rtl:rotate-180" />
      <PartyName party={to} myId={myId} />
    </span>
  )
}

function PartyName({ party, myId }: { party: NamedParty; myId: string }) {
  return (
    <span className="min-w-0 font-medium">
      <bdi>{party.name}</bdi>
      {party.id === myId && <span className="font-normal text-muted"> (you)</span>}
    </span>
  )
}
