// Which message a screen reader announces while a conversation is open: new ones of others, and not older ones.

import { messageAt } from '#web/chat/engine/timeline/messageChunks.ts'
import type { Timeline } from '#web/chat/engine/timeline/timeline.ts'
import { lastMessageText } from '#web/chat/messagePreview.ts'

export interface Announced {
  /** The newest message that was announced or needs no announcement; null until the conversation is loaded. */
  seq: number | null
  text: string
}

type Messages = Pick<Timeline, 'isLoaded' | 'lastSeq' | 'chunks'>

/** @param before what was announced last; the same one is returned if there is nothing new */
export function withNewest(
  before: Announced,
  { isLoaded, lastSeq, chunks }: Messages,
  myId: string,
): Announced {
  if (!isLoaded || lastSeq <= (before.seq ?? -1)) return before
  const newest = messageAt(chunks, lastSeq)
  // After a disconnection the number of the newest message is known before the message itself.
  if (!newest && lastSeq > 0) return before
  if (before.seq === null || newest?.sender.id === myId) return { ...before, seq: lastSeq }
  // An equal text would not be announced again.
  const ending = lastSeq % 2 === 0 ? '' : '\u00a0'
  return { seq: lastSeq, text: `${newest!.sender.username}: ${lastMessageText(newest!)}${ending}` }
}
