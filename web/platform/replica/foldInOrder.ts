// Folds the changes of a feed into a replica. While a missing change makes it fetch a new snapshot, later changes are held,
// because the snapshot may be older than they are.

import { delayOn, type Timers } from '#web/platform/timers.ts'

export interface FoldPorts<Change> {
  /** Returns false if something is missing before this change. */
  fold(change: Change): boolean
  /** Resolves to whether there is a new snapshot. Never rejects. */
  fetchSnapshot(): Promise<boolean>
  timers: Timers
}

/** Until a snapshot is newer than the change that was missing, or the network is back. */
const FETCH_AGAIN_MS = 2000

export function foldInOrder<Change>({ fold, fetchSnapshot, timers }: FoldPorts<Change>) {
  /** Null while nothing is missing. */
  let held: Change[] | null = null
  let requested = 0
  const closed = new AbortController()

  /** Takes a new snapshot, and one more if this is called while one is fetched. */
  async function refetch(missing: readonly Change[] = []): Promise<void> {
    requested += 1
    if (held) return void held.push(...missing)
    held = [...missing]
    for (let last = 0; !closed.signal.aborted && (held.length > 0 || last < requested);) {
      last = requested
      const isFetched = await fetchSnapshot()
      const gap: number = isFetched ? held.findIndex((change) => !fold(change)) : 0
      held = gap === -1 ? [] : held.slice(gap)
      if (isFetched && gap === -1) continue
      requested += 1
      await delayOn(timers, FETCH_AGAIN_MS)
    }
    held = null
  }

  return {
    receive(change: Change): void {
      if (held) held.push(change)
      else if (!fold(change)) void refetch([change])
    },
    refetch: () => void refetch(),
    close: () => closed.abort(),
  }
}
