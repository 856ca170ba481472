// Unread messages are those of others after the last one read: a subtraction, however many there are.

export interface ReadMarker {
  messageId: string
  seq: number
  /** Own messages up to `seq`. */
  own: number
}

/** @param sent how many messages of the conversation the reader has sent */
export function unreadAfter(
  mark: Pick<ReadMarker, 'seq' | 'own'> | undefined,
  lastSeq: number,
  sent: number,
): number {
  return lastSeq - (mark?.seq ?? 0) - (sent - (mark?.own ?? 0))
}
