// The codec of all events of the product.

import { chatUpcasts } from '#core/chat/events.ts'
import { itineraryUpcasts } from '#core/itinerary/activity.ts'
import { moneyUpcasts } from '#core/money/events.ts'
import { peopleUpcasts } from '#core/people/events.ts'
import { createCodec, type Codec } from '#core/store/codec.ts'
import { tripUpcasts } from '#core/trips/events.ts'

export function createProductCodec(): Codec {
  return createCodec(peopleUpcasts, tripUpcasts, itineraryUpcasts, moneyUpcasts, chatUpcasts)
}
