// The operations of a group after its start.

import { personIn } from '#core/kernel/personName.ts'
import { notFound, refuseProvisional } from '#core/kernel/refusals.ts'
import type { Refusal } from '#core/kernel/decider.ts'
import type { OperationRequest } from '#core/store/operation.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import { authorizeToChangeGroup } from '#core/chat/access.ts'
import { AddToGroupBody, ChangeGroupBody } from '#core/chat/bodies.ts'
import * as contract from '#core/chat/contract.ts'
import {
  type ChatOperation,
  forConversationMembers,
  getUnparsedBody,
  loadTrip,
  type MessageContext,
} from '#core/chat/conversationContext.ts'
import { type ConversationState, conversationStreamType } from '#core/chat/decider.ts'
import type { ChatPerson } from '#core/chat/events.ts'
import type { ChatLookups } from '#core/chat/lookups.ts'
import type { TripState } from '#core/trips/trip.ts'

interface GroupContext {
  trip: TripState | null
}

const byPerson = ({ newId, by, now }: OperationRequest) => ({ messageId: newId, by: personIn(by), now })

const ofGroup = {
  ...forConversationMembers,
  load: async (
    _: OperationRequest,
    reader: StreamReader,
    state: ConversationState,
  ): Promise<MessageContext> => ({ trip: await loadTrip(state, reader), message: null }),
  authorize: ({ by }: OperationRequest, { trip }: GroupContext, state: ConversationState) =>
    authorizeToChangeGroup(state, trip, by.id),
  toResponse: ({ params }: OperationRequest) => ({ id: params['conversationId']! }),
}

export const ChangeGroupOperation: ChatOperation<
  'ChangeGroup',
  MessageContext,
  { name?: string | undefined; description?: string | null | undefined }
> = {
  ...ofGroup,
  type: 'ChangeGroup',
  endpoint: contract.changeGroup,
  schema: () => ChangeGroupBody,
  toCommand: (request) => ({ ...request.body, ...byPerson(request) }),
}

export const addToGroupOperation = (
  lookups: ChatLookups,
): ChatOperation<'AddToGroup', MessageContext & InvitedPeople, { participant_ids: string[] }> => ({
  ...ofGroup,
  type: 'AddToGroup',
  endpoint: contract.addToGroup,
  load: async (request, reader, state) => ({
    ...(await ofGroup.load(request, reader, state)),
    ...(await loadInvited(request, lookups)),
  }),
  authorize: (request, context, state) =>
    ofGroup.authorize(request, context, state) ?? refuseInvited(request, context),
  schema: () => AddToGroupBody,
  toCommand: (request, { others: people, conversationCount }) => ({
    people,
    conversationCount,
    ...byPerson(request),
  }),
})

/** Without a response, because who leaves may not read one. */
const leaving = {
  streamType: conversationStreamType,
  refusals: contract.chatRefusals,
  streamId: ofGroup.streamId,
  load: ofGroup.load,
  type: 'RemoveFromGroup' as const,
  toResponse: () => undefined,
}

export const RemoveFromGroupOperation = {
  ...leaving,
  endpoint: contract.removeFromGroup,
  authorize: ({ by, params }: OperationRequest, { trip }: GroupContext, state: ConversationState) =>
    authorizeToChangeGroup(state, trip, by.id, params['userId']),
  toCommand: (request: OperationRequest) => ({ userId: request.params['userId']!, ...byPerson(request) }),
}

export const LeaveGroupOperation = {
  ...leaving,
  endpoint: contract.leaveGroup,
  authorize: ({ by }: OperationRequest, { trip }: GroupContext, state: ConversationState) =>
    authorizeToChangeGroup(state, trip, by.id, by.id),
  toCommand: (request: OperationRequest) => ({ userId: request.by.id, ...byPerson(request) }),
}

export interface InvitedPeople {
  others: ChatPerson[]
  unknown: string[]
  /** How many share neither a trip nor a conversation with a sender whose account is provisional. */
  strangers: number
  /** The largest number of conversations that one of its people is in. */
  conversationCount: number
}

/** The people named by `participant_ids`, without the person who names them. */
export async function loadInvited(request: OperationRequest, lookups: ChatLookups): Promise<InvitedPeople> {
  const ids: unknown = getUnparsedBody(request)['participant_ids']
  const textIds = Array.isArray(ids)
    ? ids.filter((id): id is string => typeof id === 'string').slice(0, 100)
    : []
  const others = [...new Set(textIds)].filter((id) => id !== request.by.id)
  const accounts = await request.lookups.users(others)
  const people = others.flatMap((id) => accounts.get(id) ?? []).map(personIn)
  const counts = await request.lookups.counts('conversationsOfPerson', [request.by.id, ...accounts.keys()])
  const known = request.by.isProvisional ? await lookups.connectionsOf(request.by.id) : null
  return {
    others: people,
    strangers: known ? others.filter((id) => !known.has(id)).length : 0,
    unknown: others.filter((id) => !accounts.has(id)),
    conversationCount: Math.max(...counts.values(), 0),
  }
}

export const refuseInvited = (
  { by }: Pick<OperationRequest, 'by'>,
  { unknown, strangers }: Pick<InvitedPeople, 'unknown' | 'strangers'>,
): Refusal | null =>
  unknown.length > 0 ? notFound('User not found') : strangers > 0 ? refuseProvisional(by) : null
