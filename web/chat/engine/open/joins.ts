// Tracks the joins of one room. After a lost connection or a suspended page, messages may have been missed; only the
// response to a join that was sent later has a sequence number that includes all of them.

export function createJoins() {
  let [sent, received] = [0, 0]
  /** Responses up to this one may be older than the missed messages; -1 if none were missed. */
  let staleUpTo = -1
  return {
    sent: () => void (sent += 1),
    /** Returns whether messages may have been missed before this response. */
    received(): boolean {
      received += 1
      const hasMissed = staleUpTo >= 0
      if (received > staleUpTo) staleUpTo = -1
      return hasMissed
    },
    receivedCount: () => received,
    mayHaveMissed(isNewConnection: boolean): void {
      if (isNewConnection) [sent, received] = [0, 0]
      staleUpTo = sent
    },
  }
}
