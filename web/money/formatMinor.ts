// Formats an amount in minor units: the amounts of core's rules.

import { type CurrencyCode, toMajor } from '#core/kernel/money.ts'
import { formatMoney } from '#web/platform/format.ts'

/** 6248 HKD: 'HK$62.48' */
export const formatMinor = (minor: number, currency: CurrencyCode): string =>
  formatMoney(toMajor(minor, currency), currency)
