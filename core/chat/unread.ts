// Counts the messages of other people after the read marker, by a subtraction: no message is read for it.

export interface ReadMarker {
  messageId: string
  seq: number
  /** How many messages up to `seq` the reader has sent. */
  own: number
}

/** @param sent how many messages of the conversation the reader has sent */
export function unreadAfter(
  marker: Pick<ReadMarker, 'seq' | 'own'> | undefined,
  lastSeq: number,
  sent: number,
): number {
  return lastSeq - (marker?.seq ?? 0) - (sent - (marker?.own ?? 0))
}
