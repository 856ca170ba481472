// An expense's split as it is stored: the numbers of each person or the items of a receipt, and the exact weights that they
// stand for, from which the shares are apportioned with one rounding.

import { sumOfAmounts } from '#core/kernel/money.ts'
import {
  greatestCommonDivisor,
  isNumberMode,
  numberFields,
  type NumberMode,
  type SplitMode,
  splitModes,
} from '#core/money/split/modes.ts'

/** A number for everybody who shares, in their order. @typeParam Person how the people are named */
export type NumberSplit<Person = { id: string }> = {
  [Mode in NumberMode]: { mode: Mode; of: (Person & Record<(typeof numberFields)[Mode], number>)[] }
}[NumberMode]

/** @typeParam Person how the people are named */
interface ItemSplit<Person = string> {
  mode: 'items'
  /** `amount` is above 0, and nobody is in `of` twice. */
  items: { text: string; amount: number; of: Person[] }[]
  /** How what the items leave of the amount (tip, tax, a discount) is shared: in proportion to them, or equally. */
  rest: 'proportional' | 'equal'
}

/** Amounts are minor units of the currency in which the expense was entered. An equal split does not name its people. */
export type Split = { mode: 'equal' } | NumberSplit | ItemSplit

/** @param convert the amounts, as to other units; hundredths stay */
export function numbersOf(
  split: NumberSplit,
  convert: (amount: number) => number = (amount) => amount,
): { id: string; number: number }[] {
  const field = numberFields[split.mode]
  const { hundredths } = splitModes[split.mode]
  const parts: readonly { id: string; [field: string]: unknown }[] = split.of
  return parts.map((part) => {
    const number = part[field] as number
    return { id: part.id, number: hundredths ? number : convert(number) }
  })
}

export const numberSplit = <Person>(
  mode: NumberMode,
  parts: readonly (Person & { number: number })[],
): NumberSplit<Person> => {
  const field = numberFields[mode]
  return {
    mode,
    of: parts.map(({ number, ...person }) => ({ ...person, [field]: number })),
  } as NumberSplit<Person>
}

/** The same split with amounts in other units. @param nameOf a person of an item, as the result has it */
export function withAmounts<From, To>(
  split: { mode: 'equal' } | NumberSplit | ItemSplit<From>,
  convert: (amount: number) => number,
  nameOf: (person: From) => To,
): { mode: 'equal' } | NumberSplit | ItemSplit<To> {
  if (split.mode === 'equal') return { mode: 'equal' }
  if (split.mode !== 'items') return numberSplit(split.mode, numbersOf(split, convert))
  const items = split.items.map(({ text, amount, of }) => ({
    text,
    amount: convert(amount),
    of: of.map(nameOf),
  }))
  return { mode: 'items', items, rest: split.rest }
}

export const sumOfNumbers = (split: NumberSplit): number =>
  numbersOf(split).reduce((sum, { number }) => sum + number, 0)

/** The people of a split, in their order; null for an equal one, which does not name them. */
export function peopleOfSplit(split: Split): string[] | null {
  if (split.mode === 'equal') return null
  if (split.mode === 'items') return [...new Set(split.items.flatMap((item) => item.of))]
  return split.of.map(({ id }) => id)
}

/** The same split among people with other ids. */
export function renamedSplit(split: Split, rename: (id: string) => string): Split {
  if (split.mode === 'equal') return split
  if (split.mode === 'items')
    return { ...split, items: split.items.map((item) => ({ ...item, of: item.of.map(rename) })) }
  return { ...split, of: split.of.map((part) => ({ ...part, id: rename(part.id) })) } as NumberSplit
}

/** Whether its numbers are amounts of the entered currency: they do not follow when that changes. */
export const hasAmounts = ({ mode }: { mode: SplitMode }): boolean =>
  isNumberMode(mode) ? splitModes[mode].hundredths === undefined : mode === 'items'

/**
 * What the entered numbers leave of the whole: of the amount in minor units for exact amounts and items, of 10,000
 * points for percentages, 0 for the others. Items may leave something, exact amounts and percentages may not.
 */
export function remainderOf(split: Split, entered: number): number {
  if (split.mode === 'equal') return 0
  if (split.mode === 'items') return entered - sumOfAmounts(split.items)
  const whole = splitModes[split.mode].whole?.(entered)
  return whole === undefined ? 0 : whole - sumOfNumbers(split)
}

/**
 * Exact weights of the shares, in the order of `ids`, who are the people of the split. A weight below 0 stands for a
 * share below 0.
 * @param entered minor units of the entered currency
 */
export function weightsOf(split: Split, entered: number, ids: readonly string[]): bigint[] {
  if (split.mode === 'equal') return ids.map(() => 1n)
  if (split.mode === 'items') return itemWeights(split, remainderOf(split, entered), ids)
  const numbers = numbersOf(split).map(({ number }) => number)
  return splitModes[split.mode].weights?.(numbers, entered) ?? numbers.map(BigInt)
}

/** Each item equally among its people, over a common denominator, and the rest on top. */
function itemWeights({ items, rest }: ItemSplit, left: number, ids: readonly string[]): bigint[] {
  const denominator = items.reduce((least, { of }) => leastCommonMultiple(least, BigInt(of.length)), 1n)
  const parts = new Map(ids.map((id) => [id, 0n]))
  for (const { amount, of } of items)
    for (const id of of) parts.set(id, parts.get(id)! + BigInt(amount) * (denominator / BigInt(of.length)))
  const ofItems = ids.map((id) => parts.get(id)!)
  // In proportion to the items, the rest changes no weight.
  if (rest === 'proportional') return ofItems
  return ofItems.map((part) => BigInt(ids.length) * part + BigInt(left) * denominator)
}

const leastCommonMultiple = (a: bigint, b: bigint): bigint => (a / greatestCommonDivisor(a, b)) * b
