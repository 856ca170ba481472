// Where the words of a search stand in a text, to show them.

import { foldForSearch, searchWords } from '#core/kernel/textSearch.ts'

export interface MatchRange {
  /** UTF-16 units. */
  start: number
  end: number
}

/** In order, and apart from each other. */
export function matchRanges(text: string, search: string): MatchRange[] {
  // Where each unit of the folded text comes from: folding makes letters more and fewer.
  let folded = ''
  const origins: MatchRange[] = []
  for (const { 0: letter, index: start } of text.matchAll(/\s+|[^]\p{M}*/gu)) {
    const part = foldForSearch(letter)
    folded += part
    for (let unit = 0; unit < part.length; unit++) origins.push({ start, end: start + letter.length })
  }
  const ranges: MatchRange[] = []
  for (const word of searchWords(search))
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length))
      ranges.push({ start: origins[at]!.start, end: origins[at + word.length - 1]!.end })
  ranges.sort((a, b) => a.start - b.start)
  return ranges.reduce<MatchRange[]>((apart, range) => {
    const last = apart.at(-1)
    if (!last || range.start >= last.end) return [...apart, range]
    return [...apart.slice(0, -1), { start: last.start, end: Math.max(last.end, range.end) }]
  }, [])
}
