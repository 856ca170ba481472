// Who paid: 'You paid', 'bob and 2 others paid', or the pool. Of a refund, who received it.

import { payingPeople } from '#core/money/signedAmount.ts'
import type { ExpenseRecord } from '#core/money/events.ts'
import { type FindName, POOL_NAME } from '#core/money/roster.ts'
import { formatCount } from '#web/platform/time/format.ts'

interface PayerNameProps {
  expense: ExpenseRecord
  named: FindName
  myId: string
  /** Without 'paid', below a heading that says it. */
  nameOnly?: boolean
}

export function PayerName({ expense, named, myId, nameOnly = false }: PayerNameProps) {
  const paid = payingPeople(expense)
  const first = payerOf(expense, myId)
  if (!first) return <span>{POOL_NAME}</span>
  return (
    <>
      <bdi>{first.id === myId ? 'You' : named(first).name}</bdi>
      <span>{`${paid.length > 1 ? ` and ${formatCount(paid.length - 1, 'other')}` : ''}${!nameOnly ? (expense.kind === 'refund' ? ' received' : ' paid') : ''}`}</span>
    </>
  )
}

/** Of several people the reader, or else the first; undefined for the pool. */
export function payerOf(expense: ExpenseRecord, myId: string) {
  const paid = payingPeople(expense)
  return paid.find(({ id }) => id === myId) ?? paid[0]
}
