// Parses the amount of an expense as typed: a number, or a calculation such as '100+50' or '12,50 × 3'. It is computed
// with exact fractions, × and ÷ before + and −, and rounded half up to the minor unit once, at the end.

import { type CurrencyCode, decimalOf, minorDigits, toMajor } from '#core/kernel/money.ts'
import { readAmount } from '#core/kernel/typedNumber.ts'

export type Sign = '+' | '−' | '×' | '÷'

/** Each sign as keyboards have it. */
const SIGNS: readonly (readonly [Sign, variants: string])[] = [
  ['+', '+＋'],
  ['−', '-−–－'],
  ['×', '*×＊'],
  ['÷', '/÷／'],
]
const SIGN = /([-+＋−–－*×＊/÷／])/

const signOf = (part: string): Sign => SIGNS.find(([, variants]) => variants.includes(part))![0]

/** Numerator and denominator; the denominator is above 0. */
type Fraction = readonly [bigint, bigint]

/**
 * @returns major units of `currency`; null for an empty text, NaN for no amount. A number is returned as typed, perhaps
 * with more digits than the currency has; a calculation is rounded.
 */
export function readTypedAmount(text: string, currency: CurrencyCode): number | null {
  const parts = partsOf(text)
  if (parts.length === 1) return readAmount(parts[0]!)
  const result = computed(parts)
  return result === null ? Number.NaN : rounded(result, currency)
}

/** Whether the text is a calculation, also one that has no result. */
export const isCalculation = (text: string): boolean => partsOf(text).length > 1

/** Numbers at the even places, signs between them. A sign at the end waits for its number and is ignored. */
function partsOf(text: string): string[] {
  const parts = text.split(SIGN)
  const isNegative = parts.length > 2 && isBlank(parts[0]!) && signOf(parts[1]!) === '−'
  if (isNegative) parts.splice(0, 3, `-${parts[2]!.trim()}`)
  if (parts.length > 2 && isBlank(parts.at(-1)!)) parts.splice(-2)
  return parts
}

const isBlank = (part: string): boolean => part.trim() === ''

/** Adds up products; null where a number is none, or the divisor is 0. */
function computed(parts: readonly string[]): Fraction | null {
  let sum: Fraction = [0n, 1n]
  let product: Fraction = [1n, 1n]
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 1) continue
    const value = fractionOf(part)
    if (!value) return null
    const sign = index === 0 ? '+' : signOf(parts[index - 1]!)
    if (sign === '×') product = multiply(product, value)
    else if (sign === '÷') {
      if (value[0] === 0n) return null
      product = multiply(product, [value[1], value[0]])
    } else {
      if (index > 0) sum = add(sum, product)
      product = sign === '−' ? [-value[0], value[1]] : value
    }
  }
  return add(sum, product)
}

function fractionOf(part: string): Fraction | null {
  const value = readAmount(part)
  if (value === null || Number.isNaN(value)) return null
  const { digits, scale } = decimalOf(value)
  return [digits, 10n ** BigInt(scale)]
}

const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d]
const multiply = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]

/** Half up, to the minor unit. */
function rounded([numerator, denominator]: Fraction, currency: CurrencyCode): number {
  const units = 2n * numerator * 10n ** BigInt(minorDigits(currency)) + denominator
  const divisor = 2n * denominator
  // BigInt division rounds towards 0.
  const minor = units / divisor - (units % divisor < 0n ? 1n : 0n)
  return toMajor(Number(minor), currency)
}
