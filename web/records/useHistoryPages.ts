// Loads the history of a trip, newest first, one page at a time. The newest page is reloaded after every change; the
// older pages stay.

import { useMemo, useRef, useState } from 'react'
import { type HistoryEntry, getHistory } from '#core/history/contract.ts'
import type { Query } from '#core/kernel/endpoint.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { request } from '#web/platform/http/http.ts'

interface Page {
  entries: readonly HistoryEntry[]
  has_more: boolean
}

const PAGE_SIZE = 100
const nothing: Page = { entries: [], has_more: false }

export interface HistoryFilter {
  /** The id of a subject, or a topic; null for all. */
  about: string | null
  /** A log position: only what others changed after it. */
  since: string | null
}

/** A component that changes the filter needs another key. The same `entries` until some come, so that effects may depend on them. */
export function useHistoryPages(tripId: string, { about, since }: HistoryFilter) {
  const query: Query = {
    limit: PAGE_SIZE,
    ...(about !== null && { about }),
    ...(since !== null && { since }),
  }
  const newest = useQuery(getHistory, { tripId }, query)
  const [older, setOlder] = useState<Page | null>(null)
  const [failed, setFailed] = useState(false)
  const isLoadingMore = useRef(false)
  const read = useMemo(
    () => (newest.data ? joined(newest.data, older) : (older ?? nothing)),
    [newest.data, older],
  )

  async function readMore(): Promise<void> {
    const last = read.entries.at(-1)
    if (isLoadingMore.current || !read.has_more || !last) return
    isLoadingMore.current = true
    setFailed(false)
    try {
      const { body } = await request(getHistory, {
        params: { tripId },
        query: { ...query, before: last.n },
      })
      setOlder({ entries: [...read.entries, ...body.entries], has_more: body.has_more })
    } catch {
      setFailed(true)
    } finally {
      isLoadingMore.current = false
    }
  }

  return {
    ...read,
    /** Null until the first page is here. */
    data: newest.data ?? older,
    error: newest.error,
    isLoading: newest.isLoading,
    reload: newest.reload,
    /** Loads the next older page; does nothing while that is loading. */
    more: readMore,
    /** The next older page was not loaded. */
    isMissingMore: failed,
  }
}

/** When more changed than fits the newest page, the older pages are dropped and loaded again. */
function joined(newest: Page, older: Page | null): Page {
  const oldest = newest.entries.at(-1)?.n
  const top = older?.entries[0]?.n
  if (!older || oldest === undefined || top === undefined || top < oldest) return newest
  return {
    entries: [...newest.entries, ...older.entries.filter(({ n }) => n < oldest)],
    has_more: older.has_more,
  }
}
