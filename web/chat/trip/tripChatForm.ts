// The form of a trip's chat: its values, their validation, and the changes to send.

import type * as v from 'valibot'
import { type ChangeTripChatBody, TripChatBody } from '#core/chat/bodies.ts'
import type { TripChatResponse } from '#core/chat/contract.ts'
import { resolverOf } from '#web/platform/form.ts'

export interface TripChatValues {
  name: string
  description: string
}

export type CheckedTripChat = v.InferOutput<typeof TripChatBody>

export const tripChatResolver = resolverOf<TripChatValues, CheckedTripChat>(TripChatBody)

/** @param chat null for a new one */
export const tripChatFormValues = (chat: TripChatResponse | null): TripChatValues => ({
  name: chat?.name ?? '',
  description: chat?.description ?? '',
})

/** Only changed fields are sent, so that two people can change different ones at the same time. */
export function tripChatFormChanges(checked: CheckedTripChat, chat: TripChatResponse): ChangeTripChatBody {
  return {
    ...(checked.name !== chat.name && { name: checked.name }),
    ...(checked.description !== chat.description && { description: checked.description }),
  }
}
