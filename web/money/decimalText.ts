// Amounts as decimal texts, without a currency and without separators: for fields and files.

import { type CurrencyCode, minorDigits, toMajor } from '#core/kernel/money.ts'

/** -3333 HKD: '-33.33'. @param minor minor units */
export const minorText = (minor: number, currency: CurrencyCode): string =>
  toMajor(minor, currency).toFixed(minorDigits(currency))
