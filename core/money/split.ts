// The ways to divide an expense, as entered. Each stands for exact integer weights, from which the shares are
// apportioned with one rounding.

/** A part of the receipt, for some of the people. */
export interface SplitItem {
  text: string
  /** Minor units of the entered currency, above 0. */
  amount: number
  /** Participant ids, nobody twice. */
  of: string[]
}

/**
 * Amounts are minor units of the currency in which the expense was entered. `of` names everybody who shares, in their
 * order; an equal split has no numbers of its own, and items name their people themselves.
 */
export type Split =
  | { mode: 'equal' }
  /** Hundredths: 150 is 1.5 shares. */
  | { mode: 'shares'; of: { id: string; shares: number }[] }
  /** Basis points, 10,000 in all. */
  | { mode: 'percent'; of: { id: string; points: number }[] }
  /** The amount in all; nothing is allowed. */
  | { mode: 'exact'; of: { id: string; amount: number }[] }
  /** More or less than an equal part of the rest. */
  | { mode: 'adjust'; of: { id: string; by: number }[] }
  /** What the items leave of the amount (tip, tax, a discount) is shared in proportion to them, or equally. */
  | { mode: 'items'; items: SplitItem[]; rest: 'proportional' | 'equal' }

export type SplitMode = Split['mode']

export const ALL_POINTS = 10_000

/** The people of a split, in their order; null for an equal one, which does not name them. */
export function peopleOfSplit(split: Split): string[] | null {
  if (split.mode === 'equal') return null
  if (split.mode === 'items') return [...new Set(split.items.flatMap((item) => item.of))]
  return split.of.map(({ id }) => id)
}

/** The same split among people with other ids. */
export function renamedSplit(split: Split, rename: (id: string) => string): Split {
  const renamed = <Part extends { id: string }>(of: readonly Part[]) =>
    of.map((part) => ({ ...part, id: rename(part.id) }))
  switch (split.mode) {
    case 'equal':
      return split
    case 'shares':
      return { ...split, of: renamed(split.of) }
    case 'percent':
      return { ...split, of: renamed(split.of) }
    case 'exact':
      return { ...split, of: renamed(split.of) }
    case 'adjust':
      return { ...split, of: renamed(split.of) }
    case 'items':
      return { ...split, items: split.items.map((item) => ({ ...item, of: item.of.map(rename) })) }
  }
}

/** Whether its numbers are amounts of the entered currency: they do not follow when that changes. */
export const hasAmounts = ({ mode }: Split): boolean =>
  mode === 'exact' || mode === 'adjust' || mode === 'items'

/**
 * What the entered numbers leave of the whole: of the amount in minor units for exact amounts and items, of 10,000
 * points for percentages, 0 for the others. Items may leave something, exact amounts and percentages may not.
 */
export function remainderOf(split: Split, entered: number): number {
  if (split.mode === 'exact') return entered - sumOf(split.of.map(({ amount }) => amount))
  if (split.mode === 'percent') return ALL_POINTS - sumOf(split.of.map(({ points }) => points))
  if (split.mode === 'items') return entered - sumOf(split.items.map(({ amount }) => amount))
  return 0
}

/**
 * Exact weights of the shares, in the order of `ids`, who are the people of the split. A weight below 0 stands for a
 * share below 0.
 * @param entered minor units of the entered currency
 */
export function weightsOf(split: Split, entered: number, ids: readonly string[]): bigint[] {
  switch (split.mode) {
    case 'equal':
      return ids.map(() => 1n)
    case 'shares':
      return split.of.map(({ shares }) => BigInt(shares))
    case 'percent':
      return split.of.map(({ points }) => BigInt(points))
    case 'exact':
      return split.of.map(({ amount }) => BigInt(amount))
    case 'adjust': {
      // (entered - all adjustments) / people + own adjustment, times the number of people.
      const rest = BigInt(entered - sumOf(split.of.map(({ by }) => by)))
      return split.of.map(({ by }) => rest + BigInt(split.of.length) * BigInt(by))
    }
    case 'items':
      return itemWeights(split, remainderOf(split, entered), ids)
  }
}

/** Each item equally among its people, over a common denominator, and the rest on top. */
function itemWeights(
  { items, rest }: Extract<Split, { mode: 'items' }>,
  left: number,
  ids: readonly string[],
): bigint[] {
  const denominator = items.reduce((least, { of }) => leastCommonMultiple(least, BigInt(of.length)), 1n)
  const parts = new Map(ids.map((id) => [id, 0n]))
  for (const { amount, of } of items)
    for (const id of of) parts.set(id, parts.get(id)! + BigInt(amount) * (denominator / BigInt(of.length)))
  const ofItems = ids.map((id) => parts.get(id)!)
  // In proportion to the items, the rest changes no weight.
  if (rest === 'proportional') return ofItems
  return ofItems.map((part) => BigInt(ids.length) * part + BigInt(left) * denominator)
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

const leastCommonMultiple = (a: bigint, b: bigint): bigint => (a / greatestCommonDivisor(a, b)) * b

/** Neither below 0. */
export function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b]
  while (y > 0n) [x, y] = [y, x % y]
  return x
}
