// The preview of a message: one line for a list.

import type { LastMessage } from '#core/chat/contract.ts'

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

/** Of the last message, whatever its type. */
export function lastMessageText({
  content,
  message_type: type,
}: Pick<LastMessage, 'content' | 'message_type'>) {
  if (type === 'image') return 'Photo'
  return type === 'file' ? 'File' : messagePreview(content)
}
