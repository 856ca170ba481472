// The rule of every search that people type, on the server and on the device: each word must occur, also within another
// one, because Chinese has no blanks between words; what stands in quotes is one word with its blanks. Neither case nor
// accents count.

import { foldName } from '#core/kernel/text.ts'

/** What a search compares with its words. @param texts of one thing that can be found */
export const searchable = (texts: readonly string[]): string => texts.map(foldForSearch).join('\n')

/** @returns whether a searchable text has every word of the search; null for a blank search */
export function wordMatcher(search: string): ((text: string) => boolean) | null {
  const words = searchWords(search)
  return words.length === 0 ? null : (text) => words.every((word) => text.includes(word))
}

/** The words of a search, as they stand in searchable texts. */
export function searchWords(search: string): string[] {
  // Phones type “ and ” for quotes.
  const parts = foldForSearch(search).matchAll(/["“„]([^"“”„]+)["”“]|[^\s"“”„]+/gu)
  return [...new Set(Array.from(parts, ([word, quoted]) => (quoted ?? word).trim()).filter(Boolean))]
}

/**
 * Makes 'pasteis' of 'Pastéis', and one blank of a line break. Marks other than the accents of Latin, Greek and Cyrillic
 * stay, because they make other letters, as of が and of Devanagari.
 */
export const foldForSearch = (text: string): string =>
  // Most messages, fifty times as fast.
  (/^[ -~]*$/.test(text)
    ? text.toLowerCase()
    : foldName(text)
        .normalize('NFD')
        .replace(/[\u0300-\u036f]+/g, '')
        .normalize('NFC')
  ).replace(/\s+/g, ' ')
