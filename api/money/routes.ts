// The calls of a trip's money: commands are bound, reads present the views in the trip's currency.

import { categories } from '#core/money/categories.ts'
import * as contract from '#core/money/contract.ts'
import { POOL_MODES } from '#core/money/plan.ts'
import { moneyOperations } from '#core/money/operations.ts'
import {
  byNewestExpense,
  expensePresenter,
  presentPayment,
  presentPool,
  summarise,
} from '#core/money/present.ts'
import { presentBalances } from '#core/money/presentSettlement.ts'
import { SettlementDoesNotAddUp } from '#core/money/settlement.ts'
import type { OperateDeps } from '#core/store/operate.ts'
import type { Reader } from '#core/store/reader.ts'
import { emptyLedger } from '#core/money/ledger.ts'
import { balances } from '#projections/money/balances.ts'
import { contributions } from '#projections/money/contributions.ts'
import { expenses } from '#projections/money/expenses.ts'
import { payments } from '#projections/money/payments.ts'
import { itemsOf } from '#projections/platform/chunks.ts'
import { readExpenseQuery, sortExpenses, wanted } from '#api/money/expenseQuery.ts'
import { settlementOf } from '#api/money/settlements.ts'
import { bind } from '#api/platform/bind.ts'
import { choiceOf } from '#api/platform/choice.ts'
import { HttpError } from '#api/platform/httpError.ts'
import { asParticipant } from '#api/platform/membership.ts'
import { singleQuery } from '#api/platform/query.ts'
import type { Reads } from '#api/platform/reads.ts'
import type { Route, SignedIn } from '#api/platform/route.ts'
import { signedIn } from '#api/platform/route.ts'

export interface MoneyRoutesDeps extends OperateDeps {
  reader: Reader
  reads: Reads
}

export function moneyRoutes(deps: MoneyRoutesDeps): Route[] {
  const { reads } = deps

  /** The trip of the path and its figures, for one of its participants. */
  async function figures({ params, by }: SignedIn) {
    const tripId = params['tripId']!
    const trip = await asParticipant(deps, tripId, by.id)
    const kept = await reads.get(balances, tripId)
    const currency = kept?.currency ?? trip.details.currency
    return { trip, currency, ledger: kept?.ledger ?? emptyLedger }
  }

  return [
    ...moneyOperations.map((of) => bind(of, deps)),

    signedIn(contract.listCategories, () => ({ body: { categories } })),

    signedIn(contract.listExpenses, async (incoming) => {
      const { trip } = await figures(incoming)
      const query = readExpenseQuery(incoming.query)
      const all = itemsOf(await reads.get(expenses, trip.id)).map(expensePresenter(trip))
      const found = all.filter(wanted(query)).sort(byNewestExpense)
      return { body: { expenses: sortExpenses(found, query) } }
    }),

    signedIn(contract.getExpenseSummary, async (incoming) => {
      const { trip, currency } = await figures(incoming)
      const all = itemsOf(await reads.get(expenses, trip.id))
      return { body: { summary: summarise(all, currency, incoming.by.id) } }
    }),

    signedIn(contract.getBalances, async (incoming) => {
      const { trip, currency, ledger } = await figures(incoming)
      return { body: { balances: presentBalances(trip, ledger, currency) } }
    }),

    signedIn(contract.getPool, async (incoming) => {
      const { trip, currency, ledger } = await figures(incoming)
      const facts = {
        balance: ledger.poolBalance,
        currency,
        contributions: itemsOf(await reads.get(contributions, trip.id)),
        expenses: itemsOf(await reads.get(expenses, trip.id)),
      }
      return { body: presentPool(facts, trip, incoming.by.id) }
    }),

    signedIn(contract.getSettlement, async (incoming) => {
      const { trip, currency, ledger } = await figures(incoming)
      const given = singleQuery(incoming.query, ['poolBalanceHandling']).poolBalanceHandling
      const mode = choiceOf('poolBalanceHandling', given, POOL_MODES) ?? 'distributed'
      try {
        return { body: { settlement: settlementOf(trip, ledger, currency, mode) } }
      } catch (error) {
        if (!(error instanceof SettlementDoesNotAddUp)) throw error
        throw new HttpError(
          500,
          'INTERNAL_ERROR',
          'Failed to calculate payment settlement. Please try again.',
        )
      }
    }),

    signedIn(contract.listPayments, async (incoming) => {
      const { trip } = await figures(incoming)
      const made = itemsOf(await reads.get(payments, trip.id))
      return { body: { payments: made.map((record) => presentPayment(record, trip)).reverse() } }
    }),
  ]
}
