// What the numbers of a split leave of the whole, and what a person's share comes to, in words.

import { type CurrencyCode, toMajor } from '#core/kernel/money.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import { splitModes } from '#core/money/split/modes.ts'
import { hasAmounts } from '#core/money/split/split.ts'
import { minorText } from '#web/money/decimalText.ts'
import type { DividedEntry } from '#web/money/expenses/form/dividedEntry.ts'
import type { Rest } from '#web/money/expenses/form/PeopleNumbers.tsx'
import { pointsText } from '#web/money/shownModes.ts'
import type { TypedSplit } from '#web/money/expenses/form/typedSplit.ts'
import { formatCount } from '#web/platform/time/format.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'

/** @param entered minor units; null without an amount @param left minor units, below 0 when there is too much */
export const restOfAmount = (entered: number | null, left: number, currency: CurrencyCode): Rest =>
  restOf(left, entered, (minor) => formatMinor(minor, currency))

/** Of exact amounts and percentages; undefined for a split whose numbers need not add up to anything. */
export function restOfSplit(
  { mode }: Pick<TypedSplit, 'mode'>,
  {
    total,
    left,
    open,
    weights,
    splitFault,
  }: Pick<DividedEntry, 'total' | 'left' | 'open' | 'weights' | 'splitFault'>,
  currency: CurrencyCode,
): Rest | undefined {
  const { whole } = splitModes[mode]
  if (!whole) return undefined
  // A number that cannot be read leaves nothing to say about the rest.
  if (left === 0 && splitFault !== undefined) return faultyRest(splitFault)
  const textOf = hasAmounts({ mode }) ? (minor: number) => formatMinor(minor, currency) : pointsText
  const sharers = { open: [...open.values()], count: weights?.size ?? 0 }
  return restOf(left, whole(total?.entered ?? null), textOf, sharers)
}

export const faultyRest = (text: string): Rest => ({ text, filled: 0, isComplete: false })

interface Sharers {
  /** What is left for each person without a number. */
  open: readonly number[]
  count: number
}

/** @param left minor units or basis points, as `whole`, which is null without an amount */
function restOf(
  left: number,
  whole: number | null,
  textOf: (part: number) => string,
  { open, count }: Sharers = { open: [], count: 0 },
): Rest {
  if (whole === null) return { text: null, filled: 0, isComplete: false }
  const shared = open.reduce((sum, part) => sum + part, 0)
  const others = formatCount(open.length, 'other')
  const split =
    shared === 0
      ? `${textOf(whole)} split`
      : open.length === count
        ? `${textOf(whole)} shared by ${count}`
        : `${textOf(shared)} ${open.length === 1 ? 'for' : 'shared by'} ${others}`
  const text = left === 0 ? split : `${textOf(Math.abs(left))} ${left > 0 ? 'left' : 'too much'}`
  return {
    text: open.length > 0 && shared === 0 && left <= 0 ? `${text}, nothing is left for ${others}` : text,
    filled: (whole - left - shared) / whole,
    isComplete: left === 0,
  }
}

/**
 * The amount that the numbers add up to, where they add up to more.
 * @param setAmount gets it as a text
 */
export function wholeOf(
  total: DividedEntry['total'],
  left: number,
  currency: CurrencyCode,
  setAmount: (amount: string) => void,
): { whole?: { text: string; accept: () => void } } {
  const sum = total ? total.entered - left : 0
  if (left >= 0 || !(toMajor(sum, currency) <= moneyLimits.expense.max)) return {}
  return { whole: { text: formatMinor(sum, currency), accept: () => setAmount(minorText(sum, currency)) } }
}

/** 'HK$22.22', '≈ HK$3.33' where the id of the new expense decides about a cent; '' while it is not known. */
export function shareText(
  { shares, currency }: Pick<DividedEntry, 'shares' | 'currency'>,
  id: string,
): string {
  const share = shares?.get(id)
  if (!share) return ''
  return `${share.least === share.most ? '' : '≈ '}${formatMinor(share.least, currency)}`
}

/**
 * What the expense means for the person who enters it, before it is saved: 'You lend HK$280.00'.
 * @returns '' while the entries do not add up
 */
export function expenseResult(
  {
    kind,
    total,
    currency,
    shares,
    paid,
  }: Pick<DividedEntry, 'kind' | 'total' | 'currency' | 'shares' | 'paid'>,
  myId: string,
): string {
  if (!total || !shares || !paid) return ''
  const isRefund = kind === 'refund'
  const money = (minor: number) => formatMinor(minor, currency)
  const between = (one: number, other: number) =>
    one === other ? money(one) : `≈ ${money(Math.min(one, other))}`
  const { least, most } = shares.get(myId) ?? { least: 0, most: 0 }
  if (paid === 'pool') {
    if (most === 0) return 'You are not involved'
    return `Your share is ${between(least, most)}, ${isRefund ? 'received by' : 'paid from'} the pool`
  }
  const mine = paid.get(myId) ?? 0
  if (mine === 0 && most === 0) return 'You are not involved'
  if (mine > 0 && shares.size === 1 && most === total.amount && mine === total.amount)
    return `You ${isRefund ? 'receive' : 'pay'} ${money(mine)} for yourself`
  if (mine === least && mine === most) return `You ${isRefund ? 'receive' : 'pay'} your own share`
  if (mine >= most) return `You ${isRefund ? 'pass on' : 'lend'} ${between(mine - most, mine - least)}`
  return `You ${isRefund ? 'get back' : 'borrow'} ${between(least - mine, most - mine)}`
}
