// The payer: 'You paid', 'bob paid', or the pool.

import type { ExpenseResponse } from '#core/money/responses.ts'
import { POOL_NAME } from '#core/money/roster.ts'

interface PayerNameProps {
  expense: ExpenseResponse
  /** Id of the signed-in person. */
  me: string
  /** Without 'paid', below a heading that says it. */
  nameOnly?: boolean
}

export function PayerName({ expense: { paidBy }, me, nameOnly = false }: PayerNameProps) {
  if (!paidBy) return <>{POOL_NAME}</>
  return (
    <>
      <bdi>{paidBy.id === me ? 'You' : paidBy.name}</bdi>
      {!nameOnly && ' paid'}
    </>
  )
}
