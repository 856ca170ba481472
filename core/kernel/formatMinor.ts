// Formats an amount in minor units: the amounts of core's rules and of a device's records. Apart from format.ts, so that a
// screen without money does not load the conversion.

import { formatMoney } from '#core/kernel/format.ts'
import { type CurrencyCode, toMajor } from '#core/kernel/money.ts'

/** 6248 HKD: 'HK$62.48' */
export const formatMinor = (minor: number, currency: CurrencyCode): string =>
  formatMoney(toMajor(minor, currency), currency)

/** With a plus or minus sign, and none before zero: '+HK$60.00'. */
export const formatSignedMinor = (minor: number, currency: CurrencyCode): string =>
  `${minor > 0 ? '+' : ''}${formatMinor(minor, currency)}`

/** Without a sign, for a place that shows the sign beside it (`Balance`). */
export const formatUnsignedMinor = (minor: number, currency: CurrencyCode): string =>
  formatMinor(Math.abs(minor), currency)
