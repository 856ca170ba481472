// Folds the changes of a feed into a replica. While a missing change makes it fetch a new snapshot, later changes are held,
// because the snapshot may be older than they are.

import { type BackoffPorts, createBackoff } from '#web/platform/http/backoff.ts'

export interface FoldPorts<Change> extends BackoffPorts {
  /** Returns false if something is missing before this change. */
  fold(change: Change): boolean
  /** Resolves to whether there is a new snapshot, else to the delay that the server asked for, if it did. Never rejects. */
  fetchSnapshot(): Promise<{ isFetched: boolean; retryAfterMs?: number | undefined }>
}

export function foldInOrder<Change>({ fold, fetchSnapshot, ...ports }: FoldPorts<Change>) {
  /** Null while nothing is missing. */
  let held: Change[] | null = null
  let requested = 0
  const closed = new AbortController()
  let fetchAgain = (): void => undefined
  const backoff = createBackoff(ports, () => fetchAgain())

  /** A change that cannot be folded is fetched with a snapshot. */
  function folds(change: Change): boolean {
    try {
      return fold(change)
    } catch (error) {
      console.error(error)
      return false
    }
  }

  /** Takes a new snapshot, and one more if this is called while one is fetched. */
  async function refetch(missing: readonly Change[] = []): Promise<void> {
    requested += 1
    if (held) return void held.push(...missing)
    held = [...missing]
    for (let last = 0; !closed.signal.aborted && (held.length > 0 || last < requested);) {
      last = requested
      const { isFetched, retryAfterMs } = await fetchSnapshot()
      const gap: number = isFetched ? held.findIndex((change) => !folds(change)) : 0
      held = gap === -1 ? [] : held.slice(gap)
      if (isFetched && gap === -1) continue
      requested += 1
      // The server fails, or its snapshot is older than the change that was missing.
      await new Promise<void>((resolve) => {
        fetchAgain = resolve
        if (!closed.signal.aborted) backoff.retryLater(retryAfterMs)
      })
    }
    backoff.reset()
    held = null
  }

  return {
    receive(change: Change): void {
      if (held) held.push(change)
      else if (!folds(change)) void refetch([change])
    },
    refetch: () => void refetch(),
    /** The network may be back. */
    wake: backoff.wake,
    close(): void {
      closed.abort()
      backoff.close()
    },
  }
}
