// Counts the unread messages of all conversations that notify: those of the list, and those that the list does not reach
// down to.

import type { ConversationResponse } from '#core/chat/contract.ts'
import { isMuted } from '#core/chat/mutes.ts'
import type { ConversationList } from '#web/chat/engine/list/conversationList.ts'

export interface UnreadCounts {
  total: number
  /** Trip id → unread messages of its chats. */
  byTrip: Readonly<Record<string, number>>
}

/** @param shown `toConversations(list)` @param now RFC 3339 UTC */
export function countUnread(
  { unreadElsewhere }: Pick<ConversationList, 'unreadElsewhere'>,
  shown: readonly ConversationResponse[],
  now: string,
): UnreadCounts {
  const shownIds = new Set(shown.map(({ id }) => id))
  const byTrip: Record<string, number> = {}
  let total = 0
  for (const { trip_id: tripId, unread_count: unread, mention_count: mentioned = 0, notifications } of [
    ...shown,
    ...unreadElsewhere.filter(({ id }) => !shownIds.has(id)),
  ]) {
    const isQuiet = isMuted(notifications, now)
    const count = !isQuiet ? unread : notifications.level === 'mentions' ? mentioned : 0
    total += count
    if (tripId !== null) byTrip[tripId] = (byTrip[tripId] ?? 0) + count
  }
  return { total, byTrip }
}
