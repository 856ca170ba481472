// Balances and the settlement in the shapes of api.md.

import type { CurrencyCode } from '#core/kernel/money.ts'
import { toMajor } from '#core/kernel/money.ts'
import type { Balance, NamedParty, Settlement } from '#core/money/answers.ts'
import type { Ledger } from '#core/money/ledger.ts'
import { figuresOf, netBalance, POOL, poolSettlement } from '#core/money/ledger.ts'
import type { PoolMode } from '#core/money/plan.ts'
import { nameParty, namesOf, rosterOf } from '#core/money/roster.ts'
import { settle, whoCounts } from '#core/money/settlement.ts'
import type { Trip } from '#core/trips/trip.ts'

/** Everybody present, and whoever left with money open; in major units. */
export function presentBalances(trip: Trip, ledger: Ledger, currency: CurrencyCode): Balance[] {
  const named = namesOf(trip)
  return whoCounts(ledger, rosterOf(trip)).map(({ id, type, present }) => {
    const figures = figuresOf(ledger, id)
    return {
      id,
      type,
      name: named({ id, type }).name,
      left: !present,
      personalPayments: toMajor(figures.paid, currency),
      poolContributions: toMajor(figures.deposited, currency),
      fairShare: toMajor(figures.share, currency),
      netBalance: toMajor(netBalance(figures), currency),
      poolSettlement: toMajor(poolSettlement(figures), currency),
    }
  })
}

/** @throws SettlementDoesNotAddUp rather than answer with a sum that is off by a cent. */
export function presentSettlement(
  trip: Trip,
  ledger: Ledger,
  currency: CurrencyCode,
  mode: PoolMode,
): Settlement {
  const settled = settle({ ledger, people: rosterOf(trip), mode, currency })
  const major = (minor: number): number => toMajor(minor, currency)
  const figures = new Map(presentBalances(trip, ledger, currency).map((one) => [one.id, one]))
  const named = namesOf(trip)
  const types = new Map(settled.participants.map(({ id, type }) => [id, type]))
  const end = (id: string): NamedParty =>
    nameParty(named, id === POOL ? { type: 'pool' } : { type: types.get(id)!, id })
  const { summary } = settled
  return {
    participants: settled.participants.map(({ id, status, poolRefund, shortfall, heldInPool }) => ({
      ...figures.get(id)!,
      status,
      poolRefund: major(poolRefund),
      shortfall: major(shortfall),
      heldInPool: major(heldInPool),
    })),
    payments: settled.payments.map((leg) => {
      const [from, to] = [end(leg.from), end(leg.to)]
      return { from, to, amount: major(leg.amount), description: `${from.name} pays ${to.name}` }
    }),
    totalExpenses: major(settled.totalExpenses),
    poolBalance: major(settled.poolBalance),
    poolBalanceHandling: mode,
    isSettled: settled.isSettled,
    isFewest: settled.isFewest,
    summary: { ...summary, totalOwed: major(summary.totalOwed), totalOwes: major(summary.totalOwes) },
  }
}
