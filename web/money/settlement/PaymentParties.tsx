// The payer and the payee of a payment.

import { ArrowRight } from 'lucide-react'
import type { NamedParty } from '#core/money/responses.ts'
import { useMyId } from '#web/platform/useMyId.ts'
import { PersonName } from '#web/ui/PersonName.tsx'

/** 'bob → alice', read out as 'bob pays alice'. */
export function PaymentParties({ from, to }: Record<'from' | 'to', NamedParty>) {
  const myId = useMyId()
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <span className="min-w-0 font-medium">
        <PersonName name={from.name} isMe={from.id === myId} />
      </span>
      <span className="sr-only"> pays </span>
      <ArrowRight aria-hidden className="size-4 shrink-0 text-muted rtl:rotate-180" />
      <span className="min-w-0 font-medium">
        <PersonName name={to.name} isMe={to.id === myId} />
      </span>
    </span>
  )
}
