// Separates the number of an amount from the sign or code of its currency: €12, 12 EUR, HK$ 1,200.50, (£3).

import { CURRENCIES, type CurrencyCode } from '#core/kernel/money.ts'

/** A sign of several currencies says only that it is one of them. */
const SHARED = new Map<string, readonly CurrencyCode[]>([
  ['$', ['HKD', 'USD', 'CAD', 'AUD', 'SGD']],
  ['¥', ['JPY', 'CNY']],
  ['￥', ['JPY', 'CNY']],
  ['kr', ['DKK', 'NOK', 'SEK', 'ISK']],
])
const CURRENCY_OF_SIGN = new Map<string, CurrencyCode>([
  ...CURRENCIES.map((code) => [code, code] as const),
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['HK$', 'HKD'],
  ['US$', 'USD'],
  ['A$', 'AUD'],
  ['AU$', 'AUD'],
  ['C$', 'CAD'],
  ['CA$', 'CAD'],
  ['S$', 'SGD'],
  ['SG$', 'SGD'],
  ['JP¥', 'JPY'],
  ['円', 'JPY'],
  ['CN¥', 'CNY'],
  ['RMB', 'CNY'],
  ['元', 'CNY'],
  // In capitals, as signs are compared. Of currencies that no trip has, for files.
  ...Object.entries({
    ...{
      '₹': 'INR',
      '฿': 'THB',
      R$: 'BRL',
      '₩': 'KRW',
      '₫': 'VND',
      '₺': 'TRY',
      '₴': 'UAH',
      '₪': 'ILS',
      '₽': 'RUB',
    },
    ...{ '₱': 'PHP', NT$: 'TWD', NZ$: 'NZD', MX$: 'MXN', RP: 'IDR', ZŁ: 'PLN', KČ: 'CZK', FT: 'HUF' },
  }),
])

const SIGN = String.raw`[\p{L}\p{Sc}]{1,4}`
const BEFORE = new RegExp(String.raw`^([-+−(]*)\s*(${SIGN})\s*([-−]?[\d.,].*)$`, 'u')
const AFTER = new RegExp(String.raw`^(.*\d)\s*(${SIGN})(\)?)$`, 'u')
const MAX_LENGTH = 60

/** The number without the sign; the sign is '' where there is none. */
export function separateSign(text: string): { number: string; sign: string } {
  const before = text.length > MAX_LENGTH ? null : BEFORE.exec(text)
  if (before) return { number: `${before[1]}${before[3]}`, sign: before[2]! }
  const after = text.length > MAX_LENGTH ? null : AFTER.exec(text)
  return after ? { number: `${after[1]}${after[3]}`, sign: after[2]! } : { number: text, sign: '' }
}

/** null for an unknown sign, and for one of several currencies. */
export const currencyOfSign = (sign: string): CurrencyCode | null =>
  CURRENCY_OF_SIGN.get(sign.toUpperCase()) ?? null

export const isSharedSign = (sign: string): boolean => SHARED.has(sign)

/** Whether an amount in this currency can have this sign. */
export const isSignOf = (sign: string, currency: CurrencyCode): boolean =>
  SHARED.get(sign)?.includes(currency) ?? currencyOfSign(sign) === currency
