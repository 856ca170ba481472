// The list as it was last fetched, from the offline cache.

import type { ConversationResponse } from '#core/chat/contract.ts'
import { type ConversationEntry, emptyEntry } from '#web/chat/engine/list/conversationEntry.ts'
import type { ConversationList } from '#web/chat/engine/list/conversationList.ts'

export interface CachedList extends Pick<ConversationList, 'unreadElsewhere'> {
  conversations: readonly ConversationResponse[]
}

/** The list with cached conversations, until the first fetch: it removes those that the response lacks. */
export function listFromCache(
  list: ConversationList,
  { conversations, unreadElsewhere }: CachedList,
): ConversationList {
  const entries = new Map(
    conversations.map((fetched): [string, ConversationEntry] => [
      fetched.id,
      { ...emptyEntry(fetched.id, fetched.trip_id ?? null, -1), fetched, staleClock: null },
    ]),
  )
  return { ...list, entries, unreadElsewhere }
}
