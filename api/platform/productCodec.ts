// The codec of all events of the product.

import { chatUpcasts } from '#core/chat/events.ts'
import { muteUpcasts } from '#core/chat/mutes.ts'
import { fileUpcasts } from '#core/files/events.ts'
import { recordUpcasts } from '#core/recordKinds.ts'
import { peopleUpcasts } from '#core/people/events.ts'
import { createCodec, type Codec } from '#core/store/codec.ts'
import { pinUpcasts } from '#core/trips/pins.ts'
import { tripUpcasts } from '#core/trips/events.ts'

export function createProductCodec(): Codec {
  return createCodec(
    peopleUpcasts,
    tripUpcasts,
    pinUpcasts,
    recordUpcasts,
    chatUpcasts,
    muteUpcasts,
    fileUpcasts,
  )
}
