// Messages by sequence number, in immutable arrays of 50: a new message replaces one small array, however many there are.

import type { MessageResponse } from '#core/chat/contract.ts'
import type { SeqRange } from '#web/chat/engine/timeline/seqRanges.ts'

export const CHUNK_SIZE = 50

/** Slot n holds message number 50 × index + n + 1. */
export type MessageChunk = readonly (MessageResponse | undefined)[]
export type MessageChunks = ReadonlyMap<number, MessageChunk>

export const chunkOf = (seq: number): number => Math.floor((seq - 1) / CHUNK_SIZE)
const slotOf = (seq: number): number => (seq - 1) % CHUNK_SIZE

export function messageAt(chunks: MessageChunks, seq: number): MessageResponse | undefined {
  return chunks.get(chunkOf(seq))?.[slotOf(seq)]
}

/** With the newest version of each message; the same map if nothing is new. */
export function withMessages(chunks: MessageChunks, messages: readonly MessageResponse[]): MessageChunks {
  const changed = new Map<number, (MessageResponse | undefined)[]>()
  for (const message of messages) {
    const index = chunkOf(message.seq)
    const slots = changed.get(index) ?? chunks.get(index)
    const existing = slots?.[slotOf(message.seq)]
    if (existing && !isNewerMessage(message, existing)) continue
    let copy = changed.get(index)
    if (!copy) {
      copy = slots ? [...slots] : Array.from({ length: CHUNK_SIZE }, () => undefined)
      changed.set(index, copy)
    }
    copy[slotOf(message.seq)] = message
  }
  if (changed.size === 0) return chunks
  const next = new Map([...chunks, ...changed])
  const deletedIds = new Set(messages.flatMap(({ id, deleted }) => (deleted ? [id] : [])))
  return deletedIds.size === 0 ? next : withoutQuotesOf(next, deletedIds)
}

/** The text of a deleted message stands nowhere on this device, not in replies to it either. */
function withoutQuotesOf(chunks: MessageChunks, ids: ReadonlySet<string>): MessageChunks {
  const cleaned = (message: MessageResponse | undefined) =>
    message?.reply_to && ids.has(message.reply_to.id)
      ? { ...message, reply_to: { ...message.reply_to, content: '', deleted: true } }
      : message
  return new Map([...chunks].map(([index, chunk]) => [index, chunk.map(cleaned)]))
}

/** The server gives each version of a message a later time than the one before; what it quotes has times of its own. */
export function isNewerMessage(message: MessageResponse, existing: MessageResponse): boolean {
  if (message.updated_at !== existing.updated_at) return message.updated_at > existing.updated_at
  return (
    (message.is_edited && !existing.is_edited) || message.reply_to?.content !== existing.reply_to?.content
  )
}

/** The messages of a range, in order; missing ones are left out. */
export function messagesIn(chunks: MessageChunks, { from, to }: SeqRange): MessageResponse[] {
  const messages: MessageResponse[] = []
  for (let index = chunkOf(from); index <= chunkOf(to); index++)
    for (const message of chunks.get(index) ?? [])
      if (message && message.seq >= from && message.seq <= to) messages.push(message)
  return messages
}

/** Searches the newest chunks first, because most searches are for new messages. */
export function seqOfMessage(chunks: MessageChunks, id: string): number | null {
  for (const index of [...chunks.keys()].sort((a, b) => b - a))
    for (const message of chunks.get(index)!) if (message?.id === id) return message.seq
  return null
}
