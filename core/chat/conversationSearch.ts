// The search of conversations: by what their rows say they are, not by their messages.

import type { ConversationResponse } from '#core/chat/contract.ts'
import { searchable, wordMatcher } from '#core/kernel/textSearch.ts'

type Searched = Pick<ConversationResponse, 'name' | 'trip' | 'participants'>

/**
 * Every word must occur in the conversation's name, its trip's title or the name of another person in it. Own names do
 * not count, because they would find everything. Null for a blank search.
 */
export function conversationMatcher(search: string, myId: string): ((of: Searched) => boolean) | null {
  const hasWords = wordMatcher(search)
  if (!hasWords) return null
  return ({ name, trip, participants }) => {
    const others = participants.filter(({ id }) => id !== myId).map(({ username }) => username)
    return hasWords(searchable([name, trip?.title ?? '', ...others]))
  }
}
