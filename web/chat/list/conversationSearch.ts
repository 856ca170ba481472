// The search of conversations: what is typed, and which conversations it shows.

import { useState } from 'react'
import type { ConversationResponse } from '#core/chat/contract.ts'
import { compareNewestFirst } from '#core/chat/newestFirst.ts'
import { attempt } from '#web/platform/storage/localStorage.ts'

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

/**
 * It belongs to the entry of the browser's history, so that Back from a conversation returns to what was found. The entry
 * outlives a log-out, so it names the person.
 */
export function useTypedSearch(userId: string) {
  const [typed, setTyped] = useState(() => searchIn(history.state, userId))
  const type = (search: string) => {
    setTyped(search)
    // Safari throws after a hundred changes in half a minute.
    attempt(() => history.replaceState(withSearch(history.state, search, userId), ''))
  }
  return [typed, type] as const
}

/**
 * Which conversations a search shows: those of the list as the list has them, and older ones as the server has found
 * them.
 * @param fromServer may be of an earlier search, and older than what was pushed since
 */
export function foundConversations(
  listed: readonly ConversationResponse[],
  fromServer: readonly ConversationResponse[],
  matches: (conversation: ConversationResponse) => boolean,
): ConversationResponse[] {
  const ids = new Set(listed.map(({ id }) => id))
  const older = fromServer.filter(({ id }) => !ids.has(id))
  return [...listed, ...older].filter(matches).sort(compareNewestFirst)
}
