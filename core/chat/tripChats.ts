// The operations of trip chats: any participant creates one; its creator and the trip's editors change and delete it.

import type { OperationRequest } from '#core/store/operation.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import { authorizeOnTripChat } from '#core/chat/access.ts'
import { TripChatBody, ChangeTripChatBody } from '#core/chat/bodies.ts'
import { chatRefusals } from '#core/chat/contract.ts'
import { changeTripChat, createTripChat, deleteTripChat } from '#core/chat/tripChatContract.ts'
import { conversationStreamType, type ConversationState } from '#core/chat/decider.ts'
import { senderOf, type ChatOperation } from '#core/chat/conversationContext.ts'
import { authorizeOnTrip } from '#core/trips/access.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { TripState } from '#core/trips/trip.ts'

export interface TripChatContext {
  trip: TripState
}

const forTrip = {
  streamType: conversationStreamType,
  refusals: chatRefusals,
  load: async ({ params }: OperationRequest, reader: StreamReader): Promise<TripChatContext> => ({
    trip: await reader.state(tripStreamType, params['tripId']!),
  }),
}
export const forTripChat = {
  ...forTrip,
  streamId: ({ params }: OperationRequest) => params['chatId']!,
  authorize: ({ by, params }: OperationRequest, { trip }: TripChatContext, state: ConversationState) =>
    authorizeOnTripChat(state, trip, { userId: by.id, tripId: params['tripId']!, toChange: true }),
  toResponse: ({ params }: OperationRequest) => ({ id: params['chatId']! }),
}

export const CreateTripChatOperation: ChatOperation<
  'CreateTripChat',
  TripChatContext & { chatCount: number },
  { name: string; description: string | null }
> = {
  ...forTrip,
  type: 'CreateTripChat',
  endpoint: createTripChat,
  streamId: ({ newId }) => newId,
  async load(request, reader) {
    const tripId = request.params['tripId']!
    const [context, chats] = await Promise.all([
      forTrip.load(request, reader),
      request.lookups.counts('chatsOfTrip', [tripId]),
    ])
    return { ...context, chatCount: chats.get(tripId) ?? 0 }
  },
  authorize: ({ by }, { trip }) => authorizeOnTrip(trip, by.id),
  schema: () => TripChatBody,
  toCommand: (request, { chatCount }) => ({
    id: request.newId,
    tripId: request.params['tripId']!,
    ...request.body,
    chatCount,
    by: senderOf(request),
  }),
  toResponse: ({ newId }) => ({ id: newId }),
}

export const ChangeTripChatOperation: ChatOperation<
  'ChangeTripChat',
  TripChatContext,
  { name?: string | undefined; description?: string | null | undefined }
> = {
  ...forTripChat,
  type: 'ChangeTripChat',
  endpoint: changeTripChat,
  schema: () => ChangeTripChatBody,
  toCommand: ({ body }) => ({ ...body }),
}

export const DeleteTripChatOperation: ChatOperation<'DeleteTripChat', TripChatContext> = {
  ...forTripChat,
  type: 'DeleteTripChat',
  endpoint: deleteTripChat,
  toCommand: () => ({}),
}
