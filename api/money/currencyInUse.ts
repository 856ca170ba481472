// Reads the currency of a trip's first money event, which never changes.

import type { CurrencyCode } from '#core/kernel/money.ts'
import type { Codec } from '#core/store/codec.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import { moneyStreamType } from '#core/money/decider.ts'

export async function currencyInUse(
  store: EventStore,
  codec: Codec,
  tripId: string,
): Promise<CurrencyCode | null> {
  const [first] = await store.read(moneyStreamType.prefix + tripId, { limit: 1 })
  if (!first) return null
  const state = moneyStreamType.initialState()
  moneyStreamType.evolve(state, codec.decode(first) as never)
  return state.currency
}
