// The handlers of the demo's API: each money command runs its operation, each read returns its read model. Other endpoints
// are not used by the demo's screens.

import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import type { Refusal } from '#core/kernel/decider.ts'
import { type RefusalTable, toRefusalResponse } from '#core/kernel/refusals.ts'
import { categories } from '#core/money/categories.ts'
import * as money from '#core/money/contract.ts'
import { moneyOperations } from '#core/money/operations.ts'
import { POOL_MODES } from '#core/money/plan.ts'
import type { AnyOperation, Actor } from '#core/store/operation.ts'
import { authorizeOnTrip } from '#core/trips/access.ts'
import * as trips from '#core/trips/contract.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import { toTripResponse } from '#core/trips/toResponse.ts'
import type { Trip } from '#core/trips/trip.ts'
import {
  readBalances,
  readExpenses,
  readPayments,
  readPool,
  readSettlement,
  readSummary,
} from '#projections/money/moneyResponses.ts'
import { participantsResponse } from '#projections/trips/participantsResponse.ts'
import type { DemoProduct } from '#web/demo/product.ts'

export interface DemoRequest {
  params: Params
  query: URLSearchParams
  body: unknown
  key: string
  ifMatch: number | undefined
}

export interface DemoResponse {
  status: number
  /** Undefined for none. */
  body: unknown
}

export interface DemoHandler {
  endpoint: Endpoint<unknown, unknown>
  handle(request: DemoRequest): Promise<DemoResponse>
}

/** @param me makes every request, whatever its token */
export function demoHandlers({ run, reader, docs, lookups }: DemoProduct, me: Actor): DemoHandler[] {
  const command = (of: AnyOperation): DemoHandler => ({
    endpoint: of.endpoint,
    async handle({ params, body, key, ifMatch }) {
      const outcome = await run(of, { params, body, by: me, key, requestId: key, ifMatch })
      if (outcome.refusal) return refused(outcome.refusal, of.refusals)
      return { status: of.endpoint.status, body: outcome.response }
    },
  })

  /** @param read the response for a participant of the trip */
  const reading = (
    endpoint: Endpoint<unknown, unknown>,
    read: (trip: Trip, request: DemoRequest) => Promise<object>,
  ): DemoHandler => ({
    endpoint,
    async handle(request) {
      const state = await reader.state(tripStreamType, request.params['tripId'] ?? '')
      const refusal = authorizeOnTrip(state, me.id)
      // A copy, because the stream reader folds later events into its state.
      return refusal
        ? refused(refusal, trips.tripRefusals)
        : { status: endpoint.status, body: await read({ ...state.trip! }, request) }
    },
  })

  return [
    ...moneyOperations.map(command),
    { endpoint: money.listCategories, handle: async () => ({ status: 200, body: { categories } }) },
    reading(money.listExpenses, async (trip) => ({ expenses: await readExpenses(docs, trip) })),
    reading(money.getExpenseSummary, async (trip) => ({ summary: await readSummary(docs, trip, me.id) })),
    reading(money.getBalances, async (trip) => ({ balances: await readBalances(docs, trip) })),
    reading(money.getPool, (trip) => readPool(docs, trip, me.id)),
    reading(money.getSettlement, async (trip, { query }) => {
      const mode = POOL_MODES.find((name) => name === query.get('poolBalanceHandling')) ?? 'distributed'
      return { settlement: await readSettlement(docs, trip, mode) }
    }),
    reading(money.listPayments, async (trip) => ({ payments: await readPayments(docs, trip) })),
    reading(trips.getTrip, async (trip) => ({
      trip: toTripResponse(trip, me.id, await lookups.currencyInUse(trip.id)),
    })),
    reading(trips.allParticipants, async (trip) => {
      const accounts = await lookups.users(trip.participants.map(({ id }) => id))
      return { participants: await participantsResponse(docs, trip, accounts) }
    }),
  ]
}

function refused(refusal: Refusal, table: RefusalTable): DemoResponse {
  const { status, code, message, fields, revision } = toRefusalResponse(refusal, table)
  const error = { code, message, requestId: 'demo', ...(fields && { fields }), ...(revision && { revision }) }
  return { status, body: { message, error } }
}
