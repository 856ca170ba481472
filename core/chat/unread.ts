// Counts the unread messages of a conversation: those after the read marker from other people. It is a subtraction, so
// the messages themselves are not read.

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
