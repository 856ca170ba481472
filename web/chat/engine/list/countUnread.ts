// Counts the unread messages of all conversations: those of the list, and those that the list does not reach down to.

import type { ConversationResponse } from '#core/chat/contract.ts'
import type { ConversationList } from '#web/chat/engine/list/conversationList.ts'

export interface UnreadCounts {
  total: number
  /** Trip id → unread messages of its chats. */
  byTrip: Readonly<Record<string, number>>
}

/** @param shown `toConversations(list)` */
export function countUnread(
  { unreadElsewhere }: Pick<ConversationList, 'unreadElsewhere'>,
  shown: readonly ConversationResponse[],
): UnreadCounts {
  const shownIds = new Set(shown.map(({ id }) => id))
  const byTrip: Record<string, number> = {}
  let total = 0
  for (const { trip_id: tripId, unread_count: count } of [
    ...shown,
    ...unreadElsewhere.filter(({ id }) => !shownIds.has(id)),
  ]) {
    total += count
    if (tripId !== null) byTrip[tripId] = (byTrip[tripId] ?? 0) + count
  }
  return { total, byTrip }
}
