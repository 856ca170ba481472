// The calls of a trip's money: commands are bound, reads present the views in the trip's currency.

import { categories } from '#core/money/categories.ts'
import * as contract from '#core/money/contract.ts'
import { POOL_MODES } from '#core/money/plan.ts'
import { moneyOperations } from '#core/money/operations.ts'
import type { Trip } from '#core/trips/trip.ts'
import { expensePresenter } from '#core/money/present.ts'
import type { ExpenseRecord } from '#core/money/records.ts'
import type { OperateDeps } from '#core/store/operate.ts'
import type { Reader } from '#core/store/reader.ts'
import {
  balancesOn,
  expenseRecordsOn,
  paymentsOn,
  poolOn,
  settlementOn,
  summaryOn,
} from '#projections/money/moneyReads.ts'
import { readExpenseQuery, sortExpenses, wanted } from '#api/money/expenseQuery.ts'
import { bind } from '#api/platform/bind.ts'
import { choiceOf } from '#api/platform/choice.ts'
import { jsonPieces, Parts } from '#api/platform/jsonPieces.ts'
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

  /** The trip of the path, for one of its participants. */
  const tripOf = ({ params, by }: SignedIn) => asParticipant(deps, params['tripId']!, by.id)

  return [
    ...moneyOperations.map((of) => bind(of, deps)),

    signedIn(contract.listCategories, () => ({ body: { categories } })),

    signedIn(contract.listExpenses, async (incoming) => {
      const trip = await tripOf(incoming)
      const query = readExpenseQuery(incoming.query)
      const found = (await expenseRecordsOn(reads, trip)).filter(wanted(query))
      return { pieces: jsonPieces(new Parts({ expenses: presented(trip, sortExpenses(found, query)) })) }
    }),

    signedIn(contract.getExpenseSummary, async (incoming) => {
      const trip = await tripOf(incoming)
      return { body: { summary: await summaryOn(reads, trip, incoming.by.id) } }
    }),

    signedIn(contract.getBalances, async (incoming) => {
      return { body: { balances: await balancesOn(reads, await tripOf(incoming)) } }
    }),

    signedIn(contract.getPool, async (incoming) => {
      return { body: await poolOn(reads, await tripOf(incoming), incoming.by.id) }
    }),

    signedIn(contract.getSettlement, async (incoming) => {
      const trip = await tripOf(incoming)
      const given = singleQuery(incoming.query, ['poolBalanceHandling']).poolBalanceHandling
      const mode = choiceOf('poolBalanceHandling', given, POOL_MODES) ?? 'distributed'
      return { body: { settlement: await settlementOn(reads, trip, mode) } }
    }),

    signedIn(contract.listPayments, async (incoming) => {
      return { body: { payments: await paymentsOn(reads, await tripOf(incoming)) } }
    }),
  ]
}

/** Each when its turn comes: 20,000 expenses with all their sharers would be hundreds of megabytes at once. */
function* presented(trip: Trip, records: readonly ExpenseRecord[]) {
  const present = expensePresenter(trip)
  for (const record of records) yield present(record)
}
