// Explains a figure with the lines that add up to it, each a record that can be opened. The lines come from the
// records, the figures from sums kept event by event, so the two check each other to the cent.

import { sumOfAmounts } from '#core/kernel/money.ts'
import { paidByPerson, signOf } from '#core/money/signedAmount.ts'
import type { Contribution, Expense, Party, Payment } from '#core/money/events.ts'
import type { NumberMode } from '#core/money/split/modes.ts'
import { numbersOf, sumOfNumbers } from '#core/money/split/split.ts'
import type { BalanceFigures } from '#web/money/balanceParts.ts'

/** All records of a trip's money, in minor units. */
export interface WhyRecords {
  expenses: readonly Pick<Expense, 'id' | 'kind' | 'amount' | 'payers' | 'sharedBy' | 'split'>[]
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

/** How a share was entered. */
export type SharePart =
  /** An equal part, rounded down; `leftover` is 1 for a sharer who carries a leftover unit. */
  | { mode: 'equal'; sharers: number; leftover: 0 | 1 }
  /** The person's number, and the sum of all. */
  | { mode: NumberMode; number: number; sum: number }
  | { mode: 'items' }

/** Minor units; above 0 it adds to the figure. */
export type WhyLine = { amount: number } & (
  | { kind: 'paid'; expenseId: string }
  | { kind: 'share' | 'poolShare'; expenseId: string; part: SharePart }
  | { kind: 'contribution'; contributionId: string }
  | { kind: 'sent' | 'received'; paymentId: string; other: Party }
)

/** The lines of this person's figure, in the order of the records; their amounts add up to it exactly. */
export function whyFigure(figure: WhyFigure, personId: string, records: WhyRecords): WhyLine[] {
  switch (figure) {
    case 'personalPayments':
      return paidBy(personId, records)
    case 'poolContributions':
      return contributionsOf(personId, records)
    case 'fairShare':
      return sharesIn(personId, records.expenses, 1)
    case 'netBalance':
      return [
        ...paidBy(personId, records),
        ...contributionsOf(personId, records),
        ...sharesIn(personId, records.expenses, -1),
        ...paymentsOf(personId, records.payments),
      ]
    case 'poolSettlement':
      return [
        ...contributionsOf(personId, records),
        ...sharesIn(personId, records.expenses.filter(isFromPool), -1),
        ...paymentsOf(personId, records.payments.filter(isWithPool)),
      ]
  }
}

/** The lines of one heading. */
export interface WhyGroup {
  kind: 'paid' | 'share' | 'contribution' | 'payment'
  /** The largest first. */
  lines: WhyLine[]
  /** The sum of all its lines, in minor units. */
  sum: number
}

const groupOf: Record<WhyLine['kind'], WhyGroup['kind']> = {
  paid: 'paid',
  share: 'share',
  poolShare: 'share',
  contribution: 'contribution',
  sent: 'payment',
  received: 'payment',
}
const groupOrder: readonly WhyGroup['kind'][] = ['paid', 'share', 'contribution', 'payment']

/** The same lines by what they are, without empty groups. */
export function whyGroups(lines: readonly WhyLine[]): WhyGroup[] {
  const groups = Map.groupBy(lines, ({ kind }) => groupOf[kind])
  return groupOrder.flatMap((kind) => {
    const own = groups.get(kind)
    if (!own) return []
    const sorted = own.toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
    return { kind, lines: sorted, sum: sumOfAmounts(own) }
  })
}

/** @param groups of the lines of a net balance */
export function balanceFiguresOf(groups: readonly WhyGroup[]): BalanceFigures {
  const sumOf = (kind: WhyGroup['kind']) => groups.find((group) => group.kind === kind)?.sum ?? 0
  return {
    personalPayments: sumOf('paid'),
    poolContributions: sumOf('contribution'),
    fairShare: -sumOf('share') + 0,
    netBalance: groups.reduce((net, { sum }) => net + sum, 0),
  }
}

const is = (party: Party, personId: string): boolean => party.type !== 'pool' && party.id === personId
const isFromPool = ({ payers }: WhyRecords['expenses'][number]) => payers === 'pool'
const isWithPool = ({ from, to }: WhyRecords['payments'][number]) =>
  from.type === 'pool' || to.type === 'pool'

function paidBy(personId: string, { expenses }: WhyRecords): WhyLine[] {
  return expenses.flatMap((expense): WhyLine[] => {
    const amount = signOf(expense) * paidByPerson(expense, personId)
    return amount === 0 ? [] : [{ kind: 'paid', expenseId: expense.id, amount }]
  })
}

function contributionsOf(personId: string, { contributions }: WhyRecords): WhyLine[] {
  return contributions
    .filter(({ contributor }) => contributor.id === personId)
    .map(({ id: contributionId, amount }) => ({ kind: 'contribution', contributionId, amount }))
}

function sharesIn(personId: string, expenses: WhyRecords['expenses'], sign: 1 | -1): WhyLine[] {
  return expenses.flatMap((expense): WhyLine[] => {
    const share = expense.sharedBy.find(({ id }) => id === personId)?.share ?? 0
    if (share === 0) return []
    return [
      {
        kind: expense.payers === 'pool' ? 'poolShare' : 'share',
        expenseId: expense.id,
        part: partOf(personId, share, expense),
        amount: sign * signOf(expense) * share,
      },
    ]
  })
}

function partOf(
  personId: string,
  share: number,
  { amount, sharedBy, split }: WhyRecords['expenses'][number],
): SharePart {
  if (split.mode === 'items') return { mode: 'items' }
  if (split.mode === 'equal') {
    const sharers = sharedBy.length
    return { mode: 'equal', sharers, leftover: share > Math.floor(amount / sharers) ? 1 : 0 }
  }
  const { number } = numbersOf(split).find(({ id }) => id === personId)!
  return { mode: split.mode, number, sum: sumOfNumbers(split) }
}

function paymentsOf(personId: string, payments: WhyRecords['payments']): WhyLine[] {
  return payments.flatMap(({ id: paymentId, amount, from, to }): WhyLine[] => {
    if (is(from, personId)) return [{ kind: 'sent', paymentId, other: to, amount }]
    return is(to, personId) ? [{ kind: 'received', paymentId, other: from, amount: -amount }] : []
  })
}
