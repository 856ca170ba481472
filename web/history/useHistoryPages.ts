// What happened on a trip, newest first and a page at a time. The newest page is read again with every change that is
// heard of; what was read below it stays.

import { useRef, useState } from 'react'
import type { HistoryEntry } from '#core/history/contract.ts'
import { getHistory } from '#core/history/contract.ts'
import type { Query } from '#core/kernel/endpoint.ts'
import { useQuery } from '#web/platform/queries.ts'
import { request } from '#web/platform/http.ts'

interface Read {
  entries: readonly HistoryEntry[]
  has_more: boolean
}

export interface HistoryPages extends Read {
  /** Nothing was read yet. */
  isFirst: boolean
  error: Error | null
  isLoading: boolean
  /** The page below; a second call while it is on its way does nothing. */
  more(): void
  retry(): void
}

const PAGE = 100

/** @param about the id of a thing, or a topic; null for all. Another one needs another key of the component. */
export function useHistoryPages(tripId: string, about: string | null): HistoryPages {
  const query: Query = { limit: PAGE, ...(about !== null && { about }) }
  const newest = useQuery(getHistory, { tripId }, query)
  const [kept, keep] = useState<Read | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  const isUnderWay = useRef(false)
  const read = newest.data ? joined(newest.data, kept) : (kept ?? { entries: [], has_more: false })

  async function readMore(): Promise<void> {
    const last = read.entries.at(-1)
    if (isUnderWay.current || !read.has_more || !last) return
    isUnderWay.current = true
    setFailure(null)
    try {
      const { body } = await request(getHistory, {
        params: { tripId },
        query: { ...query, before: last.n },
      })
      keep({ entries: [...read.entries, ...body.entries], has_more: body.has_more })
    } catch (error) {
      setFailure(error as Error)
    } finally {
      isUnderWay.current = false
    }
  }

  return {
    ...read,
    isFirst: newest.data === null && kept === null,
    error: newest.error ?? failure,
    isLoading: newest.isLoading,
    more: () => void readMore(),
    retry: () => (newest.error ? void newest.reload() : void readMore()),
  }
}

/** Where so much happened meanwhile that the newest page does not reach what is kept, that is read again below it. */
function joined(newest: Read, kept: Read | null): Read {
  const oldest = newest.entries.at(-1)?.n
  const top = kept?.entries[0]?.n
  if (!kept || oldest === undefined || top === undefined || top < oldest) return newest
  return {
    entries: [...newest.entries, ...kept.entries.filter(({ n }) => n < oldest)],
    has_more: kept.has_more,
  }
}
