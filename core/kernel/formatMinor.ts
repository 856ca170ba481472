// Formats an amount in minor units: the amounts of core's rules. Apart from format.ts, so that a screen without money
// does not load the conversion.

import { formatMoney } from '#core/kernel/format.ts'
import { type CurrencyCode, toMajor } from '#core/kernel/money.ts'

/** 6248 HKD: 'HK$62.48' */
export const formatMinor = (minor: number, currency: CurrencyCode): string =>
  formatMoney(toMajor(minor, currency), currency)
