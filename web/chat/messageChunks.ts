// Messages by their number, in immutable arrays of 50: a new message makes one small array new and leaves the others
// as they are, however many there are.

import type { MessageResponse } from '#core/chat/contract.ts'
import type { SeqRange } from '#web/chat/seqRanges.ts'

export const CHUNK = 50

/** Slot n holds message number 50 × index + n + 1. */
export type MessageChunk = readonly (MessageResponse | undefined)[]
export type MessageChunks = ReadonlyMap<number, MessageChunk>

export const chunkOf = (seq: number): number => Math.floor((seq - 1) / CHUNK)
const slotOf = (seq: number): number => (seq - 1) % CHUNK

export function messageAt(chunks: MessageChunks, seq: number): MessageResponse | undefined {
  return chunks.get(chunkOf(seq))?.[slotOf(seq)]
}

/** With these messages, each in its newest version; the same map where nothing is new. */
export function withMessages(chunks: MessageChunks, messages: readonly MessageResponse[]): MessageChunks {
  const changed = new Map<number, (MessageResponse | undefined)[]>()
  for (const message of messages) {
    const index = chunkOf(message.seq)
    const slots = changed.get(index) ?? chunks.get(index)
    const known = slots?.[slotOf(message.seq)]
    if (known && !isNewerMessage(message, known)) continue
    let own = changed.get(index)
    if (!own) {
      own = slots ? [...slots] : Array.from({ length: CHUNK }, () => undefined)
      changed.set(index, own)
    }
    own[slotOf(message.seq)] = message
  }
  return changed.size === 0 ? chunks : new Map([...chunks, ...changed])
}

/** The server makes each change of a message later than the one before it. */
export function isNewerMessage(given: MessageResponse, known: MessageResponse): boolean {
  if (given.updated_at !== known.updated_at) return given.updated_at > known.updated_at
  return given.is_edited && !known.is_edited
}

/** The messages of a range, in their order; holes are left out. */
export function messagesIn(chunks: MessageChunks, { from, to }: SeqRange): MessageResponse[] {
  const found: MessageResponse[] = []
  for (let index = chunkOf(from); index <= chunkOf(to); index++)
    for (const message of chunks.get(index) ?? [])
      if (message && message.seq >= from && message.seq <= to) found.push(message)
  return found
}

/** Newest first, because what is asked for is mostly new. */
export function seqOfMessage(chunks: MessageChunks, id: string): number | null {
  for (const index of [...chunks.keys()].sort((a, b) => b - a))
    for (const message of chunks.get(index)!) if (message?.id === id) return message.seq
  return null
}
