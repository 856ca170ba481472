// Money is an integer of minor units with a currency; nothing else may be added up. Decimal numbers exist only at the
// edges, and the conversion is exact or refused: it uses the number's decimal text and BigInt, because 1.1 * 100 is
// 110.00000000000001.

/** What a trip can have, and what forms offer. */
export const CURRENCIES = ['HKD', 'USD', 'EUR', 'GBP', 'JPY', 'CAD', 'AUD', 'CNY', 'SGD'] as const
/** ISO 4217: the currency of a trip is one of CURRENCIES, and what was paid before an import can be in any other. */
export type CurrencyCode = (typeof CURRENCIES)[number] | (string & {})
export const DEFAULT_CURRENCY: CurrencyCode = 'HKD'

const WITHOUT_DECIMALS = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
)
const WITH_THREE = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/** Digits after the point, by ISO 4217: 2 when the minor unit is a cent. */
export function minorDigits(currency: CurrencyCode): 0 | 2 | 3 {
  return WITHOUT_DECIMALS.has(currency) ? 0 : WITH_THREE.has(currency) ? 3 : 2
}

/**
 * Major units (12.34) to minor units (1234). null when that is not exact: more digits than the currency has (0.1 + 0.2,
 * 100.005, half a yen), not finite, or past 2^53.
 */
export function toMinor(major: number, currency: CurrencyCode): number | null {
  if (!Number.isFinite(major)) return null
  // Up to 15 digits, different decimals are different numbers, so this division proves the result without a text.
  const nearest = Math.round(major * 10 ** minorDigits(currency))
  if (Math.abs(nearest) < 1e15 && toMajor(nearest, currency) === major) return nearest + 0
  const { digits, scale } = decimalOf(major)
  const missing = minorDigits(currency) - scale
  if (missing < 0) return null
  const minor = Number(digits * 10n ** BigInt(missing))
  return Number.isSafeInteger(minor) ? minor : null
}

/** As `toMinor`, but 0 instead of null. Only for amounts that were parsed before: of a response or a checked form. */
export const toMinorOrZero = (major: number, currency: CurrencyCode): number => toMinor(major, currency) ?? 0

/** In minor units of one currency. */
export const sumOfAmounts = (items: readonly { amount: number }[]): number =>
  items.reduce((sum, { amount }) => sum + amount, 0)

/** Minor units to the nearest major number; `toMinor` reverses it for up to 15 digits. */
export function toMajor(minor: number, currency: CurrencyCode): number {
  return minor / 10 ** minorDigits(currency)
}

/**
 * Converts an amount (minor units of `from`, not negative) to minor units of `to`, rounded half up once. `rate` is
 * major units of `to` for one of `from`. The result can be 0 or past every limit; the caller refuses those.
 */
export function convert(minorInOther: number, from: CurrencyCode, rate: number, to: CurrencyCode): number {
  const { digits, scale } = decimalOf(rate)
  const numerator = BigInt(minorInOther) * digits * 10n ** BigInt(minorDigits(to))
  const denominator = 10n ** BigInt(scale + minorDigits(from))
  return Number((2n * numerator + denominator) / (2n * denominator))
}

/**
 * Splits `total` in proportion to `weights` (all integers, none negative) into parts that add up to it: each quotient
 * is rounded down, and the leftover units go to the largest remainders, ties in the order of `ties`.
 * @param ties indices in the order that decides between equal remainders, by default the order of the weights
 * @throws RangeError when all weights are 0 and the total is not
 */
export function allocate(
  total: number,
  weights: readonly (number | bigint)[],
  ties: () => readonly number[] = () => [...weights.keys()],
): number[] {
  if (total === 0) return weights.map(() => 0)
  const totalWeight = weights.reduce<bigint>((sum, weight) => sum + BigInt(weight), 0n)
  if (totalWeight === 0n) throw new RangeError('There is money to allocate and nobody to give it to')
  const products = weights.map((weight) => BigInt(total) * BigInt(weight))
  const parts = products.map((product) => Number(product / totalWeight))
  const left = total - parts.reduce((sum, part) => sum + part, 0)
  if (left === 0) return parts
  const remainders = products.map((product) => product % totalWeight)
  // The sort is stable: equal remainders stay in the order of the ties.
  const byRemainder = ties().toSorted((a, b) => compare(remainders[b]!, remainders[a]!))
  for (const index of byRemainder.slice(0, left)) parts[index]! += 1
  return parts
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

/** A finite number as digits / 10^scale, with as few digits as identify it. */
export function decimalOf(value: number): { digits: bigint; scale: number } {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [units = '0', fraction = ''] = mantissa.split('.')
  const scale = fraction.length - Number(exponent)
  const digits = BigInt(units + fraction)
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
}
