// The split of an expense as it is typed: texts by person, so that nothing is lost while a number is not finished.

import { allocate, type CurrencyCode, toMajor, toMinor } from '#core/kernel/money.ts'
import { readAmount } from '#core/kernel/typedNumber.ts'
import type { ExpenseRecord } from '#core/money/events.ts'
import { isNumberMode, type NumberMode, type SplitMode, splitModes } from '#core/money/split/modes.ts'
import { numberSplit, numbersOf, remainderOf } from '#core/money/split/split.ts'
import type { SplitBody } from '#core/money/split/splitBodies.ts'
import { readTypedAmount } from '#core/money/typedAmount.ts'
import { minorText } from '#web/money/decimalText.ts'
import type { ChoosablePerson } from '#web/money/tripPeople.ts'

export interface TypedItem {
  text: string
  /** An amount in the entered currency. */
  amount: string
  /** Participant ids. */
  of: string[]
}

export interface TypedSplit {
  mode: SplitMode
  /**
   * By participant id: shares, percent, or amounts of the entered currency. Whoever has no percent or amount shares what the
   * others leave.
   */
  numbers: Record<string, string>
  items: TypedItem[]
  rest: 'proportional' | 'equal'
  /** The items may exceed the amount. */
  discount: boolean
}

export const equally: TypedSplit = {
  mode: 'equal',
  numbers: {},
  items: [],
  rest: 'proportional',
  discount: false,
}

/** The texts of a stored split. */
export function typedSplitOf({
  split,
  original,
  ...expense
}: Pick<ExpenseRecord, 'split' | 'amount' | 'currency' | 'original'>): TypedSplit {
  const { amount: entered, currency } = original ?? expense
  if (split.mode === 'equal') return equally
  if (split.mode === 'items') {
    const items = split.items.map(({ text, amount, of }) => ({
      text,
      amount: minorText(amount, currency),
      of,
    }))
    return { ...equally, mode: 'items', items, rest: split.rest, discount: remainderOf(split, entered) < 0 }
  }
  const { mode } = split
  return withNumbers(
    mode,
    numbersOf(split).map(({ id, number }) => [id, partText(mode, number, currency)]),
  )
}

export const withNumbers = (
  mode: SplitMode,
  numbers: readonly (readonly [id: string, text: string])[],
): TypedSplit => ({ ...equally, mode, numbers: Object.fromEntries(numbers) })

/** @param number hundredths, or an amount in minor units */
const inMajor = (mode: NumberMode, number: number, currency: CurrencyCode): number =>
  splitModes[mode].hundredths ? number : toMajor(number, currency)

/** @param number hundredths, or an amount in minor units */
export function partText(mode: NumberMode, number: number, currency: CurrencyCode): string {
  const { hundredths, min } = splitModes[mode]
  if (hundredths) return String(number / 100)
  // No adjustment is an empty field.
  return number === 0 && min < 0 ? '' : minorText(number, currency)
}

export type SplitPerson = Pick<ChoosablePerson, 'id' | 'type' | 'name'>

/**
 * The split of a body, for the schema to check: what is no number is NaN. Undefined for an equal one, which `sharedBy`
 * says.
 * @param sharers the selected people @param people all who can be chosen, for items @param entered minor units of
 *   `currency`, the entered one; null without an amount
 */
export function splitBodyOf(
  split: TypedSplit,
  sharers: readonly SplitPerson[],
  people: readonly SplitPerson[],
  entered: number | null,
  currency: CurrencyCode,
): SplitBody | undefined {
  const { mode, numbers, items, rest, discount } = split
  if (mode === 'equal') return undefined
  if (mode === 'items') {
    const itemBodies = items.map((item) => ({
      text: item.text.trim(),
      amount: readTypedAmount(item.amount, currency) ?? Number.NaN,
      of: people.filter(({ id }) => item.of.includes(id)).map(reference),
    }))
    return { mode, items: itemBodies, rest, discount }
  }
  const open = openParts(split, sharers, entered, currency)
  const numberOf = (id: string): number => {
    const part = open.get(id)
    return part === undefined ? typedNumber(mode, numbers[id], currency) : inMajor(mode, part, currency)
  }
  return numberSplit(
    mode,
    sharers.map((person) => ({ ...reference(person), number: numberOf(person.id) })),
  )
}

export const reference = ({ id, type, name }: SplitPerson) => ({ id, type, name })

type Parts = Pick<TypedSplit, 'mode' | 'numbers'>

/** Whether nobody has typed a number for this person. */
export const isOpen = ({ numbers }: Pick<TypedSplit, 'numbers'>, id: string): boolean =>
  (numbers[id] ?? '').trim() === ''

/**
 * What exact amounts or percentages leave, shared by the people without a number, in minor units or basis points; 0 where
 * nothing is left. Empty for another mode, where a number cannot be read, and for amounts without a whole.
 * @param entered minor units of `currency`; null without an amount
 */
export function openParts(
  split: Parts,
  sharers: readonly Pick<SplitPerson, 'id'>[],
  entered: number | null,
  currency: CurrencyCode,
): Map<string, number> {
  const { mode, numbers } = split
  const whole = splitModes[mode].whole?.(entered) ?? null
  const open = sharers.filter(({ id }) => isOpen(split, id))
  if (!isNumberMode(mode) || whole === null || open.length === 0) return new Map()
  const left = sharers.reduce((left, { id }) => left - typedPart(mode, numbers[id], currency), whole)
  if (Number.isNaN(left)) return new Map()
  const parts = allocate(
    Math.max(left, 0),
    open.map(() => 1),
  )
  return new Map(open.map(({ id }, index) => [id, parts[index]!]))
}

/** In hundredths or major units; 0 for none, NaN for a text that is no number. */
function typedNumber(mode: NumberMode, typed: string | undefined, currency: CurrencyCode): number {
  const text = (typed ?? '').trim()
  if (splitModes[mode].hundredths) return hundredths(text || '0')
  return readTypedAmount(text.replace(/^\+/, ''), currency) ?? 0
}

/** In hundredths or minor units; 0 for none, NaN for a text that is no number. */
function typedPart(mode: NumberMode, typed: string | undefined, currency: CurrencyCode): number {
  const number = typedNumber(mode, typed, currency)
  return splitModes[mode].hundredths ? number : (toMinor(number, currency) ?? Number.NaN)
}

/**
 * Adds what exact amounts or percentages leave to the number of one person, or takes off what is too much.
 * @param left minor units, or basis points; below 0 when there is too much
 * @returns the changed numbers; null where the person has less than that
 */
export function restFor(
  mode: NumberMode,
  numbers: TypedSplit['numbers'],
  id: string,
  left: number,
  currency: CurrencyCode,
): TypedSplit['numbers'] | null {
  const part = typedPart(mode, numbers[id], currency) + left
  return part >= 0 ? { ...numbers, [id]: partText(mode, part, currency) } : null
}

/** '1.5': 150; NaN for a text with more than two decimals, or none. */
function hundredths(text: string): number {
  const number = readAmount(text) ?? Number.NaN
  const whole = Math.round(number * 100)
  return whole / 100 === number ? whole : Number.NaN
}

/** The amounts of several payers as texts, by participant id; null where one person or the pool paid. */
export function typedPayersOf({
  payers,
  currency,
  original,
}: Pick<ExpenseRecord, 'payers' | 'currency' | 'original'>): Record<string, string> | null {
  if (payers === 'pool' || payers.length < 2) return null
  return Object.fromEntries(
    payers.map(({ id, amount, originalAmount }) => [
      id,
      minorText(originalAmount ?? amount, original?.currency ?? currency),
    ]),
  )
}

/** Everybody with a typed amount. @param currency the entered one */
export const payersBodyOf = (
  typed: Record<string, string>,
  people: readonly SplitPerson[],
  currency: CurrencyCode,
) =>
  people
    .filter(({ id }) => (typed[id] ?? '').trim() !== '')
    .map((person) => ({
      ...reference(person),
      amount: readTypedAmount(typed[person.id]!, currency) ?? Number.NaN,
    }))
