// What stands beside and below the shares of an expense: what was entered for a person, and who carries what does not divide.

import { locale } from '#core/kernel/format.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import type { ExpenseRecord } from '#core/money/events.ts'
import { numbersOf } from '#core/money/split/split.ts'
import type { FindName } from '#core/money/roster.ts'
import { shownModes } from '#web/money/shownModes.ts'

/** What was entered for one person: '1.5 shares', '25 %', '+HK$10.00'; '' where the share says all. */
export function splitPartText(
  { split, currency, original }: Pick<ExpenseRecord, 'split' | 'currency' | 'original'>,
  id: string,
): string {
  if (split.mode === 'equal' || split.mode === 'items') return ''
  const number = numbersOf(split).find((part) => part.id === id)?.number ?? 0
  return shownModes[split.mode].detail(number, original?.currency ?? currency, original !== null)
}

const namesOf = new Intl.ListFormat(locale)

/** Who pays, or of a refund gets, the units that do not divide by the sharers. @returns a sentence; '' where all shares are equal */
export function leftoverText(
  { amount, currency, kind, sharedBy }: Pick<ExpenseRecord, 'amount' | 'currency' | 'kind' | 'sharedBy'>,
  named: FindName,
  myId: string,
): string {
  const least = Math.min(...sharedBy.map(({ share }) => share))
  const carriers = sharedBy.filter(({ share }) => share > least)
  if (carriers.length === 0) return ''
  const names = namesOf.format(
    carriers.map((sharer) => (sharer.id === myId ? 'you' : isolateBidi(named(sharer).name))),
  )
  const unit = formatMinor(1, currency)
  const [one, many] = kind === 'refund' ? ['gets', 'get'] : ['pays', 'pay']
  const who = carriers.length === 1 ? `one person ${one}` : `${carriers.length} people ${many}`
  return `${formatMinor(amount, currency)} does not divide by ${sharedBy.length}, so ${who} ${unit} more: ${names}.`
}
