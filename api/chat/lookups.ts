// What a conversation's commands ask the read side about.

import type { ChatLookups } from '#core/chat/lookups.ts'
import type { MessageRecord } from '#core/chat/present.ts'
import { conversations } from '#projections/chat/conversations.ts'
import { LEAF, leafOf, messages } from '#projections/chat/messages.ts'
import { placeKey, placeOfMessage } from '#projections/chat/placeOfMessage.ts'
import type { Reads } from '#api/platform/reads.ts'

export function createChatLookups(reads: Reads): ChatLookups {
  return {
    message: (conversationId, messageId) => findMessage(reads, conversationId, messageId),
    async messageShown(conversationId, messageId) {
      const seq = await reads.get(placeOfMessage, placeKey(conversationId, messageId))
      return messageAt(reads, conversationId, seq)
    },
    async counts(conversationId, userId) {
      const doc = await reads.get(conversations, conversationId)
      return { lastSeq: doc?.lastSeq ?? 0, sent: doc?.sent[userId] ?? 0 }
    },
    async ownUpTo(conversationId, userId, seq, before) {
      const { lastSeq, sent } = await this.counts(conversationId, userId)
      const ownIn = async (from: number, to: number) => {
        const between = await messagesBetween(reads, conversationId, from, to)
        return between.filter(({ sender }) => sender.id === userId).length
      }
      // Counted from whichever end is nearer: who comes to a long conversation late reads its newest.
      return seq - before.seq < lastSeq - seq
        ? before.own + (await ownIn(before.seq + 1, seq))
        : sent - (await ownIn(seq + 1, lastSeq))
    },
  }
}

/** A message of this conversation; a miss first reads the log to its end. */
export async function findMessage(
  reads: Reads,
  conversationId: string,
  messageId: string,
): Promise<MessageRecord | null> {
  return messageAt(
    reads,
    conversationId,
    await reads.find(placeOfMessage, placeKey(conversationId, messageId)),
  )
}

async function messageAt(
  reads: Reads,
  conversationId: string,
  seq: number | null,
): Promise<MessageRecord | null> {
  if (seq === null) return null
  const [found] = await messagesBetween(reads, conversationId, seq, seq)
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
  for (let leaf = Math.floor((first - 1) / LEAF); leaf * LEAF < to; leaf++)
    keys.push(leafOf(conversationId, leaf * LEAF + 1))
  const leaves = await reads.getMany(messages, keys)
  return leaves.flatMap((leaf) => leaf ?? []).filter(({ seq }) => seq >= first && seq <= to)
}
