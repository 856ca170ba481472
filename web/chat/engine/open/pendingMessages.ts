// Own messages and changes of messages that the server has not confirmed, as a conversation shows them over its fetched messages.

import type { SendMessageBody } from '#core/chat/bodies.ts'
import { addReaction, deleteMessage, editMessage, removeReaction, sendMessage } from '#core/chat/contract.ts'
import type { PendingChatCommand } from '#web/chat/engine/chatPorts.ts'
import { messageAt, seqOfMessage } from '#web/chat/engine/timeline/messageChunks.ts'
import type { PendingMessage } from '#web/chat/engine/timeline/pendingMessage.ts'
import type { Timeline } from '#web/chat/engine/timeline/timeline.ts'
import { type PendingChanges, emptyFiles, quoteOf } from '#web/chat/engine/timeline/timelineRows.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'

type WithEndpoint = Pick<PendingChatCommand, 'endpoint'>

/** Whether the command is a message or an edit: a text that must not get lost. */
export const isOfText = (command: WithEndpoint): boolean =>
  isEndpoint(command, sendMessage) || isEndpoint(command, editMessage)

/** Whether the command changes a message and has no text: where it is refused there is nothing to keep. */
export const isPlainChange = (command: WithEndpoint): boolean =>
  [deleteMessage, addReaction, removeReaction].some((endpoint) => isEndpoint(command, endpoint))

/** By message id. */
export function pendingChanges(commands: readonly PendingChatCommand[]): ReadonlyMap<string, PendingChanges> {
  const all = new Map<string, PendingChanges>()
  for (const command of commands) {
    const { params, body, state, isMemoryOnly, error } = command
    const { messageId = '', emoji = '' } = params
    const before = all.get(messageId) ?? { reactions: [] }
    const change = (changes: Partial<PendingChanges>) => all.set(messageId, { ...before, ...changes })
    const react = (isSet: boolean) => change({ reactions: [...before.reactions, { emoji, isSet }] })
    if (isEndpoint(command, editMessage)) {
      const text = body as Pick<PendingMessage, 'content' | 'mentions'>
      change({ edit: { ...text, state, isMemoryOnly, error } })
    } else if (isEndpoint(command, deleteMessage)) change({ deletion: state })
    else if (isEndpoint(command, addReaction)) react(true)
    else if (isEndpoint(command, removeReaction)) react(false)
  }
  return all
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
  const sent = body as SendMessageBody
  const {
    content,
    mentions,
    reply_to: quotedId,
    message_type: messageType = 'text',
    files = emptyFiles,
  } = sent
  const seq = quotedId ? seqOfMessage(chunks, quotedId) : null
  const quoted = seq === null ? undefined : messageAt(chunks, seq)
  const replyTo = quoted ? quoteOf(quoted) : (pending.find((message) => message.id === id)?.replyTo ?? null)
  return {
    id,
    content,
    mentions: mentions ?? undefined,
    messageType,
    files,
    replyTo,
    at,
    state,
    isMemoryOnly,
    error,
  }
}
