// The operations of a conversation. The response is built from the command's own events, so a retry returns the same
// body; otherwise it is read from the read models once they include the events.

import { idFrom } from '#core/kernel/ids.ts'
import type { OperationRequest } from '#core/store/operation.ts'
import { StartConversationBody, type ParsedStartConversation } from '#core/chat/bodies.ts'
import * as contract from '#core/chat/contract.ts'
import { getUnparsedBody, senderOf, type ChatOperation } from '#core/chat/conversationContext.ts'
import { conversationStreamType } from '#core/chat/decider.ts'
import {
  addToGroupOperation,
  ChangeGroupOperation,
  LeaveGroupOperation,
  loadInvited,
  RemoveFromGroupOperation,
  refuseInvited,
  type InvitedPeople,
} from '#core/chat/groupOperations.ts'
import type { ChatLookups } from '#core/chat/lookups.ts'
import {
  deleteOperation,
  editOperation,
  addReactionOperation,
  removeReactionOperation,
  sendOperation,
} from '#core/chat/messageOperations.ts'
import { SetNotificationsOperation } from '#core/chat/muteOperation.ts'
import { markReadOperation } from '#core/chat/markReadOperation.ts'
import { toStartedConversation } from '#core/chat/toResponse.ts'

export const conversationOperations = (lookups: ChatLookups) => ({
  StartConversationOperation: startOperation(lookups),
  ChangeGroupOperation,
  AddToGroupOperation: addToGroupOperation(lookups),
  RemoveFromGroupOperation,
  LeaveGroupOperation,
  SetNotificationsOperation,
  SendMessageOperation: sendOperation(lookups),
  EditMessageOperation: editOperation(lookups),
  DeleteMessageOperation: deleteOperation(lookups),
  AddReactionOperation: addReactionOperation(lookups),
  RemoveReactionOperation: removeReactionOperation(lookups),
  MarkConversationReadOperation: markReadOperation(lookups),
})

const startOperation = (
  lookups: ChatLookups,
): ChatOperation<'StartConversation', InvitedPeople, ParsedStartConversation> => ({
  streamType: conversationStreamType,
  refusals: contract.chatRefusals,
  type: 'StartConversation',
  endpoint: contract.startConversation,
  streamId: conversationIdOf,
  load: (request) => loadInvited(request, lookups),
  authorize: refuseInvited,
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
