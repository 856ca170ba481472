// The chats of a trip: any participant opens one, its maker and the trip's editors change and delete it.

import type { Request } from '#core/store/operate.ts'
import type { Reader } from '#core/store/reader.ts'
import { mayOnTripChat } from '#core/chat/access.ts'
import { TripChatBody, ChangeTripChatBody } from '#core/chat/bodies.ts'
import * as contract from '#core/chat/contract.ts'
import type { ConversationState } from '#core/chat/decider.ts'
import { conversationKind } from '#core/chat/decider.ts'
import type { ChatOperation } from '#core/chat/operations.ts'
import { mayOnTrip } from '#core/trips/access.ts'
import { tripKind } from '#core/trips/decider.ts'
import type { TripState } from '#core/trips/trip.ts'

interface Known {
  trip: TripState
}

interface KnownToCreate extends Known {
  /** Chats that the trip has. */
  chats: number
}

const common = {
  kind: conversationKind,
  refusals: contract.chatRefusals,
  known: async ({ params }: Request, reader: Reader): Promise<Known> => ({
    trip: await reader.state(tripKind, params['tripId']!),
  }),
}
const ofChat = {
  ...common,
  stream: ({ params }: Request) => params['chatId']!,
  may: ({ by, params }: Request, { trip }: Known, own: ConversationState) =>
    mayOnTripChat(own, trip, { userId: by.id, tripId: params['tripId']!, toChange: true }),
  answer: ({ params }: Request) => ({ show: { id: params['chatId']! } }),
}

export const CreateTripChatOperation: ChatOperation<
  'CreateTripChat',
  KnownToCreate,
  { name: string; description: string | null }
> = {
  ...common,
  type: 'CreateTripChat',
  call: contract.createTripChat,
  stream: ({ newId }) => newId,
  async known(request, reader) {
    const tripId = request.params['tripId']!
    const [known, chats] = await Promise.all([
      common.known(request, reader),
      request.world.counted('chatsOfTrip', [tripId]),
    ])
    return { ...known, chats: chats.get(tripId) ?? 0 }
  },
  may: ({ by }, { trip }) => mayOnTrip(trip, by.id),
  body: () => TripChatBody,
  command: ({ newId, params, by, body }, { chats }) => ({
    id: newId,
    tripId: params['tripId']!,
    ...body,
    chats,
    by: { id: by.id, username: by.username },
  }),
  answer: ({ newId }) => ({ show: { id: newId } }),
}

export const ChangeTripChatOperation: ChatOperation<
  'ChangeTripChat',
  Known,
  { name?: string | undefined; description?: string | null | undefined }
> = {
  ...ofChat,
  type: 'ChangeTripChat',
  call: contract.changeTripChat,
  body: () => ChangeTripChatBody,
  command: ({ body }) => ({ ...body }),
}

export const DeleteTripChatOperation: ChatOperation<'DeleteTripChat', Known> = {
  ...ofChat,
  type: 'DeleteTripChat',
  call: contract.deleteTripChat,
  command: () => ({}),
}
