// The handlers of the demo's API: each money command runs its operation, and the screens show the replica of the trip. Other
// endpoints are not used by the demo's screens.

import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import type { Refusal } from '#core/kernel/decider.ts'
import { type RefusalTable, toRefusalResponse } from '#core/kernel/refusalResponse.ts'
import { categories } from '#core/money/categories.ts'
import { listCategories } from '#core/money/contract.ts'
import { moneyStreamType } from '#core/money/decider.ts'
import { moneyOperations } from '#core/money/operations.ts'
import type { AnyOperation, Actor } from '#core/store/operation.ts'
import { getReplica } from '#core/trips/contract.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import { documentsVersion, toTripDocuments, tripProjections } from '#projections/replica/tripDocuments.ts'
import { revisionsAt } from '#core/store/revisionsAt.ts'
import type { DemoProduct } from '#web/demo/product.ts'

export interface DemoRequest {
  params: Params
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
export function demoHandlers({ run, store, readStore }: DemoProduct, me: Actor): DemoHandler[] {
  const command = (of: AnyOperation): DemoHandler => ({
    endpoint: of.endpoint,
    async handle({ params, body, key, ifMatch }) {
      const outcome = await run(of, { params, body, by: me, key, requestId: key, ifMatch })
      if (outcome.refusal) return refused(outcome.refusal, of.refusals)
      return { status: of.endpoint.status, body: outcome.response }
    },
  })

  return [
    ...moneyOperations.map(command),
    { endpoint: listCategories, handle: async () => ({ status: 200, body: { categories } }) },
    {
      endpoint: getReplica,
      async handle({ params }) {
        const tripId = params['tripId'] ?? ''
        const { position, docs } = await readStore.getTogether(tripProjections, tripId)
        const revisions = await revisionsAt(
          store,
          prefixes.map((prefix) => prefix + tripId),
          position,
        )
        const documents = toTripDocuments(docs, tripId)
        return { status: 200, body: { position, revisions, version: documentsVersion, documents } }
      },
    },
  ]
}

/** Nothing here changes the itinerary, whose rules would be loaded with its stream. */
const prefixes = [tripStreamType, moneyStreamType].map(({ prefix }) => prefix)

function refused(refusal: Refusal, table: RefusalTable): DemoResponse {
  const { status, code, message, fields, revision } = toRefusalResponse(refusal, table)
  const error = { code, message, requestId: 'demo', ...(fields && { fields }), ...(revision && { revision }) }
  return { status, body: { message, error } }
}
