// Amounts as decimal texts, without a currency and without separators: for fields and files.

import { type CurrencyCode, minorDigits, toMajor } from '#core/kernel/money.ts'

/** 12.5 HKD: '12.50'. @param major major units */
export const amountText = (major: number, currency: CurrencyCode): string =>
  major.toFixed(minorDigits(currency))

/** -3333 HKD: '-33.33'. @param minor minor units */
export const minorText = (minor: number, currency: CurrencyCode): string =>
  amountText(toMajor(minor, currency), currency)
