// How money and calendar dates read, in the Hong Kong locale: the same on every screen, in the history and in the
// shell. Money comes in major units of its currency; trip and expense dates belong to no zone.

/** Of everything people read, whatever language their device is set to. */
export const locale = 'en-HK'

const moneyFormats = new Map<string, Intl.NumberFormat>()

/** Made once for each currency, because making one is slow. @param currency ISO 4217 */
export function moneyFormat(currency: string): Intl.NumberFormat {
  const known = moneyFormats.get(currency)
  if (known) return known
  const made = new Intl.NumberFormat(locale, { style: 'currency', currency })
  moneyFormats.set(currency, made)
  return made
}

/** 1234.5 HKD: 'HK$1,234.50'; JPY has no decimals. Below zero with a minus sign, never a hyphen. */
export const formatMoney = (amount: number, currency: string): string =>
  // `+ 0` turns -0 into 0: nobody owes minus nothing.
  moneyFormat(currency)
    .format(amount + 0)
    .replace('-', '−')

export const calendar = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** '2026-12-19': '19 Dec 2026'. A text that is no date is shown as it came. */
export function formatDate(date: string): string {
  const day = midnight(date)
  return day === undefined ? date : calendar.format(day)
}

/** The beginning of a date in UTC; undefined for a text that begins with no date. */
export function midnight(date: string): Date | undefined {
  const day = new Date(`${date.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(day.getTime()) ? undefined : day
}
