// Settles a trip: everybody's figures, and who pays whom. A pure function for the server, the demo and the tests. It
// reads only sums, so the order of entry cannot change the result. All amounts are minor units.

import type { CurrencyCode } from '#core/kernel/money.ts'
import type { PersonRef } from '#core/money/events.ts'
import { type Figures, netBalance, poolSettlement, balanceStatus } from '#core/money/balances/figures.ts'
import { type Ledger, type ShownFigures, POOL, shownFigures } from '#core/money/balances/ledger.ts'
import { balancesAfter, type Leg, openOf } from '#core/money/balances/leg.ts'
import type { Plan } from '#core/money/settlement/fewestPayments.ts'
import { type PlanInput, planFor, plansFor } from '#core/money/settlement/plan.ts'
import type { PoolMode } from '#core/money/responses.ts'
import { shortfalls } from '#core/money/settlement/shortfall.ts'

export interface TripPerson extends PersonRef {
  /** False for people who have left or were removed. */
  isPresent: boolean
}

/** As stored by projections/money/settlements.ts: another field name needs a new version of the projection. */
export interface SettledPerson extends PersonRef, ShownFigures {
  left: boolean
  status: 'owed' | 'owes' | 'settled'
  /** Paid to them by the pool in this plan. */
  poolRefund: number
  shortfall: number
  heldInPool: number
}

export interface Settlement {
  participants: SettledPerson[]
  /** `POOL` is the pool's id. */
  payments: Leg[]
  totalExpenses: number
  poolBalance: number
  poolBalanceHandling: PoolMode
  isSettled: boolean
  isFewest: boolean
  summary: { totalOwed: number; totalOwes: number; transactionCount: number }
}

/** A sum that must be exact is wrong: a bug in this program. */
export class SettlementDoesNotAddUp extends Error {
  override name = 'SettlementDoesNotAddUp'
}

interface TripMoney {
  ledger: Ledger
  people: readonly TripPerson[]
  currency: CurrencyCode
}

/**
 * Lists everybody present, and former people with money in the ledger (in `people` or not).
 * @throws SettlementDoesNotAddUp rather than return a sum that is off by a cent
 */
export function settle({ mode, ...trip }: TripMoney & { mode: PoolMode }): Settlement {
  const listed = checkedPeopleOf(trip)
  return toSettlement(planFor({ ...accountsOf(trip, listed), mode }), { mode, listed, ...trip })
}

/** In each mode; equal plans are computed once. */
export function settleInEachMode(trip: TripMoney): Record<PoolMode, Settlement> {
  const listed = checkedPeopleOf(trip)
  const plans = plansFor(accountsOf(trip, listed))
  const settleIn = (mode: PoolMode) => toSettlement(plans[mode], { mode, listed, ...trip })
  return { distributed: settleIn('distributed'), equal: settleIn('equal'), reserved: settleIn('reserved') }
}

function checkedPeopleOf({ ledger, people }: TripMoney): readonly TripPerson[] {
  checkFigures(ledger)
  return peopleInSettlement(ledger, people)
}

function accountsOf({ ledger }: TripMoney, listed: readonly TripPerson[]): Omit<PlanInput, 'mode'> {
  const ids = listed.map(({ id }) => id)
  return { ledger, ids, presentIds: listed.flatMap(({ id, isPresent }) => (isPresent ? [id] : [])).sort() }
}

function toSettlement(
  plan: Plan,
  { ledger, listed, mode, currency }: TripMoney & { listed: readonly TripPerson[]; mode: PoolMode },
): Settlement {
  const isReserved = mode === 'reserved'
  const fromPool = new Map(plan.legs.flatMap(({ from, to, amount }) => (from === POOL ? [[to, amount]] : [])))
  const shortfall = shortfalls(ledger, mode)
  const payments = isReserved ? plan.legs.filter(({ from }) => from !== POOL) : plan.legs

  const participants = listed.map(({ id, type, isPresent }): SettledPerson => {
    const figures = shownFigures(ledger, id)
    const heldInPool = isReserved ? (fromPool.get(id) ?? 0) : 0
    return {
      id,
      type,
      left: !isPresent,
      ...figures,
      status: balanceStatus(figures.netBalance - heldInPool, currency),
      poolRefund: isReserved ? 0 : (fromPool.get(id) ?? 0),
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

/** In the order of `people`; accounts of other people come last, by id. */
export function peopleInSettlement(ledger: Ledger, people: readonly TripPerson[]): TripPerson[] {
  const ids = new Set(people.map(({ id }) => id))
  const unknownPeople = Object.keys(ledger.people)
    .filter((id) => !ids.has(id))
    .sort()
    .map((id) => ({ id, type: ledger.people[id]!.type, isPresent: false }))
  const counted = people.filter(({ id, isPresent }) => isPresent || Object.hasOwn(ledger.people, id))
  return [...counted, ...unknownPeople]
}

/** The sums that hold by definition. */
function checkFigures(ledger: Ledger): void {
  const { totalExpenses, paidFromPool, deposits, poolBalance } = ledger
  const figures = Object.values(ledger.people)
  const assertSum = (what: string, amountOf: (each: Figures) => number, expected: number) =>
    assertEqual(what, sum(figures, amountOf), expected)
  assertSum('expenses paid personally', ({ paid }) => paid, totalExpenses - paidFromPool)
  assertSum('deposits', ({ deposited }) => deposited, deposits)
  assertSum('fair shares', ({ share }) => share, totalExpenses)
  assertSum('net balances', netBalance, poolBalance)
  assertSum('pool settlements', poolSettlement, poolBalance)
}

/**
 * The payments bring every balance to the part that the pool holds for the person, and the shortfalls cover the pool's
 * negative balance.
 */
function checkPlan({ participants, payments, poolBalance }: Settlement): void {
  const held = sum(participants, ({ heldInPool }) => heldInPool)
  const people = participants.map(({ id, netBalance: net, heldInPool }) => ({ id, amount: net - heldInPool }))
  const after = balancesAfter([...people, { id: POOL, amount: held - poolBalance }], payments)
  assertEqual('accounts the payments leave open', openOf(after).length, 0)
  const totalShortfall = sum(participants, ({ shortfall }) => shortfall)
  assertEqual('shortfalls', totalShortfall, Math.max(-poolBalance, 0))
}

function assertEqual(what: string, actual: number, expected: number): void {
  if (actual !== expected) throw new SettlementDoesNotAddUp(`${what}: ${actual}, not ${expected}`)
}

function sum<T>(list: readonly T[], amountOf: (each: T) => number): number {
  return list.reduce((total, each) => total + amountOf(each), 0)
}
