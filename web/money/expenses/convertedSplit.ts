// Switching the mode of a split keeps what it means, as far as the other mode can say it.

import { allocate, type CurrencyCode } from '#core/kernel/money.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import { ALL_POINTS, greatestCommonDivisor, type SplitMode } from '#core/money/split.ts'
import { minorText } from '#web/money/decimalText.ts'
import { equally, isOpen, type TypedSplit, withNumbers } from '#web/money/expenses/typedSplit.ts'

interface Current {
  /** Of the people who share, in their order; as `weightsOf` gives them. */
  weights: ReadonlyMap<string, bigint>
  /** Minor units of the entered currency; null without an amount. */
  entered: number | null
  currency: CurrencyCode
}

export function convertedSplit(split: TypedSplit, mode: SplitMode, current: Current): TypedSplit {
  const { entered, currency } = current
  const ids = [...current.weights.keys()]
  const weights = [...current.weights.values()]
  // Whoever shared equally, or the rest, shares the rest in a mode that has one.
  const hasRest = (of: SplitMode) => of === 'exact' || of === 'percent'
  const staysOpen = (id: string) =>
    hasRest(mode) && (split.mode === 'equal' || (hasRest(split.mode) && isOpen(split, id)))
  const each = (texts: readonly string[]) =>
    withNumbers(
      mode,
      ids.flatMap((id, index) => (staysOpen(id) ? [] : [[id, texts[index]!] as const])),
    )
  const amounts = entered === null ? null : allocate(entered, weights)
  switch (mode) {
    case 'equal':
      return equally
    case 'shares':
      return withNumbers(mode, sharesOf(current.weights))
    case 'percent':
      return each(allocate(ALL_POINTS, weights).map((points) => String(points / 100)))
    case 'exact':
      return each(ids.map((_, index) => (amounts ? minorText(amounts[index]!, currency) : '')))
    case 'adjust': {
      const least = amounts ? Math.min(...amounts) : 0
      // A cent that did not divide is no adjustment.
      return each(
        (amounts ?? ids.map(() => 0)).map((amount) =>
          amount - least <= 1 ? '' : minorText(amount - least, currency),
        ),
      )
    }
    case 'items': {
      const items = split.items.length > 0 ? split.items : [{ text: '', amount: '', of: ids }]
      return { ...equally, mode, items }
    }
  }
}

/**
 * The people who share in the new mode, where they may be others: a share is above 0, so shares leave out the people
 * without a part.
 */
export function convertedSharers(
  from: SplitMode,
  to: SplitMode,
  weights: Current['weights'],
): string[] | undefined {
  if (to === 'shares') return withPart(weights).map(([id]) => id)
  return from === 'items' ? [...weights.keys()] : undefined
}

const withPart = (weights: Current['weights']) => [...weights].filter(([, weight]) => weight > 0n)

const sharesOf = (all: Current['weights']): [id: string, text: string][] => {
  const people = withPart(all)
  const shares = sharesFor(people.map(([, weight]) => weight))
  return people.map(([id], index) => [id, String(shares[index]! / 100)])
}

/**
 * The smallest whole shares with these weights, which are above 0, in hundredths; of 100 in all where those would be too
 * many.
 */
function sharesFor(weights: readonly bigint[]): number[] {
  const divisor = weights.reduce(greatestCommonDivisor, 0n)
  const smallest = weights.map((weight) => Number(weight / divisor) * 100)
  if (Math.max(...smallest) <= moneyLimits.split.sharesMax) return smallest
  return allocate(ALL_POINTS, weights).map((hundredths) => Math.max(hundredths, 1))
}
