// Counts the messages of other people after the read marker, by a subtraction: no message is read for it. Finds how far
// others have read.

export interface ReadMarker {
  messageId: string
  seq: number
  /** How many messages up to `seq` the reader has sent. */
  own: number
}

/**
 * The newest message that each of these people has read; 0 for none.
 * @param markers by user id
 */
export function readUpTo(
  markers: Readonly<Record<string, ReadMarker>> | null,
  userIds: readonly string[],
): Record<string, number> {
  return Object.fromEntries(userIds.map((id) => [id, markers?.[id]?.seq ?? 0]))
}

/** @param sentCount how many messages of the conversation the reader has sent */
export function unreadAfter(
  marker: Pick<ReadMarker, 'seq' | 'own'> | undefined,
  lastSeq: number,
  sentCount: number,
): number {
  return lastSeq - (marker?.seq ?? 0) - (sentCount - (marker?.own ?? 0))
}
