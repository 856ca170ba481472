// The rule of every search that people type, on the server and on the device: each word must occur, and neither case nor
// accents count.

import { foldName } from '#core/kernel/text.ts'

/** What a search compares with its words. @param texts of one thing that can be found */
export const searchable = (texts: readonly string[]): string => fold(texts.join('\n'))

/** @returns whether a searchable text has every word of the search; null for a blank search */
export function wordMatcher(search: string): ((text: string) => boolean) | null {
  const words = fold(search).split(/\s+/).filter(Boolean)
  return words.length === 0 ? null : (text) => words.every((word) => text.includes(word))
}

/** Makes 'pasteis' of 'Pastéis'. */
const fold = (text: string): string => foldName(text).normalize('NFD').replace(/\p{M}/gu, '')
