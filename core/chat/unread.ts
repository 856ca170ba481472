// Unread are the messages after the last one read that are not one's own: a subtraction, however many there are.

export interface ReadMarker {
  messageId: string
  seq: number
  /** Own messages up to `seq`. */
  own: number
}

/** @param sent how many messages of the conversation are the reader's own. */
export function unreadAfter(
  mark: Pick<ReadMarker, 'seq' | 'own'> | undefined,
  lastSeq: number,
  sent: number,
): number {
  return lastSeq - (mark?.seq ?? 0) - (sent - (mark?.own ?? 0))
}
