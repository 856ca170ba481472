// What the numbers of a split leave of the whole, and what a person's share comes to, in words.

import { type CurrencyCode } from '#core/kernel/money.ts'
import { ALL_POINTS } from '#core/money/split.ts'
import type { DividedEntry } from '#web/money/expenses/dividedEntry.ts'
import type { Rest } from '#web/money/expenses/PeopleNumbers.tsx'
import type { TypedSplit } from '#web/money/expenses/typedSplit.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'

/** @param entered minor units; null without an amount @param left minor units, below 0 when there is too much */
export function restOfAmount(entered: number | null, left: number, currency: CurrencyCode): Rest {
  if (entered === null) return { text: null, filled: 0, isComplete: false }
  const money = (minor: number) => formatMinor(Math.abs(minor), currency)
  return restOf((entered - left) / entered, left, money(left), money(entered))
}

/** Of exact amounts and percentages; undefined for a split whose numbers need not add up to anything. */
export function restOfSplit(
  { mode }: Pick<TypedSplit, 'mode'>,
  { total, left }: Pick<DividedEntry, 'total' | 'left'>,
  currency: CurrencyCode,
): Rest | undefined {
  if (mode === 'exact') return restOfAmount(total?.entered ?? null, left, currency)
  return mode === 'percent' ? percentRest(left) : undefined
}

/** @param left basis points */
const percentRest = (left: number): Rest =>
  restOf((ALL_POINTS - left) / ALL_POINTS, left, `${Math.abs(left) / 100} %`, '100 %')

const restOf = (filled: number, left: number, leftText: string, wholeText: string): Rest => ({
  text: left === 0 ? `${wholeText} split` : `${leftText} ${left > 0 ? 'left' : 'too much'}`,
  filled,
  isComplete: left === 0,
})

/** 'HK$22.22', 'HK$3.33 or HK$3.34' where the id of the new expense decides; '' while it is not known. */
export function shareText(
  { shares, currency }: Pick<DividedEntry, 'shares' | 'currency'>,
  id: string,
): string {
  const share = shares?.get(id)
  if (!share) return ''
  const money = (minor: number) => formatMinor(minor, currency)
  return share.least === share.most ? money(share.least) : `${money(share.least)} or ${money(share.most)}`
}
