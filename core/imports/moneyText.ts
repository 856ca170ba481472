// Separates the number of a cell from the sign or code of its currency, as tables that people type have them: €12, 12 EUR,
// HK$ 1,200.50, (£3).

import { currencyIn } from '#core/imports/draftRecord.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'

export interface MoneyText {
  /** The cell without the sign. */
  number: string
  /** '' without one. */
  sign: string
  /** null where there is no sign, or it is one of several currencies. */
  currency: CurrencyCode | null
}

/** A sign of several currencies says nothing: a dollar, and the sign of yen and yuan. */
const AMBIGUOUS = new Set(['$', '¥', '￥'])
const CURRENCY_OF_SIGN = new Map<string, CurrencyCode>([
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
])

const SIGN = String.raw`[\p{L}\p{Sc}]{1,4}`
const BEFORE = new RegExp(String.raw`^([-+−(]*)\s*(${SIGN})\s*([-−]?[\d.,].*)$`, 'u')
const AFTER = new RegExp(String.raw`^(.*\d)\s*(${SIGN})(\)?)$`, 'u')
const MAX_LENGTH = 60

export function moneyText(cell: string): MoneyText {
  const text = cell.trim()
  const before = text.length > MAX_LENGTH ? null : BEFORE.exec(text)
  const after = before || text.length > MAX_LENGTH ? null : AFTER.exec(text)
  const sign = before?.[2] ?? after?.[2] ?? ''
  if (sign === '') return { number: text, sign, currency: null }
  const number = before ? `${before[1]}${before[3]}` : `${after![1]}${after![3]}`
  return { number, sign: AMBIGUOUS.has(sign) ? '' : sign, currency: currencyOf(sign) }
}

const currencyOf = (sign: string): CurrencyCode | null =>
  CURRENCY_OF_SIGN.get(sign.toUpperCase()) ?? currencyIn(sign)
