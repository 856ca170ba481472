// Prepares texts of a file for our fields: no control characters, no guards against formulas, no longer than a field.

import { isBlank } from '#core/kernel/text.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'

const NAME_LENGTH = 100

/** Trimmed, well formed, and without controls other than line feed and tab. */
export function cleanText(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()
    .trim()
}

/** A person's name on one line, cut where no account could have it; null for a blank one. */
export function cleanName(text: string): string | null {
  const name = cutTo(cleanText(text.slice(0, 4 * NAME_LENGTH)).replaceAll(/\s+/g, ' '), NAME_LENGTH)
  return isBlank(name) ? null : name
}

/** `fullText` is null when the description fits. A blank one is replaced, because an expense needs a description. */
export function descriptionOf(text: string): { description: string; fullText: string | null } {
  const plain = cleanText(text)
  if (isBlank(plain)) return { description: 'No description', fullText: null }
  const description = cutTo(plain, moneyLimits.expense.descriptionMax)
  return { description, fullText: description === plain ? null : plain }
}

/** At most `max` UTF-16 units, ending in an ellipsis when cut, and never in half a character. */
export function cutTo(text: string, max: number): string {
  if (text.length <= max) return text
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Spliit, I hate money and our own exports put an apostrophe before a cell that a spreadsheet would compute. */
export const withoutFormulaGuard = (text: string): string => text.replace(/^'(?=[=+\-@\t\r＝＋－＠])/, '')

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
])

/** Decodes HTML's entities once: `&amp;lt;` is `&lt;`. Unknown ones stay as they are. */
export function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,6}));/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return ENTITIES.get(name as string) ?? whole
      const code = decimal === undefined ? parseInt(hex as string, 16) : Number(decimal)
      return code > 0x10ffff ? whole : String.fromCodePoint(code)
    },
  )
}
