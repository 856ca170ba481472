// Builds the responses of balances and of the settlement.

import { toMajor, type CurrencyCode } from '#core/kernel/money.ts'
import type { BalanceResponse, NamedParty, SettlementResponse } from '#core/money/responses.ts'
import { POOL, shownFigures, type Ledger } from '#core/money/balances/ledger.ts'
import { nameParty, namesOf, rosterOf } from '#core/money/roster.ts'
import { type Settlement as Settled, peopleInSettlement } from '#core/money/settlement/settlement.ts'
import type { Trip } from '#core/trips/trip.ts'

/** Everybody present, and former people with open money; in major units. */
export function toBalanceResponses(trip: Trip, ledger: Ledger, currency: CurrencyCode): BalanceResponse[] {
  const named = namesOf(trip)
  return peopleInSettlement(ledger, rosterOf(trip)).map(({ id, type, isPresent }) => {
    const figures = inMajor({ ...shownFigures(ledger, id) }, currency)
    return { id, type, name: named({ id, type }).name, left: !isPresent, ...figures }
  })
}

/** Adds names to a settlement and converts it to major units. */
export function toSettlementResponse(
  trip: Trip,
  settled: Settled,
  currency: CurrencyCode,
): SettlementResponse {
  const major = (minor: number): number => toMajor(minor, currency)
  const named = namesOf(trip)
  const types = new Map(settled.participants.map(({ id, type }) => [id, type]))
  const end = (id: string): NamedParty =>
    nameParty(named, id === POOL ? { type: 'pool' } : { type: types.get(id)!, id })
  const { summary } = settled
  return {
    participants: settled.participants.map(({ id, type, left, status, ...amounts }) => ({
      id,
      type,
      name: named({ id, type }).name,
      left,
      status,
      ...inMajor(amounts, currency),
    })),
    payments: settled.payments.map((leg) => {
      const [from, to] = [end(leg.from), end(leg.to)]
      return { from, to, amount: major(leg.amount), description: `${from.name} pays ${to.name}` }
    }),
    totalExpenses: major(settled.totalExpenses),
    poolBalance: major(settled.poolBalance),
    poolBalanceHandling: settled.poolBalanceHandling,
    isSettled: settled.isSettled,
    isFewest: settled.isFewest,
    summary: { ...summary, totalOwed: major(summary.totalOwed), totalOwes: major(summary.totalOwes) },
  }
}

function inMajor<Amounts extends Record<string, number>>(minor: Amounts, currency: CurrencyCode): Amounts {
  const entries = Object.entries(minor).map(([name, amount]) => [name, toMajor(amount, currency)])
  return Object.fromEntries(entries) as Amounts
}
