// Counts the messages of other people after the read marker, by a subtraction: no message is read for it. A system message
// counts as everybody's own. Finds how far others have read.

import type { MessageType, ReadMark } from '#core/chat/events.ts'

/** As many times as a marker keeps. */
export const MAX_MARKS = 20

export interface ReadMarker {
  messageId: string
  seq: number
  /** How many messages up to `seq` the reader has sent, or the system. */
  own: number
  /** When it was moved, oldest first. */
  marks: readonly ReadMark[]
}

/** The newest message that each of these people has read; 0 for none. */
export function readUpTo(
  markerOf: (userId: string) => Pick<ReadMarker, 'seq'> | undefined,
  userIds: readonly string[],
): Record<string, number> {
  return Object.fromEntries(userIds.map((id) => [id, markerOf(id)?.seq ?? 0]))
}

export const isUnreadBy = (
  userId: string,
  { sender, message_type: type }: { sender: { id: string }; message_type: MessageType },
): boolean => sender.id !== userId && type !== 'system'

/** When a message that is read was read; null where that is longer ago than the marks say. */
export function readAt(marks: readonly ReadMark[], seq: number): string | null {
  const index = marks.findIndex((mark) => mark.seq >= seq)
  return index > 0 || marks.length < MAX_MARKS ? marks[index]!.at : null
}

/** @param sentCount how many messages of the conversation the reader has sent, or the system */
export function unreadAfter(
  marker: Pick<ReadMarker, 'seq' | 'own'> | undefined,
  lastSeq: number,
  sentCount: number,
): number {
  return lastSeq - (marker?.seq ?? 0) - (sentCount - (marker?.own ?? 0))
}
