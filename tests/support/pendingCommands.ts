// Pending commands as the optimistic screens see them, and the trip that they change; the server's later responses are
// the expected values.

import type { Endpoint } from '#core/kernel/endpoint.ts'
import { newIdOf } from '#core/kernel/ids.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'

export type ProductOfTwo = Product<'ann' | 'ben'>

/** Starts a product with a trip that ann organizes and ben is on. The caller stops the product. */
export async function tripOfTwo(): Promise<{ product: ProductOfTwo; tripId: string }> {
  const product = await startProduct({ people: ['ann', 'ben'] })
  const { trip } = expectSuccess(
    await product.as('ann').post('/trips', {
      title: 'Kyoto',
      destination: 'Japan',
      startDate: '2026-06-01',
      endDate: '2026-06-08',
      inviteUserIds: [product.people.ben.id],
    }),
  )
  return { product, tripId: trip.id }
}

let count = 0
/** A new UUID for each call. */
export const nextKey = (): string => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`

/** A command that waits for the network; `more` replaces fields. */
export function pendingCommand(endpoint: Endpoint, more: Partial<PendingCommand> = {}): PendingCommand {
  return {
    id: 'made',
    key: 'key',
    endpoint,
    path: endpoint.path,
    params: {},
    body: null,
    lane: 'trip',
    by: 'ben',
    state: 'waiting',
    isMemoryOnly: false,
    error: null,
    at: '2026-05-02T10:00:00.000Z',
    retry: () => undefined,
    discard: () => undefined,
    ...more,
  }
}

/** A command of this person on this trip; what it creates has the same id as on the server. */
export function commandOnTrip(
  endpoint: Endpoint,
  tripId: string,
  by: string,
  more: Partial<PendingCommand> = {},
): PendingCommand {
  const key = more.key ?? nextKey()
  const id = newIdOf(endpoint, { tripId }, by, key)
  return pendingCommand(endpoint, { id, key, params: { tripId }, lane: tripId, by, ...more })
}
