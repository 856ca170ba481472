// Searches users to add: five suggestions before anything is typed, then the results of the text, after a delay.
// Leaves out who is on the trip already.

import { shownName } from '#core/kernel/personName.ts'
import { useEffect } from 'react'
import { type FoundUser, searchUsers } from '#core/people/contract.ts'
import { peopleLimits } from '#core/people/limits.ts'
import { type QueryState, useQuery } from '#web/platform/queries/queries.ts'
import { useDebounced } from '#web/platform/time/useDebounced.ts'
import { useReloadOnOpen } from '#web/platform/queries/useReloadOnOpen.ts'
import { foundNames } from '#web/trips/participants/foundNames.ts'

/** Finds the suggestions (spec §7). */
const FIRST_QUERY = 'a'
const FIRST_SHOWN = 5

export interface UserSearch {
  /** Null while the search is running. */
  hits: readonly FoundUser[] | null
  /** True for results of the text, false for suggestions. */
  isSearch: boolean
  usersQuery: QueryState<{ users: FoundUser[] }>
}

/** @param present ids of those who are on the trip. */
export function useUserSearch(open: boolean, typed: string, present: readonly string[]): UserSearch {
  const currentQuery = queryOf(typed)
  const query = useDebounced(currentQuery)
  const usersQuery = useQuery(searchUsers, open ? {} : null, { q: query })
  useReloadOnOpen(open, usersQuery)
  useEffect(() => {
    for (const user of usersQuery.data?.users ?? []) foundNames.set(user.id, shownName(user))
  }, [usersQuery.data])
  const isSearch = currentQuery !== FIRST_QUERY
  const others = usersQuery.data?.users.filter(({ id }) => !present.includes(id))
  const hits = currentQuery === query ? (others ?? null) : null
  return { hits: isSearch ? hits : (hits?.slice(0, FIRST_SHOWN) ?? null), isSearch, usersQuery }
}

const queryOf = (typed: string): string => {
  const text = typed.trim()
  return text.length < peopleLimits.search.min ? FIRST_QUERY : text
}
