// The routes of a trip's money: its operations, and GET endpoints over the read models.

import { categories } from '#core/money/categories.ts'
import * as contract from '#core/money/contract.ts'
import { POOL_MODES } from '#core/money/plan.ts'
import { moneyOperations } from '#core/money/operations.ts'
import type { Trip } from '#core/trips/trip.ts'
import { expenseResponses } from '#core/money/toResponse.ts'
import type { ExpenseRecord } from '#core/money/records.ts'
import type { OperationDeps } from '#core/store/operation.ts'
import {
  readBalances,
  readExpenseRecords,
  readPayments,
  readPool,
  readSettlement,
  readSummary,
} from '#projections/money/moneyResponses.ts'
import { readExpenseQuery, sortByQuery, matchesExpenseQuery } from '#api/money/expenseQuery.ts'
import { operationRoute } from '#api/platform/operationRoute.ts'
import { parseChoice } from '#api/platform/parseChoice.ts'
import { jsonChunks, JsonParts } from '#api/platform/jsonChunks.ts'
import { tripForParticipant, type ReadDeps } from '#api/platform/membership.ts'
import { singleQuery } from '#api/platform/query.ts'
import { authenticatedRoute, type Route, type AuthenticatedRequest } from '#api/platform/route.ts'

export function moneyRoutes(deps: OperationDeps & ReadDeps): Route[] {
  const { readModels } = deps

  /** The trip of the path, for one of its participants. */
  const tripOf = ({ params, by }: AuthenticatedRequest) => tripForParticipant(deps, params['tripId']!, by.id)

  return [
    ...moneyOperations.map((of) => operationRoute(of, deps)),

    authenticatedRoute(contract.listCategories, () => ({ body: { categories } })),

    authenticatedRoute(contract.listExpenses, async (incoming) => {
      const trip = await tripOf(incoming)
      const query = readExpenseQuery(incoming.query)
      const found = (await readExpenseRecords(readModels, trip)).filter(matchesExpenseQuery(query))
      return { chunks: jsonChunks(new JsonParts({ expenses: presented(trip, sortByQuery(found, query)) })) }
    }),

    authenticatedRoute(contract.getExpenseSummary, async (incoming) => {
      const trip = await tripOf(incoming)
      return { body: { summary: await readSummary(readModels, trip, incoming.by.id) } }
    }),

    authenticatedRoute(contract.getBalances, async (incoming) => {
      return { body: { balances: await readBalances(readModels, await tripOf(incoming)) } }
    }),

    authenticatedRoute(contract.getPool, async (incoming) => {
      return { body: await readPool(readModels, await tripOf(incoming), incoming.by.id) }
    }),

    authenticatedRoute(contract.getSettlement, async (incoming) => {
      const trip = await tripOf(incoming)
      const choice = singleQuery(incoming.query, ['poolBalanceHandling']).poolBalanceHandling
      const mode = parseChoice('poolBalanceHandling', choice, POOL_MODES) ?? 'distributed'
      return { body: { settlement: await readSettlement(readModels, trip, mode) } }
    }),

    authenticatedRoute(contract.listPayments, async (incoming) => {
      return { body: { payments: await readPayments(readModels, await tripOf(incoming)) } }
    }),
  ]
}

/** One by one: 20,000 expenses with all their sharers would be hundreds of megabytes at once. */
function* presented(trip: Trip, records: readonly ExpenseRecord[]) {
  const present = expenseResponses(trip)
  for (const record of records) yield present(record)
}
