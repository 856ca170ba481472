// The operation that moves a person's read marker in a conversation.

import type { Operation } from '#core/store/operation.ts'
import { authorizeInConversation } from '#core/chat/access.ts'
import { MarkReadBody } from '#core/chat/bodies.ts'
import * as contract from '#core/chat/contract.ts'
import { getUnparsedBody, loadTrip, type MessageContext } from '#core/chat/conversationContext.ts'
import type { ReadMarkerEvent } from '#core/chat/events.ts'
import type { ChatLookups } from '#core/chat/lookups.ts'
import { firstSeqFor, membershipStreamType, type Membership } from '#core/chat/membership.ts'
import {
  type ReadMarkerCommand,
  type ReadMarkerState,
  readMarkerStreamId,
  readMarkerStreamType,
} from '#core/chat/readMarker.ts'
import { unreadAfter } from '#core/chat/unread.ts'

interface MarkReadContext extends MessageContext {
  membership: Membership
  counts: { lastSeq: number; sentCount: number }
  /** The read marker after this command. */
  marker: Pick<ReadMarkerState, 'seq' | 'own'>
}

export function markReadOperation(
  lookups: ChatLookups,
): Operation<
  ReadMarkerState,
  ReadMarkerCommand,
  ReadMarkerEvent,
  MarkReadContext,
  { message_id: string },
  { unread_count: number }
> {
  return {
    streamType: readMarkerStreamType,
    refusals: contract.chatRefusals,
    type: 'MarkConversationRead',
    endpoint: contract.markRead,
    streamId: ({ params, by }) => readMarkerStreamId(params['conversationId']!, by.id),
    async load({ params, by, ...request }, reader, state) {
      const conversationId = params['conversationId']!
      const messageId = getUnparsedBody(request)['message_id']
      const membership = await reader.state(membershipStreamType, conversationId)
      const [trip, found, stored] = await Promise.all([
        loadTrip(membership, reader),
        typeof messageId === 'string' ? lookups.findMessage(conversationId, messageId) : null,
        reader.state(readMarkerStreamType, readMarkerStreamId(conversationId, by.id)),
      ])
      const message = found && found.seq >= firstSeqFor(membership, by.id) ? found : null
      const counts = await lookups.countMessages(conversationId, by.id)
      // In a batch of commands `state` is ahead of the stored marker; for a retry it is behind.
      const previous = state.seq < stored.seq ? { ...stored } : state
      const seq = message?.seq ?? 0
      const marker =
        seq <= previous.seq
          ? { ...previous }
          : { seq, own: await lookups.countOwnMessagesUpTo(conversationId, by.id, seq, previous) }
      return { membership, trip, message, counts, marker }
    },
    authorize: ({ by }, { membership, trip }) => authorizeInConversation(membership, trip, by.id),
    authorizeRead: ({ by }, { membership, trip }) => authorizeInConversation(membership, trip, by.id),
    schema: () => MarkReadBody,
    toCommand: ({ params, by, body, now }, { message, marker }) => ({
      conversationId: params['conversationId']!,
      userId: by.id,
      messageId: body.message_id,
      seq: message?.seq ?? null,
      own: marker.own,
      now,
    }),
    toResponse: (_, { counts: { lastSeq, sentCount }, marker }) => ({
      unread_count: unreadAfter(marker, lastSeq, sentCount),
    }),
  }
}
