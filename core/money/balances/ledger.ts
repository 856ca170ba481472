// The figures of everyone on a trip, updated with each event, so that settling never reads 5,000 expenses. A ledger is
// plain JSON and is never changed: `applyEvent` returns a new one. It holds only sums, so the order of events does not
// matter, and after a removal the ledger is as if the record had never existed. All amounts are minor units of the
// trip's currency.

import { payingPeople, signOf } from '#core/money/signedAmount.ts'
import type {
  Contribution,
  Expense,
  Import,
  MoneyEvent,
  Party,
  Payment,
  PersonRef,
} from '#core/money/events.ts'
import { type Figures, netBalance, noFigures, poolSettlement } from '#core/money/balances/figures.ts'

/** The pool's id among ids of people, which are all longer. */
export const POOL = 'pool'

export interface LedgerAccount extends Figures {
  type: PersonRef['type']
  /** How many amounts above 0 the account has; it is removed with the last. */
  entries: number
}

/** The sum of all payments from one to the other; `POOL` stands for the pool. */
export interface PaymentTotals {
  from: string
  to: string
  amount: number
}

export interface Ledger {
  people: Readonly<Record<string, LedgerAccount>>
  /** What was spent in each category that has expenses, and how many it has. A refund counts negative. */
  categories: Readonly<Record<string, { amount: number; count: number }>>
  totalExpenses: number
  paidFromPool: number
  deposits: number
  /** Contributions, less what the pool paid, plus payments to it, less payments from it. */
  poolBalance: number
  /** Sorted by `from`, then `to`. */
  paymentsMade: readonly PaymentTotals[]
}

export const emptyLedger: Ledger = {
  people: {},
  categories: {},
  totalExpenses: 0,
  paidFromPool: 0,
  deposits: 0,
  poolBalance: 0,
  paymentsMade: [],
}

/** Takes time with the number of people, for a payment with the number of pairs who paid each other; not of events. */
export function applyEvent(ledger: Ledger, { type, data }: MoneyEvent): Ledger {
  switch (type) {
    case 'ExpenseAdded':
    case 'ExpenseRestored':
      return withExpense(ledger, data.expense, 1)
    case 'ExpenseEdited':
      return withExpense(withExpense(ledger, data.was, -1), data.expense, 1)
    case 'ExpenseRemoved':
      return withExpense(ledger, data.expense, -1)
    case 'ContributionMade':
    case 'ContributionRestored':
      return withContribution(ledger, data.contribution, 1)
    case 'ContributionRemoved':
      return withContribution(ledger, data.contribution, -1)
    case 'PaymentMade':
    case 'PaymentRestored':
      return withPayment(ledger, data.payment, 1)
    case 'PaymentUndone':
      return withPayment(ledger, data.payment, -1)
    case 'ImportApplied':
      return withImport(ledger, data.import, 1)
    case 'ImportUndone':
      return withImport(ledger, data.import, -1)
  }
}

export function figuresOf(ledger: Ledger, personId: string): Figures {
  return Object.hasOwn(ledger.people, personId) ? ledger.people[personId]! : noFigures
}

/** A person's displayed figures, in minor units. */
export interface ShownFigures {
  personalPayments: number
  poolContributions: number
  fairShare: number
  netBalance: number
  /** Their part of the pool, below 0 taken from it; `isNegligible` says when to show none. */
  poolSettlement: number
}

export function shownFigures(ledger: Ledger, personId: string): ShownFigures {
  const figures = figuresOf(ledger, personId)
  return {
    personalPayments: figures.paid,
    poolContributions: figures.deposited,
    fairShare: figures.share,
    netBalance: netBalance(figures),
    poolSettlement: poolSettlement(figures),
  }
}

/** 1 adds, -1 removes. */
type Direction = 1 | -1

function withExpense(ledger: Ledger, expense: Expense, direction: Direction): Ledger {
  const { payers, sharedBy } = expense
  const sign = signOf(expense)
  const fromPool = payers === 'pool'
  const people = { ...ledger.people }
  for (const payer of payingPeople(expense))
    enter(people, payer, direction, { ...noFigures, paid: sign * payer.amount })
  for (const sharer of sharedBy) {
    if (sharer.share === 0) continue
    const share = sign * sharer.share
    enter(people, sharer, direction, { ...noFigures, share, poolShare: fromPool ? share : 0 })
  }
  const spent = direction * sign * expense.amount
  const paidFromPool = fromPool ? spent : 0
  return {
    ...ledger,
    people,
    categories: withSpent(ledger.categories, expense.category, spent, direction),
    totalExpenses: ledger.totalExpenses + spent,
    paidFromPool: ledger.paidFromPool + paidFromPool,
    poolBalance: ledger.poolBalance - paidFromPool,
  }
}

function withSpent(
  categories: Ledger['categories'],
  category: string,
  spent: number,
  direction: Direction,
): Ledger['categories'] {
  const { [category]: before = { amount: 0, count: 0 }, ...others } = categories
  const after = { amount: before.amount + spent, count: before.count + direction }
  return after.count === 0 && after.amount === 0 ? others : { ...others, [category]: after }
}

function withImport(
  ledger: Ledger,
  { expenses, payments, contributions = [] }: Import,
  direction: Direction,
): Ledger {
  const withExpenses = expenses.reduce((sum, expense) => withExpense(sum, expense, direction), ledger)
  const withPayments = payments.reduce((sum, payment) => withPayment(sum, payment, direction), withExpenses)
  return contributions.reduce(
    (sum, contribution) => withContribution(sum, contribution, direction),
    withPayments,
  )
}

function withContribution(ledger: Ledger, contribution: Contribution, direction: Direction): Ledger {
  const { contributor, amount } = contribution
  const people = { ...ledger.people }
  enter(people, contributor, direction, { ...noFigures, deposited: amount })
  return {
    ...ledger,
    people,
    deposits: ledger.deposits + direction * amount,
    poolBalance: ledger.poolBalance + direction * amount,
  }
}

function withPayment(ledger: Ledger, payment: Payment, direction: Direction): Ledger {
  const { from, to, amount } = payment
  const withPool = from.type === 'pool' || to.type === 'pool'
  const figures = (sent: number) => ({ ...noFigures, sent, sentToPool: withPool ? sent : 0 })
  const people = { ...ledger.people }
  if (from.type !== 'pool') enter(people, from, direction, figures(amount))
  if (to.type !== 'pool') enter(people, to, direction, figures(-amount))
  const toPool = (to.type === 'pool' ? amount : 0) - (from.type === 'pool' ? amount : 0)
  return {
    ...ledger,
    people,
    poolBalance: ledger.poolBalance + direction * toPool,
    paymentsMade: addToTotals(ledger.paymentsMade, {
      from: idOf(from),
      to: idOf(to),
      amount: direction * amount,
    }),
  }
}

/** Adds the amounts to the person's account, creating or removing it. */
function enter(
  people: Record<string, LedgerAccount>,
  { id, type }: PersonRef,
  direction: Direction,
  amounts: Figures,
): void {
  const before = Object.hasOwn(people, id) ? people[id]! : { ...noFigures, type, entries: 0 }
  // Written out, because a loop over the names took a third of the time of a rebuild.
  const after: LedgerAccount = {
    paid: before.paid + direction * amounts.paid,
    deposited: before.deposited + direction * amounts.deposited,
    share: before.share + direction * amounts.share,
    poolShare: before.poolShare + direction * amounts.poolShare,
    sent: before.sent + direction * amounts.sent,
    sentToPool: before.sentToPool + direction * amounts.sentToPool,
    type,
    entries: before.entries + direction,
  }
  if (after.entries === 0 && isZero(after)) delete people[id]
  else people[id] = after
}

function isZero(figures: Figures): boolean {
  return (Object.keys(noFigures) as (keyof Figures)[]).every((figure) => figures[figure] === 0)
}

function addToTotals(
  payments: readonly PaymentTotals[],
  { from, to, amount }: PaymentTotals,
): PaymentTotals[] {
  const others = payments.filter((pair) => pair.from !== from || pair.to !== to)
  const before = payments.find((pair) => pair.from === from && pair.to === to)?.amount ?? 0
  if (before + amount === 0) return others
  return [...others, { from, to, amount: before + amount }].sort(comparePairs)
}

export const comparePairs = (a: PaymentTotals, b: PaymentTotals): number =>
  a.from !== b.from ? (a.from < b.from ? -1 : 1) : a.to < b.to ? -1 : 1

function idOf(party: Party): string {
  return party.type === 'pool' ? POOL : party.id
}
