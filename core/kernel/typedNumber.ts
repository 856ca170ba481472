// Parses numbers as people type them: with thousands separators, with a decimal comma, in the digits of any script.

/** Digits a JavaScript number can hold exactly. */
const EXACT_DIGITS = 15

/**
 * Parses an amount as typed, in major units: '1,234.50', '1234,5' where the keypad has a comma, '１２' of a Japanese
 * keyboard, '۱۲٫۵' of a Persian one. Null for an empty text, NaN for no amount or for more digits than a number can
 * hold.
 */
export function readAmount(text: string): number | null {
  const typed = plain(text)
  if (BY_A_POINT.test(typed)) return Number.NaN
  return numberIn(BY_COMMAS.test(typed) ? typed.replaceAll(',', '') : typed)
}

/** Parses an exchange rate. A comma is never a thousands separator: '1,234' is a little more than one. */
export const readRate = (text: string): number | null => numberIn(plain(text))

/** Thousands separators: '0,500' is a half, and '12 50' may have lost its point, so neither matches. */
const BY_COMMAS = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/
const BY_SPACES = /^-?[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d*)?$/
/** '1.000' is a thousand to some and one to others, so it is no amount; '1.999' has a digit too many for both. */
const BY_A_POINT = /^-?[1-9]\d{0,2}\.\d\d0$/

/** Removes the direction marks that come with copied text. */
function plain(text: string): string {
  const visible = text.replace(/\p{Cf}/gu, '').trim()
  // NFKC would turn ² into 2 and ① into 1.
  const typed = inAscii(/\p{No}/u.test(visible) ? visible : visible.normalize('NFKC'))
  return BY_SPACES.test(typed) ? typed.replaceAll(' ', '') : typed
}

function numberIn(typed: string): number | null {
  if (typed === '') return null
  const digits = typed.replace(',', '.')
  if (!/^-?(?:\d+\.?\d*|\.\d+)$/.test(digits)) return Number.NaN
  const significant = digits.replace(/^-?[0.]*/, '').replace('.', '')
  return significant.length > EXACT_DIGITS ? Number.NaN : Number(digits)
}

/** Converts the digits of any script, which Unicode orders from 0 to 9, and the Arabic separators. */
function inAscii(text: string): string {
  const digits = text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    let value = 0
    while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - value - 1))) value += 1
    // Two scripts' digits may be adjacent.
    return String(value % 10)
  })
  return digits.replaceAll('٫', '.').replaceAll('٬', ',')
}
