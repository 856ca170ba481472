// Own messages and edits that the server has not confirmed, as a conversation shows them over its fetched messages.

import { editMessage, sendMessage } from '#core/chat/contract.ts'
import type { PendingChatCommand } from '#web/chat/engine/chatPorts.ts'
import { messageAt, seqOfMessage } from '#web/chat/engine/timeline/messageChunks.ts'
import type { PendingMessage } from '#web/chat/engine/timeline/pendingMessage.ts'
import type { Timeline } from '#web/chat/engine/timeline/timeline.ts'
import type { PendingEdit } from '#web/chat/engine/timeline/timelineRows.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'

/** @param path of a command's endpoint */
export const isMessageCommand = (path: string): boolean =>
  path === sendMessage.path || path === editMessage.path

/** Message id → pending edit. */
export function pendingEdits(commands: readonly PendingChatCommand[]): ReadonlyMap<string, PendingEdit> {
  return new Map(
    commands
      .filter((command) => isEndpoint(command, editMessage))
      .map(({ params, body, state, isMemoryOnly, error }) => {
        const { content } = body as { content: string }
        return [params['messageId']!, { content, state, isMemoryOnly, error }]
      }),
  )
}

/** In the order they are sent. A quoted message is shown as it is in the timeline, or as it was there last. */
export function pendingMessages(
  commands: readonly PendingChatCommand[],
  timeline: Timeline,
): PendingMessage[] {
  return commands
    .filter((command) => isEndpoint(command, sendMessage))
    .map((command) => toPendingMessage(command, timeline))
}

function toPendingMessage(
  { id, body, at, state, isMemoryOnly, error }: PendingChatCommand,
  { chunks, pending }: Timeline,
): PendingMessage {
  const { content, reply_to: quotedId } = body as { content: string; reply_to?: string | null }
  const seq = quotedId ? seqOfMessage(chunks, quotedId) : null
  const quoted = seq === null ? undefined : messageAt(chunks, seq)
  const replyTo = quoted
    ? { id: quoted.id, content: quoted.content, sender: quoted.sender }
    : (pending.find((message) => message.id === id)?.replyTo ?? null)
  return { id, content, replyTo, at, state, isMemoryOnly, error }
}
