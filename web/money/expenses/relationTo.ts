// What an expense means for one person: lent, borrowed, a share of what the pool paid, or nothing; of a refund, what they
// get back or pass on.

import { paidByPerson } from '#core/money/counted.ts'
import type { ExpenseResponse } from '#core/money/responses.ts'
import { sumOf } from '#web/money/sumOf.ts'

export interface ExpenseRelation {
  kind: 'lent' | 'borrowed' | 'getsBack' | 'passesOn' | 'share' | 'none'
  /** Major units; 0 for 'none'. */
  amount: number
}

type Expense = Pick<ExpenseResponse, 'kind' | 'currency' | 'payers' | 'sharedBy'>

export function relationTo(expense: Expense, personId: string): ExpenseRelation {
  const paid = paidByPerson(expense, personId)
  const share = expense.sharedBy.find(({ id }) => id === personId)?.share ?? 0
  if (paid === 0 && share === 0) return { kind: 'none', amount: 0 }
  const lent = sumOf([paid, -share], expense.currency)
  if (lent === 0 || expense.payers === 'pool') return { kind: 'share', amount: share }
  const [more, less] =
    expense.kind === 'refund' ? (['passesOn', 'getsBack'] as const) : (['lent', 'borrowed'] as const)
  return lent > 0 ? { kind: more, amount: lent } : { kind: less, amount: -lent }
}
