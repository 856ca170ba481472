// Parses the amount of an expense as typed: a number, or a calculation such as '100+50', '12,50 × 3' or '(10+5)/2'. It is
// computed with exact fractions, × and ÷ before + and −, and rounded half up to the minor unit once, at the end.

import { type CurrencyCode, decimalOf, minorDigits, toMajor } from '#core/kernel/money.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { currencyIn, readAmount, readings } from '#core/kernel/typedNumber.ts'

export type Sign = '+' | '−' | '×' | '÷'

/** Each sign as keyboards have it. */
const SIGNS: readonly (readonly [Sign, variants: string])[] = [
  ['+', '+＋'],
  ['−', '-−–－'],
  ['×', '*×＊'],
  ['÷', '/÷／'],
]
const TOKEN = /([-+＋−–－*×＊/÷／()（）])/
const BRACKETS = new Map([
  ['（', '('],
  ['）', ')'],
])
/** Numbers, signs and brackets of a calculation: more than anybody types. */
const MAX_TOKENS = 500

/** Numerator and denominator; the denominator is above 0. */
type Fraction = readonly [bigint, bigint]

/**
 * @returns major units of `currency`; null for an empty text, NaN for no amount. A number is returned as typed, perhaps
 * with more digits than the currency has; a calculation is rounded.
 */
export function readTypedAmount(text: string, currency: CurrencyCode): number | null {
  const whole = readAmount(text, currency)
  if (!Number.isNaN(whole)) return whole
  const tokens = tokensOf(text)
  if (tokens.length === 0) return null
  if (tokens.length === 1) return readAmount(tokens[0]!, currency)
  const result = tokens.length > MAX_TOKENS ? null : computed(tokens, currency)
  return result === null ? Number.NaN : rounded(result, currency)
}

/** Whether the text is a calculation, also one that has no result. */
export const isCalculation = (text: string): boolean =>
  tokensOf(text).some((token, at) => at > 0 && isSign(token))

/** Why a text is no amount, where that can be said: it has two readings, or the sign of another currency. */
export function amountFault(text: string, currency: CurrencyCode): string | undefined {
  for (const token of tokensOf(text)) {
    const other = currencyIn(token)
    if (other && other !== currency) return `This amount is in ${other}, not in ${currency}`
    const [thousands, decimals] = readings(token) ?? []
    if (thousands === undefined || decimals === undefined) continue
    const money = (major: number) => formatMinor(Math.round(major * 10 ** minorDigits(currency)), currency)
    return `Do you mean ${money(thousands)} or ${money(decimals)}?`
  }
  return undefined
}

/** Numbers, signs and brackets in one form. A sign at the end waits for its number and is ignored. */
function tokensOf(text: string): string[] {
  const tokens = text
    .split(TOKEN)
    .filter((part) => part.trim() !== '')
    .map((part) => SIGNS.find(([, variants]) => variants.includes(part))?.[0] ?? BRACKETS.get(part) ?? part)
  return tokens.length > 0 && isSign(tokens.at(-1)!) ? tokens.slice(0, -1) : tokens
}

const isSign = (token: string): boolean => SIGNS.some(([sign]) => sign === token)

/** Adds up products; null where a number is none, a bracket has no partner, or the divisor is 0. */
function computed(tokens: readonly string[], currency: CurrencyCode): Fraction | null {
  let at = 0
  const next = (...expected: string[]) => (expected.includes(tokens[at] ?? '') ? tokens[at++] : undefined)

  function sum(): Fraction | null {
    const isNegative = next('−') !== undefined
    let total: Fraction | null = product()
    if (total && isNegative) total = [-total[0], total[1]]
    for (let sign = next('+', '−'); total && sign; sign = next('+', '−')) {
      const value = product()
      total = value && add(total, sign === '−' ? [-value[0], value[1]] : value)
    }
    return total
  }

  function product(): Fraction | null {
    let total = factor()
    for (let sign = next('×', '÷'); total && sign; sign = next('×', '÷')) {
      const value = factor()
      if (!value || (sign === '÷' && value[0] === 0n)) return null
      total = multiply(total, sign === '÷' ? inverse(value) : value)
    }
    return total
  }

  function factor(): Fraction | null {
    if (next('(') === undefined) return fractionOf(tokens[at++] ?? '', currency)
    const inner = sum()
    return next(')') === undefined ? null : inner
  }

  const result = sum()
  return at === tokens.length ? result : null
}

function fractionOf(part: string, currency: CurrencyCode): Fraction | null {
  const value = readAmount(part, currency)
  if (value === null || Number.isNaN(value)) return null
  const { digits, scale } = decimalOf(value)
  return [digits, 10n ** BigInt(scale)]
}

const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d]
/** Of a fraction other than 0. */
const inverse = ([a, b]: Fraction): Fraction => (a < 0n ? [-b, -a] : [b, a])
const multiply = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]

/** Half up, to the minor unit. */
function rounded([numerator, denominator]: Fraction, currency: CurrencyCode): number {
  const units = 2n * numerator * 10n ** BigInt(minorDigits(currency)) + denominator
  const divisor = 2n * denominator
  // BigInt division rounds towards 0.
  const minor = units / divisor - (units % divisor < 0n ? 1n : 0n)
  return toMajor(Number(minor), currency)
}
