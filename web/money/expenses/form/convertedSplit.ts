// Switching the mode of a split keeps what it means, as far as the other mode can say it.

import type { CurrencyCode } from '#core/kernel/money.ts'
import { isNumberMode, type SplitMode, splitModes } from '#core/money/split/modes.ts'
import { shownModes } from '#web/money/shownModes.ts'
import {
  equally,
  isOpen,
  partText,
  type TypedSplit,
  withNumbers,
} from '#web/money/expenses/form/typedSplit.ts'

interface Current {
  /** Of the people who share, in their order; as `weightsOf` gives them. */
  weights: ReadonlyMap<string, bigint>
  /** Minor units of the entered currency; null without an amount. */
  entered: number | null
  currency: CurrencyCode
}

export function convertedSplit(split: TypedSplit, mode: SplitMode, current: Current): TypedSplit {
  if (mode === 'equal') return equally
  const { weights, entered, currency } = current
  const ids = [...weights.keys()]
  if (mode === 'items') {
    const items = split.items.length > 0 ? split.items : [{ text: '', amount: '', of: ids }]
    return { ...equally, mode, items }
  }
  // Whoever shared equally, or the rest, shares the rest in a mode that has one.
  const hasRest = (of: SplitMode) => splitModes[of].whole !== undefined
  const staysOpen = (id: string) =>
    hasRest(mode) && (split.mode === 'equal' || (hasRest(split.mode) && isOpen(split, id)))
  const numbers = shownModes[mode].numbersFor([...weights.values()], entered)
  return withNumbers(
    mode,
    ids.flatMap((id, index) => {
      const number = numbers?.[index]
      if (staysOpen(id) || (number !== undefined && number < splitModes[mode].min)) return []
      return [[id, number === undefined ? '' : partText(mode, number, currency)] as const]
    }),
  )
}

/** The people who share in the new mode, where they may be others: where numbers are above 0, only people with a part. */
export function convertedSharers(
  from: SplitMode,
  to: SplitMode,
  weights: Current['weights'],
): string[] | undefined {
  if (isNumberMode(to) && splitModes[to].min > 0)
    return [...weights].flatMap(([id, weight]) => (weight > 0n ? id : []))
  return from === 'items' ? [...weights.keys()] : undefined
}
