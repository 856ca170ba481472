// The operations of a conversation. The response is built from the command's own events, so a retry returns the same
// body; otherwise it is read from the read models once they include the events.

import type { Refusal } from '#core/kernel/decider.ts'
import { personIn } from '#core/kernel/personName.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { notFound, refuseProvisional } from '#core/kernel/refusals.ts'
import type { OperationRequest } from '#core/store/operation.ts'
import { StartConversationBody, type ParsedStartConversation } from '#core/chat/bodies.ts'
import * as contract from '#core/chat/contract.ts'
import { getUnparsedBody, senderOf, type ChatOperation } from '#core/chat/conversationContext.ts'
import { conversationStreamType } from '#core/chat/decider.ts'
import type { ChatPerson } from '#core/chat/events.ts'
import type { ChatLookups } from '#core/chat/lookups.ts'
import {
  deleteOperation,
  editOperation,
  addReactionOperation,
  removeReactionOperation,
  sendOperation,
} from '#core/chat/messageOperations.ts'
import { markReadOperation } from '#core/chat/markReadOperation.ts'
import { toStartedConversation } from '#core/chat/toResponse.ts'

export const conversationOperations = (lookups: ChatLookups) => ({
  StartConversationOperation: startOperation(lookups),
  SendMessageOperation: sendOperation(lookups),
  EditMessageOperation: editOperation(lookups),
  DeleteMessageOperation: deleteOperation(lookups),
  AddReactionOperation: addReactionOperation(lookups),
  RemoveReactionOperation: removeReactionOperation(lookups),
  MarkConversationReadOperation: markReadOperation(lookups),
})

const startOperation = (
  lookups: ChatLookups,
): ChatOperation<'StartConversation', StartContext, ParsedStartConversation> => ({
  streamType: conversationStreamType,
  refusals: contract.chatRefusals,
  type: 'StartConversation',
  endpoint: contract.startConversation,
  streamId: conversationIdOf,
  load: (request) => loadStart(request, lookups),
  authorize: ({ by }, { unknown, strangers }): Refusal | null =>
    unknown.length > 0 ? notFound('User not found') : strangers > 0 ? refuseProvisional(by) : null,
  schema: () => StartConversationBody,
  toCommand: (request, { others, conversationCount }) => ({
    id: conversationIdOf(request),
    body: request.body,
    by: senderOf(request),
    others,
    conversationCount,
  }),
  toResponse({ by }, _, state, [started]) {
    if (started?.type !== 'DirectConversationStarted' && started?.type !== 'GroupStarted')
      return { id: state.conversation!.id }
    return { body: { conversation: toStartedConversation(started, by.id) } }
  },
})

/** Two people have one direct conversation. */
export const directIdOf = (userId: string, otherId: string): string =>
  idFrom('direct', [userId, otherId].sort().join(' '))

function conversationIdOf(request: OperationRequest): string {
  const { type, participant_ids: ids } = getUnparsedBody(request)
  const other: unknown = Array.isArray(ids) ? ids.find((id) => id !== request.by.id) : undefined
  return type === 'direct' && typeof other === 'string' ? directIdOf(request.by.id, other) : request.newId
}

interface StartContext {
  others: ChatPerson[]
  unknown: string[]
  /** How many share neither a trip nor a conversation with a sender whose account is provisional. */
  strangers: number
  /** The largest number of conversations that one of its people is in. */
  conversationCount: number
}

async function loadStart(request: OperationRequest, lookups: ChatLookups): Promise<StartContext> {
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
