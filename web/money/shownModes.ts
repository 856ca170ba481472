// What the screens and files add to each way to split an expense: its words, and the numbers it is converted to.

import { allocate, type CurrencyCode } from '#core/kernel/money.ts'
import type { NamedRef } from '#core/money/responses.ts'
import {
  ALL_POINTS,
  greatestCommonDivisor,
  MOST_SHARES,
  type NumberMode,
  type SplitMode,
} from '#core/money/split/modes.ts'
import { formatMinor, formatSignedMinor } from '#core/kernel/formatMinor.ts'
import { formatCount } from '#web/platform/time/format.ts'

interface ModeWords {
  /** Among the ways to choose from. */
  choice: string
  /** In a table. */
  name: string
  /** 'by shares', before the number of people. */
  among: string
}

/** Numbers are hundredths, or amounts in minor units. */
interface NumberModeForm extends ModeWords {
  /** Of the field, before the name of the person. */
  label: string
  /** Beside the field. @param symbol of the currency */
  unit: (symbol: string) => { before?: string; after?: string }
  /** @param zero in the currency */
  placeholder: (zero: string) => string
  /**
   * The numbers nearest to these weights.
   * @param weights none below 0, not all 0 @param entered the amount @returns null without an amount that they depend on
   */
  numbersFor: (weights: readonly bigint[], entered: number | null) => number[] | null
  /** Beside the share of a person in the details; '' where the share says all. @param isForeign whether the amount is */
  detail: (number: number, currency: CurrencyCode, isForeign: boolean) => string
  /** In the explanation of a figure. @param sum of the numbers of all */
  part: (number: number, sum: number) => string
}

export const shownModes: Record<'equal' | 'items', ModeWords> & Record<NumberMode, NumberModeForm> = {
  equal: { choice: 'Equal', name: 'Equal', among: 'equally' },
  shares: {
    choice: 'Shares',
    name: 'Shares',
    among: 'by shares',
    label: 'Shares of',
    unit: () => ({ before: '×' }),
    placeholder: () => '1',
    numbersFor: smallestShares,
    detail: (shares) => formatCount(shares / 100, 'share'),
    part: (shares, sum) => `${shares / 100} of ${sum / 100} shares`,
  },
  percent: {
    choice: 'Percent',
    name: 'Percent',
    among: 'by percent',
    label: 'Percent of',
    unit: () => ({ after: '%' }),
    placeholder: () => '0',
    numbersFor: (weights) => allocate(ALL_POINTS, weights),
    detail: pointsText,
    part: pointsText,
  },
  exact: {
    choice: 'Exact',
    name: 'Exact',
    among: 'by amount',
    label: 'Share of',
    unit: (symbol) => ({ before: symbol }),
    placeholder: (zero) => zero,
    numbersFor: (weights, entered) => (entered === null ? null : allocate(entered, weights)),
    detail: (amount, currency, isForeign) => (isForeign ? formatMinor(amount, currency) : ''),
    part: () => 'Exact amount',
  },
  adjust: {
    choice: 'Adjust',
    name: 'Adjusted',
    among: 'with adjustments',
    label: 'Adjustment for',
    unit: (symbol) => ({ before: `± ${symbol}` }),
    placeholder: (zero) => zero,
    numbersFor(weights, entered) {
      if (entered === null) return null
      const amounts = allocate(entered, weights)
      const least = Math.min(...amounts)
      // A cent that did not divide is no adjustment.
      return amounts.map((amount) => (amount - least <= 1 ? 0 : amount - least))
    },
    detail: (by, currency) => (by === 0 ? '' : formatSignedMinor(by, currency)),
    part: () => 'Adjusted',
  },
  items: { choice: 'Items', name: 'Items', among: 'by items' },
}

/**
 * The smallest whole shares with these weights, in hundredths; of 100 in all where those would be too many. 0 for whoever
 * has no part.
 */
function smallestShares(weights: readonly bigint[]): number[] {
  const divisor = weights.reduce(greatestCommonDivisor, 0n)
  const smallest = weights.map((weight) => Number(weight / divisor) * 100)
  if (Math.max(...smallest) <= MOST_SHARES) return smallest
  return allocate(ALL_POINTS, weights).map((hundredths, at) =>
    weights[at] === 0n ? 0 : Math.max(hundredths, 1),
  )
}

/** 2500: '25 %'. */
export function pointsText(points: number): string {
  return `${points / 100} %`
}

/**
 * 'equally among 5', 'equally among 3 of 5', 'just for carol', 'by shares among 3', 'by 4 items'.
 * @param count of the people who can share
 */
export function sharersText(
  sharers: readonly NamedRef[],
  count: number,
  myId: string,
  { mode, items = [] }: { mode: SplitMode; items?: readonly unknown[] } = { mode: 'equal' },
): string {
  if (mode === 'items') return `by ${formatCount(items.length, 'item')}`
  const [first] = sharers
  if (!first) return 'among nobody'
  if (sharers.length === 1) return `just for ${first.id === myId ? 'you' : first.name}`
  return `${shownModes[mode].among} among ${sharers.length}${sharers.length < count ? ` of ${count}` : ''}`
}
