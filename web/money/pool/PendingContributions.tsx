// The pending and refused contributions on the pool's card, one line per person.

import type { CurrencyCode } from '#core/kernel/money.ts'
import type { ShownPool } from '#web/money/pool/usePool.ts'
import { formatSignedMoney } from '#web/platform/format.ts'
import { Money } from '#web/ui/Money.tsx'
import { PendingNote } from '#web/ui/PendingNote.tsx'

export function PendingContributions({ pool, currency }: { pool: ShownPool; currency: CurrencyCode }) {
  const rows = pool.rows.filter(({ item, isRemoval }) => item && !isRemoval && item.state !== 'sending')
  if (rows.length === 0) return null
  return (
    <ul aria-label="Deposits not sent yet" className="grid gap-2 border-t border-line pt-3">
      {rows.map(({ transaction, item }) => (
        <li key={transaction.id} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="min-w-0">
            <bdi>{transaction.participant?.name}</bdi>{' '}
            <Money text={formatSignedMoney(transaction.amount, currency)} className="font-semibold" />
          </span>
          {item && <PendingNote item={item} />}
        </li>
      ))}
    </ul>
  )
}
