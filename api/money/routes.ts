// The routes of a trip's money: its operations, and GET endpoints over the read models.

import { categories } from '#core/money/categories.ts'
import * as contract from '#core/money/contract.ts'
import { POOL_MODES } from '#core/money/responses.ts'
import { moneyOperations, UndoImportOperation } from '#core/money/operations.ts'
import { participantsOf } from '#core/money/expenseParticipants.ts'
import type { GuestContact } from '#core/trips/events.ts'
import type { Trip } from '#core/trips/trip.ts'
import { expenseResponses, toPaymentResponse } from '#core/money/toResponse.ts'
import { toSettlementResponse } from '#core/money/settlement/toSettlementResponse.ts'
import type { ExpenseRecord } from '#core/money/events.ts'
import type { OperationDeps } from '#core/store/operation.ts'
import { settlements, settlementsOf } from '#projections/money/settlements.ts'
import { readTripDocuments, type TripDocuments } from '#projections/replica/tripDocuments.ts'
import { expenseRecords, paymentRecords } from '#projections/replica/moneyRecords.ts'
import { balancesResponse, poolParts, summaryResponse } from '#projections/replica/moneyResponses.ts'
import { resolvedDocuments } from '#projections/replica/resolvedDocuments.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { contactsOfGuests } from '#projections/trips/participantsResponse.ts'
import { expensePage } from '#api/money/expensePage.ts'
import { readExpenseQuery, sortByQuery, matchesExpenseQuery } from '#api/money/expenseQuery.ts'
import { etagOfSources } from '#api/platform/http/conditionalGet.ts'
import { operationRoute, runInParts } from '#api/platform/operationRoute.ts'
import { respondWithParticipants } from '#api/platform/respondWithParticipants.ts'
import { parseChoice } from '#api/platform/http/parseChoice.ts'
import { jsonChunks, JsonParts } from '#api/platform/http/jsonChunks.ts'
import { tripForParticipant, type ReadDeps } from '#api/platform/membership.ts'
import { singleQuery } from '#api/platform/http/query.ts'
import { authenticatedRoute, type Route, type AuthenticatedRequest } from '#api/platform/http/route.ts'

export function moneyRoutes(deps: OperationDeps & ReadDeps): Route[] {
  const { readModels } = deps

  /** The trip of the path, for one of its participants. */
  const tripOf = ({ params, by }: AuthenticatedRequest) => tripForParticipant(deps, params['tripId']!, by.id)

  async function documentsOf<Name extends keyof TripDocuments>(
    incoming: AuthenticatedRequest,
    ...names: readonly Name[]
  ): Promise<ExistingTrip<Name>> {
    const trip = await tripOf(incoming)
    return resolvedDocuments<Name>({ ...(await readTripDocuments(readModels, trip.id, ...names)), trip })
  }

  return [
    ...moneyOperations
      .filter((of) => of !== UndoImportOperation)
      .map((of) => operationRoute(of, deps, respondWithParticipants(deps))),

    authenticatedRoute(contract.undoImport, (incoming) => runInParts(UndoImportOperation, deps, incoming)),

    authenticatedRoute(contract.listCategories, () => ({ body: { categories } })),

    authenticatedRoute(contract.listExpenses, async (incoming) => {
      const documents = await documentsOf(incoming, 'expenses')
      const query = readExpenseQuery(incoming.query)
      const found = expenseRecords(documents).filter(matchesExpenseQuery(query))
      const { records, ...next } = expensePage(sortByQuery(found, query), query)
      const contacts = await contactsOfGuests(readModels, documents.trip)
      const expenses = expensesInChunks(documents.trip, contacts, records)
      return {
        etag: etagOfSources(documents.trip, contacts, revisionsOf(records), next),
        chunks: jsonChunks(new JsonParts({ expenses, ...next })),
      }
    }),

    authenticatedRoute(contract.getExpenseSummary, async (incoming) => {
      const documents = await documentsOf(incoming, 'balances')
      return { body: { summary: summaryResponse(documents, incoming.by.id) } }
    }),

    authenticatedRoute(contract.getBalances, async (incoming) => {
      return { body: { balances: balancesResponse(await documentsOf(incoming, 'balances')) } }
    }),

    authenticatedRoute(contract.getPool, async (incoming) => {
      const documents = await documentsOf(incoming, 'balances', 'contributions', 'expenses')
      const { balance, transactions, stats } = poolParts(documents, incoming.by.id)
      return { chunks: jsonChunks(new JsonParts({ balance, transactions: built(transactions), stats })) }
    }),

    authenticatedRoute(contract.getSettlement, async (incoming) => {
      const trip = await tripOf(incoming)
      const choice = singleQuery(incoming.query, ['poolBalanceHandling']).poolBalanceHandling
      const mode = parseChoice('poolBalanceHandling', choice, POOL_MODES) ?? 'distributed'
      // A trip that is not in the read models yet has no money.
      const settled = (await readModels.get(settlements, trip.id)) ?? settlementsOf(trip, null)
      return { body: { settlement: toSettlementResponse(trip, settled[mode], settled.currency) } }
    }),

    authenticatedRoute(contract.listPayments, async (incoming) => {
      const documents = await documentsOf(incoming, 'payments')
      const payments = paymentRecords(documents).map(
        (record) => () => toPaymentResponse(record, documents.trip),
      )
      return { chunks: jsonChunks(new JsonParts({ payments: built(payments) })) }
    }),
  ]
}

const revisionsOf = (records: readonly ExpenseRecord[]): string[] =>
  records.map(({ id, revision }) => `${id} ${revision}`)

/** One by one, as they are sent. */
function* built<Item>(builders: readonly (() => Item)[]) {
  for (const build of builders) yield build()
}

/** One by one: 20,000 expenses with all their sharers would be hundreds of megabytes at once. */
function* expensesInChunks(trip: Trip, contacts: readonly GuestContact[], records: readonly ExpenseRecord[]) {
  const toResponse = expenseResponses(trip)
  const withParticipants = participantsOf(trip, contacts)
  for (const record of records) yield withParticipants(toResponse(record))
}
