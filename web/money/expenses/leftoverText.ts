// Says who pays, or of a refund gets, the units of an expense that do not divide by its sharers.

import { locale } from '#core/kernel/format.ts'
import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import type { ExpenseResponse } from '#core/money/responses.ts'
import { formatMoney } from '#web/platform/time/format.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'

const namesOf = new Intl.ListFormat(locale)

/** @returns a sentence; '' where all shares are equal */
export function leftoverText(
  { amount, currency, kind, sharedBy }: Pick<ExpenseResponse, 'amount' | 'currency' | 'kind' | 'sharedBy'>,
  myId: string,
): string {
  const least = Math.min(...sharedBy.map(({ share }) => share))
  const carriers = sharedBy.filter(({ share }) => share > least)
  if (carriers.length === 0) return ''
  const names = namesOf.format(carriers.map(({ id, name }) => (id === myId ? 'you' : isolateBidi(name))))
  const unit = formatMinor(1, currency)
  const [one, many] = kind === 'refund' ? ['gets', 'get'] : ['pays', 'pay']
  const who = carriers.length === 1 ? `one person ${one}` : `${carriers.length} people ${many}`
  return `${formatMoney(amount, currency)} does not divide by ${sharedBy.length}, so ${who} ${unit} more: ${names}.`
}
