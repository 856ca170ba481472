// What a conversation's commands ask the read side about.

import type { ChatLookups } from '#core/chat/lookups.ts'
import { conversations } from '#projections/chat/conversations.ts'
import type { MessageRecord } from '#projections/chat/messages.ts'
import { LEAF, leafOf, messages } from '#projections/chat/messages.ts'
import { placeOfMessage } from '#projections/chat/placeOfMessage.ts'
import type { Reads } from '#api/platform/reads.ts'

export function createChatLookups(reads: Reads): ChatLookups {
  return {
    async message(conversationId, messageId) {
      const record = await findMessage(reads, conversationId, messageId)
      return record && { id: record.id, seq: record.seq, content: record.content, sender: record.sender }
    },
    async titles(conversationId) {
      const doc = await reads.find(conversations, conversationId)
      return { name: doc?.name ?? null, description: doc?.description ?? null }
    },
    async counts(conversationId, userId, seq) {
      const doc = await reads.get(conversations, conversationId)
      const lastSeq = doc?.lastSeq ?? 0
      const sent = doc?.sent[userId] ?? 0
      const after = await messagesBetween(reads, conversationId, seq + 1, lastSeq)
      return { lastSeq, sent, own: sent - after.filter(({ sender }) => sender.id === userId).length }
    },
  }
}

/** A message of this conversation; a miss first reads the log to its end. */
export async function findMessage(
  reads: Reads,
  conversationId: string,
  messageId: string,
): Promise<MessageRecord | null> {
  const place = await reads.find(placeOfMessage, messageId)
  if (place?.conversationId !== conversationId) return null
  const [found] = await messagesBetween(reads, conversationId, place.seq, place.seq)
  return found ?? null
}

/** Messages number `from` to `to`, both included, in their order. */
export async function messagesBetween(
  reads: Reads,
  conversationId: string,
  from: number,
  to: number,
): Promise<MessageRecord[]> {
  if (to < from || to < 1) return []
  const first = Math.max(1, from)
  const keys: string[] = []
  for (let seq = first; seq <= to; seq = (Math.floor((seq - 1) / LEAF) + 1) * LEAF + 1)
    keys.push(leafOf(conversationId, seq))
  const leaves = await reads.getMany(messages, keys)
  return leaves.flatMap((leaf) => leaf ?? []).filter(({ seq }) => seq >= first && seq <= to)
}
