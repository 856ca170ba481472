// The payer: 'You paid', 'bob paid', or the pool.

import type { ExpenseResponse } from '#core/money/responses.ts'
import { POOL_NAME } from '#core/money/roster.ts'

interface PayerNameProps {
  expense: ExpenseResponse
  myId: string
  /** Without 'paid', below a heading that says it. */
  nameOnly?: boolean
}

export function PayerName({ expense: { paidBy }, myId, nameOnly = false }: PayerNameProps) {
  if (!paidBy) return <>{POOL_NAME}</>
  return (
    <>
      <bdi>{paidBy.id === myId ? 'You' : paidBy.name}</bdi>
      {!nameOnly && ' paid'}
    </>
  )
}
