// The one line of a message that a list has room for.

import type { LastMessage } from '#core/chat/contract.ts'

/** Signs as people see them; of a longer text the first 57 are kept and an ellipsis follows (spec §9). */
const PREVIEW_MAX = 60
const PREVIEW_KEPT = 57

const signs = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** @returns the text in one line, cut between signs: a family emoji or an accented letter is never cut apart. */
export function previewOf(content: string): string {
  const line = content.replace(/\s+/g, ' ').trim()
  let count = 0
  let kept = 0
  for (const { segment, index } of signs.segment(line)) {
    count += 1
    if (count === PREVIEW_KEPT) kept = index + segment.length
    if (count > PREVIEW_MAX) return `${line.slice(0, kept).trimEnd()}...`
  }
  return line
}

/** What was said last, whatever kind of message it was. */
export function lastWords({ content, message_type: type }: Pick<LastMessage, 'content' | 'message_type'>) {
  if (type === 'image') return 'Photo'
  return type === 'file' ? 'File' : previewOf(content)
}
