// The words of a search, and the text in which they are found: the same on the server and on the device.

import { foldName } from '#core/kernel/text.ts'

/** Ignores case and accents: 'Pastéis' is found by 'pasteis'. */
export const foldForSearch = (text: string): string => foldName(text).normalize('NFD').replace(/\p{M}/gu, '')

/** Each must occur in the folded text; none for a blank search. */
export const searchWords = (search: string): string[] => foldForSearch(search).split(/\s+/).filter(Boolean)
