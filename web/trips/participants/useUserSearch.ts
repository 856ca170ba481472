// Finding people to add: the first five before anything is typed, then whom the text finds, asked when the typing
// pauses. Who is on the trip already is left out.

import { useEffect, useState } from 'react'
import type { UserHit } from '#core/people/contract.ts'
import { peopleLimits, searchUsers } from '#core/people/contract.ts'
import type { QueryState } from '#web/platform/queries.ts'
import { useQuery } from '#web/platform/queries.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { knownNames } from '#web/trips/participants/knownNames.ts'

const DEBOUNCE_MS = 300
/** Finds the first ones, before anything was typed (spec §7). */
const FIRST_QUERY = 'a'
const FIRST_SHOWN = 5

export interface UserSearch {
  /** Null while they are being looked for. */
  hits: readonly UserHit[] | null
  /** Of what was typed; else these are the first ones. */
  isSearch: boolean
  document: QueryState<{ users: UserHit[] }>
}

/** @param present ids of those who are on the trip. */
export function useUserSearch(open: boolean, typed: string, present: readonly string[]): UserSearch {
  const wanted = queryOf(typed)
  const query = useDebounced(wanted)
  const document = useQuery(searchUsers, open ? {} : null, { q: query })
  useReloadOnOpen(open, document)
  useEffect(() => {
    for (const { id, username } of document.data?.users ?? []) knownNames.set(id, username)
  }, [document.data])
  const isSearch = wanted !== FIRST_QUERY
  const others = document.data?.users.filter(({ id }) => !present.includes(id))
  const hits = wanted === query ? (others ?? null) : null
  return { hits: isSearch ? hits : (hits?.slice(0, FIRST_SHOWN) ?? null), isSearch, document }
}

const queryOf = (typed: string): string => {
  const text = typed.trim()
  return text.length < peopleLimits.search.min ? FIRST_QUERY : text
}

function useDebounced(text: string): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
