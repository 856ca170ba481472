// What is typed in the search of conversations. It belongs to the entry of the browser's history, so that Back from a
// conversation returns to what was found. The entry outlives a log-out, so it names the person.

import { useState } from 'react'
import { attempt } from '#web/platform/localStorage.ts'

/** @param state of the browser's history, as `withSearch` returns it */
export function searchIn(state: unknown, userId: string): string {
  const { search, searchBy } = (state ?? {}) as { search?: string; searchBy?: string }
  return searchBy === userId ? (search ?? '') : ''
}

export const withSearch = (state: unknown, search: string, userId: string): object => ({
  ...(state as object | null),
  search,
  searchBy: userId,
})

export function useTypedSearch(userId: string) {
  const [typed, setTyped] = useState(() => searchIn(history.state, userId))
  const type = (search: string) => {
    setTyped(search)
    // Safari throws after a hundred changes in half a minute.
    attempt(() => history.replaceState(withSearch(history.state, search, userId), ''))
  }
  return [typed, type] as const
}
