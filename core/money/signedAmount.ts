// What an expense counts for in sums: a refund counts negative. For records (minor units) and responses (major units). And
// the people of expenses and contributions.

import type { Contribution, Expense, PersonRef } from '#core/money/events.ts'

type Kind = Pick<Expense, 'kind'>

export const signOf = ({ kind }: Kind): 1 | -1 => (kind === 'refund' ? -1 : 1)

export const signedAmount = (expense: Kind & { amount: number }): number => signOf(expense) * expense.amount

interface Paid<Payer extends { id: string }> {
  payers: 'pool' | readonly Payer[]
}

/** The people who paid; nobody where the pool did. */
export const payingPeople = <Payer extends { id: string }>({ payers }: Paid<Payer>): readonly Payer[] =>
  payers === 'pool' ? [] : payers

/** Who made it first. */
export const peopleOfContribution = ({ contributor, keptBy }: Contribution): PersonRef[] =>
  keptBy ? [contributor, keptBy] : [contributor]

/** Everybody whom the expense names, some of them twice. */
export const peopleOfExpense = ({ payers, sharedBy }: Pick<Expense, 'payers' | 'sharedBy'>): PersonRef[] => [
  ...payingPeople({ payers }),
  ...sharedBy,
]

/** What a person paid (of a refund: received), in the unit of the payers; 0 where they did not. */
export const paidByPerson = (expense: Paid<{ id: string; amount: number }>, personId: string): number =>
  payingPeople(expense).find(({ id }) => id === personId)?.amount ?? 0
