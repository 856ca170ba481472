// Who stands how, and who pays whom. One pure function for the server, the demo and the tests; it reads nothing
// but sums, so the order in which things were entered cannot change what it says. All amounts are minor units.

import { type CurrencyCode, minorDigits } from '#core/kernel/money.ts'
import type { PersonRef } from '#core/money/events.ts'
import {
  type Ledger,
  netBalance,
  POOL,
  poolSettlement,
  type ShownFigures,
  shownFigures,
} from '#core/money/ledger.ts'
import { balancesAfter, type Leg, openOf } from '#core/money/leg.ts'
import type { Payments } from '#core/money/fewestPayments.ts'
import { type Planned, planFor, plansFor, type PoolMode } from '#core/money/plan.ts'
import { shortfalls } from '#core/money/shortfall.ts'

export interface TripPerson extends PersonRef {
  /** False for who has left or was removed. */
  present: boolean
}

export interface SettledPerson extends PersonRef, ShownFigures {
  left: boolean
  status: 'owed' | 'owes' | 'settled'
  /** What the pool pays them in this plan. */
  poolRefund: number
  /** Their part of the hole in the pool. */
  shortfall: number
  /** What the pool keeps for them. */
  heldInPool: number
}

export interface Settlement {
  participants: SettledPerson[]
  /** `POOL` is the id of the pool's end. */
  payments: Leg[]
  totalExpenses: number
  poolBalance: number
  poolBalanceHandling: PoolMode
  isSettled: boolean
  isFewest: boolean
  summary: { totalOwed: number; totalOwes: number; transactionCount: number }
}

/** A sum that has to be exact is not: a mistake in this program, never of those who use it. */
export class SettlementDoesNotAddUp extends Error {
  override name = 'SettlementDoesNotAddUp'
}

interface TripMoney {
  ledger: Ledger
  people: readonly TripPerson[]
  currency: CurrencyCode
}

/**
 * Settles the trip: everybody present, and who has left while money of theirs stands in the ledger (known to
 * `people` or not). Throws `SettlementDoesNotAddUp` rather than answer with a sum that is off by a cent.
 */
export function settle({ mode, ...trip }: TripMoney & { mode: PoolMode }): Settlement {
  const listed = listedOf(trip)
  return settleBy(planFor({ ...accountsOf(trip, listed), mode }), { mode, listed, ...trip })
}

/** The same in each mode, with no plan made twice. */
export function settleInEachMode(trip: TripMoney): Record<PoolMode, Settlement> {
  const listed = listedOf(trip)
  const plans = plansFor(accountsOf(trip, listed))
  const by = (mode: PoolMode) => settleBy(plans[mode], { mode, listed, ...trip })
  return { distributed: by('distributed'), equal: by('equal'), reserved: by('reserved') }
}

function listedOf({ ledger, people }: TripMoney): readonly TripPerson[] {
  checkFigures(ledger)
  return whoCounts(ledger, people)
}

function accountsOf({ ledger }: TripMoney, listed: readonly TripPerson[]): Omit<Planned, 'mode'> {
  const ids = listed.map(({ id }) => id)
  return { ledger, ids, presentIds: listed.flatMap(({ id, present }) => (present ? [id] : [])).sort() }
}

function settleBy(
  plan: Payments,
  { ledger, listed, mode, currency }: TripMoney & { listed: readonly TripPerson[]; mode: PoolMode },
): Settlement {
  const holds = mode === 'reserved'
  const fromPool = new Map(plan.legs.flatMap(({ from, to, amount }) => (from === POOL ? [[to, amount]] : [])))
  const shortfall = shortfalls(ledger, mode)
  const payments = holds ? plan.legs.filter(({ from }) => from !== POOL) : plan.legs

  const participants = listed.map(({ id, type, present }): SettledPerson => {
    const figures = shownFigures(ledger, id)
    const heldInPool = holds ? (fromPool.get(id) ?? 0) : 0
    return {
      id,
      type,
      left: !present,
      ...figures,
      status: statusOf(figures.netBalance - heldInPool, currency),
      poolRefund: holds ? 0 : (fromPool.get(id) ?? 0),
      shortfall: shortfall.get(id) ?? 0,
      heldInPool,
    }
  })
  const settlement: Settlement = {
    participants,
    payments,
    totalExpenses: ledger.totalExpenses,
    poolBalance: ledger.poolBalance,
    poolBalanceHandling: mode,
    isSettled: participants.every(({ status }) => status === 'settled'),
    isFewest: plan.isFewest,
    summary: {
      totalOwed: sum(participants, ({ netBalance: net }) => Math.max(net, 0)),
      totalOwes: sum(participants, ({ netBalance: net }) => Math.max(-net, 0)),
      transactionCount: payments.length,
    },
  }
  checkPlan(settlement)
  return settlement
}

/** Within the tolerance of 0.01 major units: a cent is nothing, a yen is not. */
export function isNegligible(amount: number, currency: CurrencyCode): boolean {
  return Math.abs(amount) <= 10 ** minorDigits(currency) / 100
}

/** In the order of `people`; strangers to it come last, by id. */
export function whoCounts(ledger: Ledger, people: readonly TripPerson[]): TripPerson[] {
  const known = new Set(people.map(({ id }) => id))
  const strangers = Object.keys(ledger.people)
    .filter((id) => !known.has(id))
    .sort()
    .map((id) => ({ id, type: ledger.people[id]!.type, present: false }))
  const counted = people.filter(({ id, present }) => present || Object.hasOwn(ledger.people, id))
  return [...counted, ...strangers]
}

function statusOf(balance: number, currency: CurrencyCode): SettledPerson['status'] {
  if (isNegligible(balance, currency)) return 'settled'
  return balance > 0 ? 'owed' : 'owes'
}

/** The sums that hold by definition. */
function checkFigures(ledger: Ledger): void {
  const { totalExpenses, paidFromPool, deposits, poolBalance } = ledger
  const figures = Object.values(ledger.people)
  demand(
    'expenses paid personally',
    sum(figures, (each) => each.paid),
    totalExpenses - paidFromPool,
  )
  demand(
    'deposits',
    sum(figures, (each) => each.deposited),
    deposits,
  )
  demand(
    'fair shares',
    sum(figures, (each) => each.share),
    totalExpenses,
  )
  demand('net balances', sum(figures, netBalance), poolBalance)
  demand('pool settlements', sum(figures, poolSettlement), poolBalance)
}

/** The payments leave nobody with anything but what the pool holds for them, and the hole has its owners. */
function checkPlan({ participants, payments, poolBalance }: Settlement): void {
  const held = sum(participants, ({ heldInPool }) => heldInPool)
  const people = participants.map(({ id, netBalance: net, heldInPool }) => ({ id, amount: net - heldInPool }))
  const after = balancesAfter([...people, { id: POOL, amount: held - poolBalance }], payments)
  demand('accounts the payments leave open', openOf(after).length, 0)
  demand(
    'shortfalls',
    sum(participants, ({ shortfall }) => shortfall),
    Math.max(-poolBalance, 0),
  )
}

function demand(what: string, is: number, shouldBe: number): void {
  if (is !== shouldBe) throw new SettlementDoesNotAddUp(`${what}: ${is}, not ${shouldBe}`)
}

function sum<T>(list: readonly T[], amountOf: (each: T) => number): number {
  return list.reduce((total, each) => total + amountOf(each), 0)
}
