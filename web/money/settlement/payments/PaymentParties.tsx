// The payer and the payee of a payment.

import { ArrowRight } from 'lucide-react'
import type { NamedParty } from '#core/money/responses.ts'
import { PartyFace } from '#web/money/settlement/PartyFace.tsx'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { classes } from '#web/ui/classes.ts'
import { PersonName } from '#web/ui/PersonName.tsx'

/** 'bob → alice', read out as 'bob pays alice'. The faces need a phone's width; in a wide list the names are enough. */
export function PaymentParties({ from, to }: Record<'from' | 'to', NamedParty>) {
  const myId = useMyId()
  return (
    <span className="flex min-w-0 items-center gap-x-2">
      <span aria-hidden className="hidden shrink-0 @min-[22rem]:not-wide:flex">
        {[from, to].map((party, index) => (
          <span
            key={index}
            className={classes(
              'flex ring-2 ring-surface not-first:-ms-1',
              party.type === 'pool' ? 'rounded-control' : 'rounded-full',
            )}
          >
            <PartyFace party={party} />
          </span>
        ))}
      </span>
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
    </span>
  )
}
