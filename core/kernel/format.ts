// Formats money, counts and calendar dates in the Hong Kong locale, the same on every screen, in the history and in the shell.
// Money comes in major units of its currency; trip and expense dates have no time zone.

/** Of all displayed text, whatever language the device is set to. */
export const locale = 'en-HK'

const moneyFormats = new Map<string, Intl.NumberFormat>()

/** Cached by currency, because creating a format is slow. @param currency ISO 4217 */
export function moneyFormat(currency: string): Intl.NumberFormat {
  const cached = moneyFormats.get(currency)
  if (cached) return cached
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  moneyFormats.set(currency, format)
  return format
}

/** 1234.5 HKD: 'HK$1,234.50'; JPY has no decimals. Negative amounts have a minus sign, never a hyphen. */
export const formatMoney = (amount: number, currency: string): string =>
  // `+ 0` turns -0 into 0.
  moneyFormat(currency)
    .format(amount + 0)
    .replace('-', '−')

/** '1 member', '4 members', '1,200 rows' */
export const formatCount = (count: number, noun: string, plural = noun + 's'): string =>
  `${count.toLocaleString(locale)} ${count === 1 ? noun : plural}`

export const calendar = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** '2026-12-19': '19 Dec 2026'. A text that is not a date is returned unchanged. */
export function formatDate(date: string): string {
  const day = midnight(date)
  return day === undefined ? date : calendar.format(day)
}

/** The beginning of a date in UTC; undefined for a text that does not begin with a date. */
export function midnight(date: string): Date | undefined {
  const day = new Date(`${date.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(day.getTime()) ? undefined : day
}
