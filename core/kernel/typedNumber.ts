// Parses numbers as people type and paste them: with thousands separators, with a decimal comma, in the digits of any
// script, with the sign of a currency, as imports read them.

import { currencyOfSign, isSignOf, separateSign } from '#core/kernel/currencySign.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'

/** Digits a JavaScript number can hold exactly. */
const EXACT_DIGITS = 15

/**
 * Parses an amount as typed, in major units: '1,234.50', '1234,5' where the keypad has a comma, '１２' of a Japanese
 * keyboard, '۱۲٫۵' of a Persian one, '(3)' below zero. Null for an empty text, NaN for no amount or for more digits than
 * a number can hold.
 * @param currency whose sign or code may stand beside the number: 'HK$12', '12 HKD'
 */
export function readAmount(text: string, currency?: CurrencyCode): number | null {
  const { number, sign } = separateSign(plain(text))
  if (sign !== '' && !(currency && isSignOf(sign, currency))) return Number.NaN
  const typed = withoutGroups(number)
  return BY_A_POINT.test(typed) ? Number.NaN : numberIn(typed)
}

/** What an amount such as '1.000' can mean: a thousand, or one. Null for any other text. */
export function readings(text: string): [thousands: number, decimals: number] | null {
  const { number } = separateSign(plain(text))
  const typed = withoutGroups(number)
  return BY_A_POINT.test(typed) ? [Number(typed.replace('.', '')), Number(typed)] : null
}

/** The currency of which a pasted amount has the sign or code; null without one, or for a sign of several. */
export const currencyIn = (text: string): CurrencyCode | null =>
  currencyOfSign(separateSign(plain(text)).sign)

/** Parses an exchange rate. A comma is never a thousands separator: '1,234' is a little more than one. */
export function readRate(text: string): number | null {
  const typed = plain(text)
  return numberIn(BY_SPACES.test(typed) ? typed.replaceAll(APART, '') : typed)
}

/** Thousands separators: '0,500' is a half, and '12 50' may have lost its point, so neither matches. */
const BY_COMMAS = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/
const BY_SPACES = /^-?[1-9]\d{0,2}(?:[ '’]\d{3})+(?:[.,]\d*)?$/
const APART = /[ '’]/g
/** No number has two decimal points, or a point before the decimal comma. */
const BY_POINTS = /^-?[1-9]\d{0,2}(?:(?:\.\d{3})+,\d*|(?:\.\d{3}){2,})$/
/** '1.000' is a thousand to some and one to others, so it is no amount; '1.999' has a digit too many for both. */
const BY_A_POINT = /^-?[1-9]\d{0,2}\.\d\d0$/

/** Without the separators of thousands. */
function withoutGroups(number: string): string {
  const typed = number.replace(/^\(([\d.,]+)\)$/, '-$1')
  if (BY_COMMAS.test(typed)) return typed.replaceAll(',', '')
  if (BY_POINTS.test(typed)) return typed.replaceAll('.', '')
  return BY_SPACES.test(typed) ? typed.replaceAll(APART, '') : typed
}

/** Removes the direction marks that come with copied text. */
function plain(text: string): string {
  const visible = text.replace(/\p{Cf}/gu, '').trim()
  // NFKC would turn ² into 2 and ① into 1.
  return inAscii(/\p{No}/u.test(visible) ? visible : visible.normalize('NFKC')).replace(/[−–]/g, '-')
}

function numberIn(typed: string): number | null {
  if (typed === '') return null
  const digits = typed.replace(',', '.')
  if (!/^-?(?:\d+\.?\d*|\.\d+)$/.test(digits)) return Number.NaN
  const significant = digits.replace(/^-?[0.]*/, '').replace('.', '')
  return significant.length > EXACT_DIGITS ? Number.NaN : Number(digits)
}

/** Converts the digits of any script, which Unicode orders from 0 to 9, and separators of other scripts. */
function inAscii(text: string): string {
  const digits = text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    let value = 0
    while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - value - 1))) value += 1
    // Two scripts' digits may be adjacent.
    return String(value % 10)
  })
  return digits.replace(/[٫。]/g, '.').replace(/[٬、]/g, ',')
}
