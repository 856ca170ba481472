// Looks up messages and counts in the read models for the commands of conversations.

import type { ChatLookups } from '#core/chat/lookups.ts'
import { quotingDeleted, type MessageRecord } from '#core/chat/toResponse.ts'
import { conversations } from '#projections/chat/conversations.ts'
import { MESSAGES_PER_LEAF, messageLeafKey, messages } from '#projections/chat/messages.ts'
import { messageSeqKey, messageSeqs } from '#projections/chat/messageSeqs.ts'
import { sentCountOf } from '#api/chat/toResponse.ts'
import type { ReadModels } from '#api/platform/readModels.ts'

export function createChatLookups(
  readModels: ReadModels,
  connectionsOf: ChatLookups['connectionsOf'],
): ChatLookups {
  return {
    connectionsOf,
    findMessage: (conversationId, messageId) => findMessage(readModels, conversationId, messageId),
    async findMessageIfReadable(conversationId, messageId) {
      const seq = await readModels.get(messageSeqs, messageSeqKey(conversationId, messageId))
      return messageAt(readModels, conversationId, seq)
    },
    async countMessages(conversationId, userId) {
      const doc = await readModels.get(conversations, conversationId)
      return { lastSeq: doc?.lastSeq ?? 0, sentCount: doc ? sentCountOf(doc, userId) : 0 }
    },
    async countOwnMessagesUpTo(conversationId, userId, seq, before) {
      const { lastSeq, sentCount } = await this.countMessages(conversationId, userId)
      const ownIn = async (from: number, to: number) => {
        const between = await messagesBetween(readModels, conversationId, from, to)
        const isOwn = ({ sender, messageType }: MessageRecord) =>
          sender.id === userId || messageType === 'system'
        return between.filter(isOwn).length
      }
      // Counted from the nearer end: a person who comes late to a long conversation reads its newest.
      return seq - before.seq < lastSeq - seq
        ? before.own + (await ownIn(before.seq + 1, seq))
        : sentCount - (await ownIn(seq + 1, lastSeq))
    },
  }
}

/** A message of this conversation, quoting the present text of another; before a miss, the read models catch up with the log. */
export async function findMessage(
  readModels: ReadModels,
  conversationId: string,
  messageId: string,
): Promise<MessageRecord | null> {
  const seq = await readModels.find(messageSeqs, messageSeqKey(conversationId, messageId))
  const message = await messageAt(readModels, conversationId, seq)
  return message && (await withPresentQuotes(readModels, conversationId, [message]))[0]!
}

async function messageAt(
  readModels: ReadModels,
  conversationId: string,
  seq: number | null,
): Promise<MessageRecord | null> {
  if (seq === null) return null
  const [found] = await messagesBetween(readModels, conversationId, seq, seq)
  return found ?? null
}

/** The messages with seq `from` to `to`, both included, in order. */
export async function messagesBetween(
  readModels: ReadModels,
  conversationId: string,
  from: number,
  to: number,
): Promise<MessageRecord[]> {
  if (to < from || to < 1) return []
  const first = Math.max(1, from)
  const keys: string[] = []
  for (let leaf = Math.floor((first - 1) / MESSAGES_PER_LEAF); leaf * MESSAGES_PER_LEAF < to; leaf++)
    keys.push(messageLeafKey(conversationId, leaf * MESSAGES_PER_LEAF + 1))
  const leaves = await readModels.getMany(messages, keys)
  return leaves.flatMap((leaf) => leaf ?? []).filter(({ seq }) => seq >= first && seq <= to)
}

/** The messages with the present texts of those that they quote, which the read model of a message does not have. */
export async function withPresentQuotes(
  readModels: ReadModels,
  conversationId: string,
  given: readonly MessageRecord[],
): Promise<MessageRecord[]> {
  const quotedIds = [...new Set(given.flatMap(({ replyTo }) => (replyTo ? [replyTo.id] : [])))]
  const found = await readModels.getMany(
    messageSeqs,
    quotedIds.map((id) => messageSeqKey(conversationId, id)),
  )
  const leafKeys = new Set(found.flatMap((seq) => (seq ? [messageLeafKey(conversationId, seq)] : [])))
  const leaves = await readModels.getMany(messages, [...leafKeys])
  const quoted = new Map(leaves.flatMap((leaf) => leaf ?? []).map((message) => [message.id, message]))
  return given.map((message) => {
    const { replyTo } = message
    const source = replyTo && quoted.get(replyTo.id)
    if (!source) return message
    if (source.isDeleted) return quotingDeleted(message)
    return { ...message, replyTo: { ...replyTo, content: source.content } }
  })
}
