// What an expense means for one person: lent, borrowed, a share of what the pool paid, or nothing.

import type { ExpenseResponse } from '#core/money/responses.ts'
import { sumOf } from '#web/money/sumOf.ts'

export interface ExpenseRelation {
  kind: 'lent' | 'borrowed' | 'share' | 'none'
  /** Major units; 0 for 'none'. */
  amount: number
}

type Expense = Pick<ExpenseResponse, 'amount' | 'currency' | 'paidBy' | 'sharedBy'>

export function relationTo(
  { amount, currency, paidBy, sharedBy }: Expense,
  personId: string,
): ExpenseRelation {
  const share = sharedBy.find(({ id }) => id === personId)?.share ?? 0
  if (paidBy?.id === personId) {
    const lent = sumOf([amount, -share], currency)
    return lent === 0 ? { kind: 'share', amount: share } : { kind: 'lent', amount: lent }
  }
  if (share === 0) return { kind: 'none', amount: 0 }
  return { kind: paidBy ? 'borrowed' : 'share', amount: share }
}
