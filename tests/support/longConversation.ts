// Writes a conversation of many messages straight into the log, because sending a hundred thousand messages one by one
// takes too long.

import { join } from 'node:path'
import type { ConversationEvent } from '#core/chat/events.ts'
import type { Actor } from '#core/store/operation.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { appendEvents } from '#tests/chat/events.ts'

/** The text of the n-th message; lengths vary. */
export const messageText = (n: number): string =>
  n % 7 === 0 ? `Message ${n}: ${'on and on along the coast '.repeat(1 + (n % 5))}` : `Message ${n}`

/** The id of the n-th message. */
export const messageIdOf = (sender: { id: string }, n: number): string => idFrom(sender.id, clientId(n))

const clientId = (n: number): string => idFrom('a device', String(n))

/** The sender of the n-th message: each sends three in a row. */
export const senderOf = <One>(people: readonly One[], n: number): One =>
  people[Math.floor(n / 3) % people.length]!

/**
 * @param dataDir of a server that is not running
 * @param count of the messages, a minute apart, the newest just now; the conversation must be empty
 */
export async function fillConversation(
  dataDir: string,
  conversationId: string,
  people: readonly Actor[],
  count: number,
): Promise<void> {
  const store = await openSqliteEventStore({ file: join(dataDir, 'events.db') })
  const start = Date.now() - count * 60_000
  const events = Array.from({ length: count }, (_, index): ConversationEvent => {
    const seq = index + 1
    const { id, username } = senderOf(people, seq)
    const message = {
      id: messageIdOf({ id }, seq),
      seq,
      clientMessageId: clientId(seq),
      content: messageText(seq),
      messageType: 'text' as const,
      sender: { id, username },
      replyTo: null,
      createdAt: new Date(start + seq * 60_000).toISOString(),
    }
    return { type: 'MessageSent', data: { conversationId, message } }
  })
  await appendEvents(store, `conversation-${conversationId}`, events)
  await store.close()
}
