// The search within an open conversation, which stands in the address, so that Back ends it.

import { useMemo, useSyncExternalStore } from 'react'

export interface SearchWithin {
  text: string
  /** The id of the message that was found; null for the newest. */
  at: string | null
}

/** Null while nothing is searched for. */
export function useSearchWithin(): SearchWithin | null {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  return useMemo(() => {
    const search = new URLSearchParams(hash.slice(1))
    const text = search.get('search')
    return text === null ? null : { text, at: search.get('at') }
  }, [hash])
}

function subscribe(changed: () => void): () => void {
  addEventListener('hashchange', changed)
  addEventListener('popstate', changed)
  return () => {
    removeEventListener('hashchange', changed)
    removeEventListener('popstate', changed)
  }
}
