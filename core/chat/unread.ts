// Counts the messages of other people after the read marker, by a subtraction: no message is read for it. Finds how far
// others have read.

export interface ReadMarker {
  messageId: string
  seq: number
  /** How many messages up to `seq` the reader has sent. */
  own: number
}

/** The newest message that somebody else has read; 0 for none. @param markers by user id */
export function readByOthers(markers: Readonly<Record<string, ReadMarker>> | null, userId: string): number {
  const others = Object.entries(markers ?? {}).filter(([readerId]) => readerId !== userId)
  return others.reduce((newest, [, { seq }]) => Math.max(newest, seq), 0)
}

/** @param sentCount how many messages of the conversation the reader has sent */
export function unreadAfter(
  marker: Pick<ReadMarker, 'seq' | 'own'> | undefined,
  lastSeq: number,
  sentCount: number,
): number {
  return lastSeq - (marker?.seq ?? 0) - (sentCount - (marker?.own ?? 0))
}
