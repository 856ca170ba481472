// A message in one line: its preview in a list, and what a screen reader announces.

import type { LastMessage } from '#core/chat/contract.ts'
import type { MessageType } from '#core/chat/events.ts'
import { messageAt } from '#web/chat/engine/timeline/messageChunks.ts'
import type { Timeline } from '#web/chat/engine/timeline/timeline.ts'

/** In graphemes: of a longer text the first 57 and an ellipsis are shown (spec §9). */
const PREVIEW_MAX = 60
const PREVIEW_CUT = 57

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Cut between graphemes, so that no emoji or accented letter is split. */
export function messagePreview(content: string): string {
  const line = content.replace(/\s+/g, ' ').trim()
  let count = 0
  let end = 0
  for (const { segment, index } of graphemes.segment(line)) {
    count += 1
    if (count === PREVIEW_CUT) end = index + segment.length
    if (count > PREVIEW_MAX) return `${line.slice(0, end).trimEnd()}...`
  }
  return line
}

export const DELETED_MESSAGE = 'This message was deleted'

/** Between the name of the sender and the text. */
export const afterSender = ({ message_type: type }: Pick<LastMessage, 'message_type'>): string =>
  type === 'system' ? ' ' : ': '

/** Of a message that is quoted, replied to or edited: a photo may have no words. */
export function quotedText(
  { content, deleted }: { content: string; deleted?: boolean | undefined },
  type: MessageType = 'text',
): string {
  if (deleted) return DELETED_MESSAGE
  return messagePreview(content) || (type === 'file' ? 'File' : 'Photo')
}

/** Of the last message, whatever its type. */
export function lastMessageText({
  content,
  message_type: type,
  deleted,
}: Pick<LastMessage, 'content' | 'message_type' | 'deleted'>) {
  if (deleted) return DELETED_MESSAGE
  if (type === 'image') return 'Photo'
  return type === 'file' ? 'File' : messagePreview(content)
}

export interface Announced {
  /** The newest message that was announced or needs no announcement; null until the conversation is loaded. */
  seq: number | null
  text: string
}

type AnnouncedTimeline = Pick<Timeline, 'isLoaded' | 'lastSeq' | 'chunks'>

/**
 * Which message a screen reader announces while a conversation is open: new ones of others, and not older ones.
 * @param before what was announced last; the same one is returned if there is nothing new
 */
export function withNewest(
  before: Announced,
  { isLoaded, lastSeq, chunks }: AnnouncedTimeline,
  myId: string,
): Announced {
  if (!isLoaded || lastSeq <= (before.seq ?? -1)) return before
  const newest = messageAt(chunks, lastSeq)
  // After a disconnection the number of the newest message is known before the message itself.
  if (!newest && lastSeq > 0) return before
  if (before.seq === null || newest?.sender.id === myId) return { ...before, seq: lastSeq }
  // An equal text would not be announced again.
  const ending = lastSeq % 2 === 0 ? '' : '\u00a0'
  return {
    seq: lastSeq,
    text: `${newest!.sender.username}${afterSender(newest!)}${lastMessageText(newest!)}${ending}`,
  }
}
