// The search of conversations: at once among those of the list, and among all of the server's where the list has older
// ones. It changes nothing in the list.

import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { type ConversationResponse, listConversations } from '#core/chat/contract.ts'
import { conversationMatcher } from '#core/chat/conversationSearch.ts'
import { foundConversations } from '#web/chat/list/conversationSearch.ts'
import { useConversations } from '#web/chat/state/useChat.ts'
import { Unreachable } from '#web/platform/http/http.ts'
import { isUnreachable, networkState } from '#web/platform/http/network.ts'
import { type QueryState, useQuery } from '#web/platform/queries/queries.ts'
import { useDebounced } from '#web/platform/time/useDebounced.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'

/** The others are found by typing more. */
const MAX_FOUND = 50

export interface ConversationSearch {
  text: string
  /** Newest first. */
  found: readonly ConversationResponse[]
  /** `away`: there is no network, and only those on this device were searched. */
  status: 'searching' | 'done' | 'failed' | 'away'
  /** How many more the server has found. */
  more: number
  query: QueryState<unknown>
}

/** Null while nothing is searched for. */
export function useConversationSearch(typed: string): ConversationSearch | null {
  const { conversations, isLoaded, hasMore } = useConversations()
  const isAway = isUnreachable(useSnapshot(networkState))
  const text = typed.trim()
  const matches = conversationMatcher(text, useMyId())
  const isWhole = isLoaded && !hasMore
  const asked = useDebounced(text)
  const isAsked = matches !== null && asked !== '' && !isWhole
  const query = useQuery(listConversations, isAsked ? {} : null, { search: asked, limit: MAX_FOUND })
  // The last response stays until the next one, as far as it matches what was typed since.
  const [last, setLast] = useState(query.data)
  const page = matches && (query.data ?? last)
  if (page !== last) setLast(page)
  if (!matches) return null

  const { data, error } = query
  const failed = error instanceof Unreachable && isAway ? 'away' : 'failed'
  const fromServer = asked !== text ? 'searching' : error ? failed : data ? 'done' : 'searching'
  return {
    text,
    found: foundConversations(conversations, page?.conversations ?? [], matches),
    status: isWhole ? 'done' : fromServer,
    more: data && asked === text ? data.pagination.total - data.conversations.length : 0,
    query,
  }
}
