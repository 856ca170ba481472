// Reads decimal numbers of files exactly: text to digits and scale, never through a float. Files of one app write all
// numbers in one style, so a comma is understood from all numbers of the file together.

import { minorDigits, type CurrencyCode } from '#core/kernel/money.ts'

/** digits / 10^scale */
export interface Decimal {
  digits: bigint
  scale: number
}

/**
 * `point`: 1488.5, 1,488.50. `comma`: 7,2 and 1.488,50. `unclear`: all commas have three digits after them, as in 1,488,
 * so they could separate thousands or decimals.
 */
export type NumberStyle = 'point' | 'comma' | 'unclear'

const MAX_LENGTH = 40
const THOUSANDS_APART = /^[-+]?\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?$/
const POINT = /^[-+]?\d+(?:\.\d+)?$/
const POINT_WITH_THOUSANDS = /^[-+]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/
const COMMA = /^[-+]?\d+,\d+$/
const COMMA_WITH_THOUSANDS = /^[-+]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/

/** Texts that are no numbers do not count. */
export function numberStyleOf(texts: Iterable<string>): NumberStyle {
  let [hasComma, hasUnclear] = [false, false]
  for (const text of texts) {
    const plain = plainNumber(text)
    if (plain === null || !/[.,]/.test(plain)) continue
    const isPoint = POINT.test(plain) || POINT_WITH_THOUSANDS.test(plain)
    const isComma = COMMA.test(plain) || COMMA_WITH_THOUSANDS.test(plain)
    // Whatever follows, one decimal point decides.
    if (isPoint && !isComma) return 'point'
    if (isComma && !isPoint) hasComma = true
    // 1,488 and 1.488 fit two styles. A point alone means decimals, unless another number shows that the comma does.
    if (isPoint && COMMA.test(plain)) hasUnclear = true
  }
  if (hasComma) return 'comma'
  return hasUnclear ? 'unclear' : 'point'
}

/** null for a text that is no number in this style. */
export function readDecimal(text: string, style: NumberStyle): Decimal | null {
  const plain = plainNumber(text)
  if (plain === null) return null
  if (style !== 'comma') {
    if (POINT.test(plain)) return decimalIn(plain)
    return style === 'point' && POINT_WITH_THOUSANDS.test(plain) ? decimalIn(plain.replaceAll(',', '')) : null
  }
  if (COMMA_WITH_THOUSANDS.test(plain)) return decimalIn(plain.replaceAll('.', '').replace(',', '.'))
  return COMMA.test(plain) || /^[-+]?\d+$/.test(plain) ? decimalIn(plain.replace(',', '.')) : null
}

/**
 * Without the apostrophe of a spreadsheet, spaces or apostrophes between thousands, and the brackets that accounting puts
 * around a negative number; null when it can be no number.
 */
function plainNumber(text: string): string | null {
  if (text.length > MAX_LENGTH) return null
  const plain = text
    .trim()
    .replace(/^'/, '')
    .replace('−', '-')
    .replace(/^\(([\d.,]+)\)$/, '-$1')
  const joined = THOUSANDS_APART.test(plain) ? plain.replaceAll(/[ \u00a0\u202f'’]/g, '') : plain
  return /^[-+]?[\d.,]+$/.test(joined) ? joined : null
}

function decimalIn(text: string): Decimal {
  const [units = '0', fraction = ''] = text.replace('+', '').split('.')
  return { digits: BigInt(units + fraction), scale: fraction.length }
}

/**
 * Minor units of `currency`, rounded half away from zero; `isExact` says whether that changed the number. null past
 * 2^53.
 */
export function decimalToMinor(
  { digits, scale }: Decimal,
  currency: CurrencyCode,
): { minor: number; isExact: boolean } | null {
  const missing = minorDigits(currency) - scale
  const divisor = 10n ** BigInt(Math.max(0, -missing))
  const numerator = digits * 10n ** BigInt(Math.max(0, missing))
  const half = (numerator < 0n ? -divisor : divisor) / 2n
  // BigInt division rounds towards 0.
  const minor = Number((numerator + half) / divisor)
  return Number.isSafeInteger(minor) ? { minor, isExact: numerator % divisor === 0n } : null
}

export const isZero = ({ digits }: Decimal): boolean => digits === 0n
