// Which conversations a search shows: those of the list as the list has them, and older ones as the server has found them.

import type { ConversationResponse } from '#core/chat/contract.ts'
import { compareNewestFirst } from '#core/chat/newestFirst.ts'

/** @param fromServer may be of an earlier search, and older than what was pushed since */
export function foundConversations(
  listed: readonly ConversationResponse[],
  fromServer: readonly ConversationResponse[],
  matches: (conversation: ConversationResponse) => boolean,
): ConversationResponse[] {
  const ids = new Set(listed.map(({ id }) => id))
  const older = fromServer.filter(({ id }) => !ids.has(id))
  return [...listed, ...older].filter(matches).sort(compareNewestFirst)
}
