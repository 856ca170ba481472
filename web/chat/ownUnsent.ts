// What one has written that the server has not answered yet, as it lies over the messages of a conversation.

import { editMessage, sendMessage } from '#core/chat/contract.ts'
import type { PendingChatCommand } from '#web/chat/chatPorts.ts'
import { messageAt, seqOfMessage } from '#web/chat/messageChunks.ts'
import type { PendingMessage, Timeline } from '#web/chat/timeline.ts'
import type { PendingEdit } from '#web/chat/timelineRows.ts'
import { isEndpoint } from '#web/platform/outbox/item.ts'

/** By the id of the message. */
export function editsAmong(items: readonly PendingChatCommand[]): ReadonlyMap<string, PendingEdit> {
  return new Map(
    items
      .filter((item) => isEndpoint(item, editMessage))
      .map(({ params, body, state, memoryOnly, error }) => {
        const { content } = body as { content: string }
        return [params['messageId']!, { content, state, memoryOnly, error }]
      }),
  )
}

/** In the order they go out; each quotes what it answers as it is in the timeline, or as it was there. */
export function messagesAmong(items: readonly PendingChatCommand[], timeline: Timeline): PendingMessage[] {
  return items.filter((item) => isEndpoint(item, sendMessage)).map((item) => messageOf(item, timeline))
}

function messageOf(
  { id, body, at, state, memoryOnly, error }: PendingChatCommand,
  { chunks, pending }: Timeline,
): PendingMessage {
  const { content, reply_to: quoted } = body as { content: string; reply_to?: string | null }
  const seq = quoted ? seqOfMessage(chunks, quoted) : null
  const message = seq === null ? undefined : messageAt(chunks, seq)
  const known = pending.find((one) => one.id === id)?.replyTo ?? null
  const replyTo = message ? { id: message.id, content: message.content, sender: message.sender } : known
  return { id, content, replyTo, at, state, memoryOnly, error }
}
