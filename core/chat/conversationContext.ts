// What the operations of a conversation share: its context, its permission check, and access to the unparsed body.

import { personIn } from '#core/kernel/personName.ts'
import type { OperationRequest, Operation } from '#core/store/operation.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import { authorizeInConversation } from '#core/chat/access.ts'
import * as contract from '#core/chat/contract.ts'
import {
  type ConversationCommand,
  type ConversationState,
  conversationStreamType,
} from '#core/chat/decider.ts'
import type { ConversationEvent, ChatPerson } from '#core/chat/events.ts'
import { firstSeqFor, membershipStreamType, type Membership } from '#core/chat/membership.ts'
import type { MessageRecord } from '#core/chat/toResponse.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { TripState } from '#core/trips/trip.ts'

/** The response body, or the id of the conversation or message to read. */
export type ChatResponse = { body: object } | { id: string }

export type ChatOperation<Type extends ConversationCommand['type'], Context, Body = undefined> = Operation<
  ConversationState,
  Extract<ConversationCommand, { type: Type }>,
  ConversationEvent,
  Context,
  Body,
  ChatResponse
>

/** The trip of a trip chat, and the message that a command refers to. */
export interface MessageContext {
  trip: TripState | null
  message: MessageRecord | null
}

export const forConversationMembers = {
  streamType: conversationStreamType,
  refusals: contract.chatRefusals,
  streamId: ({ params }: OperationRequest) => params['conversationId']!,
  authorize: ({ by }: OperationRequest, { trip }: MessageContext, state: ConversationState) =>
    authorizeInConversation(state, trip, by.id),
  authorizeRead: async ({ by, params }: OperationRequest, { trip }: MessageContext, reader: StreamReader) =>
    authorizeInConversation(await reader.state(membershipStreamType, params['conversationId']!), trip, by.id),
}

export const senderOf = ({ by }: OperationRequest): ChatPerson => personIn(by)

/** The unparsed body, to load what the rules need before the body is validated. */
export function getUnparsedBody({ raw }: Pick<OperationRequest, 'raw'>): Record<string, unknown> {
  return typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {}
}

/** The message as this person may answer or change it: not a system message, and none from before they came. */
export const usableBy = (
  userId: string,
  membership: Membership,
  message: MessageRecord | null,
): MessageRecord | null =>
  message && message.messageType !== 'system' && message.seq >= firstSeqFor(membership, userId)
    ? message
    : null

export async function loadTrip(
  { conversation }: Membership,
  reader: StreamReader,
): Promise<TripState | null> {
  return conversation?.tripId ? reader.state(tripStreamType, conversation.tripId) : null
}
