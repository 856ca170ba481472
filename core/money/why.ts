// Explains a figure with the lines that add up to it, each a record that can be opened. The lines come from the
// records, the figures from sums kept event by event, so the two check each other to the cent.

import type { Contribution, Expense, Party, Payment } from '#core/money/events.ts'
import { turnsOf } from '#core/money/shares.ts'

/** All records of a trip's money, in minor units. */
export interface Standing {
  expenses: readonly Pick<Expense, 'id' | 'amount' | 'payer' | 'sharedBy'>[]
  contributions: readonly Pick<Contribution, 'id' | 'amount' | 'contributor'>[]
  payments: readonly Pick<Payment, 'id' | 'amount' | 'from' | 'to'>[]
}

export const WHY_FIGURES = [
  'netBalance',
  'personalPayments',
  'poolContributions',
  'fairShare',
  'poolSettlement',
] as const
export type WhyFigure = (typeof WHY_FIGURES)[number]

/** Minor units; above 0 it adds to the figure. */
export type WhyLine = { amount: number } & (
  | { kind: 'paid'; expenseId: string }
  /** Equal parts, rounded down. */
  | { kind: 'share' | 'poolShare'; expenseId: string; sharers: number }
  /** One unit of the remainder, which is drawn for each expense. */
  | { kind: 'leftover'; expenseId: string; sharers: number; left: number }
  | { kind: 'deposit'; contributionId: string }
  | { kind: 'sent' | 'received'; paymentId: string; other: Party }
)

/** The lines of this person's figure, in the order of the records; their amounts add up to it exactly. */
export function whyFigure(figure: WhyFigure, personId: string, standing: Standing): WhyLine[] {
  switch (figure) {
    case 'personalPayments':
      return paidBy(personId, standing)
    case 'poolContributions':
      return depositsOf(personId, standing)
    case 'fairShare':
      return sharesIn(personId, standing.expenses, 1)
    case 'netBalance':
      return [
        ...paidBy(personId, standing),
        ...depositsOf(personId, standing),
        ...sharesIn(personId, standing.expenses, -1),
        ...paymentsOf(personId, standing.payments),
      ]
    case 'poolSettlement':
      return [
        ...depositsOf(personId, standing),
        ...sharesIn(personId, standing.expenses.filter(isFromPool), -1),
        ...paymentsOf(personId, standing.payments.filter(isWithPool)),
      ]
  }
}

/** In minor units. */
export const sumOfLines = (lines: readonly WhyLine[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0)

const is = (party: Party, personId: string): boolean => party.type !== 'pool' && party.id === personId
const isFromPool = ({ payer }: Standing['expenses'][number]) => payer.type === 'pool'
const isWithPool = ({ from, to }: Standing['payments'][number]) => from.type === 'pool' || to.type === 'pool'

function paidBy(personId: string, { expenses }: Standing): WhyLine[] {
  return expenses
    .filter(({ payer }) => is(payer, personId))
    .map(({ id: expenseId, amount }) => ({ kind: 'paid', expenseId, amount }))
}

function depositsOf(personId: string, { contributions }: Standing): WhyLine[] {
  return contributions
    .filter(({ contributor }) => contributor.id === personId)
    .map(({ id: contributionId, amount }) => ({ kind: 'deposit', contributionId, amount }))
}

function sharesIn(personId: string, expenses: Standing['expenses'], sign: 1 | -1): WhyLine[] {
  return expenses.flatMap(({ id: expenseId, amount, payer, sharedBy }): WhyLine[] => {
    if (!sharedBy.some(({ id }) => id === personId)) return []
    const sharers = sharedBy.length
    const each = Math.floor(amount / sharers)
    const left = amount - each * sharers
    const kind = payer.type === 'pool' ? 'poolShare' : 'share'
    const share: WhyLine = { kind, expenseId, sharers, amount: sign * each }
    const turns = turnsOf(
      expenseId,
      sharedBy.map(({ id }) => id),
    )
    const isDrawn = turns.indexOf(personId) < left
    const leftover: WhyLine[] = isDrawn ? [{ kind: 'leftover', expenseId, sharers, left, amount: sign }] : []
    return each === 0 ? leftover : [share, ...leftover]
  })
}

function paymentsOf(personId: string, payments: Standing['payments']): WhyLine[] {
  return payments.flatMap(({ id: paymentId, amount, from, to }): WhyLine[] => {
    if (is(from, personId)) return [{ kind: 'sent', paymentId, other: to, amount }]
    return is(to, personId) ? [{ kind: 'received', paymentId, other: from, amount: -amount }] : []
  })
}
