// Who paid: 'You paid', 'bob paid', or the pool.

import type { ExpenseAnswer } from '#core/money/contract.ts'
import { POOL_NAME } from '#core/money/roster.ts'

export function PayerName({ expense: { paidBy }, me }: { expense: ExpenseAnswer; me: string }) {
  if (!paidBy) return <>{POOL_NAME}</>
  if (paidBy.id === me) return <>You paid</>
  return (
    <>
      <bdi>{paidBy.name}</bdi> paid
    </>
  )
}
