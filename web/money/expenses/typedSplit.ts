// The split of an expense as it is typed: texts by person, so that nothing is lost while a number is not finished.

import { allocate, type CurrencyCode, toMajor, toMinor } from '#core/kernel/money.ts'
import { readAmount } from '#core/kernel/typedNumber.ts'
import type { ExpenseResponse, SplitResponse } from '#core/money/responses.ts'
import { ALL_POINTS, type SplitMode } from '#core/money/split.ts'
import type { SplitBody } from '#core/money/splitBodies.ts'
import { readTypedAmount } from '#core/money/typedAmount.ts'
import { amountText, minorText } from '#web/money/decimalText.ts'
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

/** The texts of a stored split. @param currency of its amounts */
export function typedSplitOf(split: SplitResponse, currency: CurrencyCode): TypedSplit {
  switch (split.mode) {
    case 'equal':
      return equally
    case 'items':
      return {
        ...equally,
        mode: 'items',
        items: split.items.map(({ text, amount, of }) => ({
          text,
          amount: amountText(amount, currency),
          of: of.map(({ id }) => id),
        })),
        rest: split.rest,
        discount: split.discount,
      }
    case 'shares':
      return withNumbers(
        'shares',
        split.of.map(({ id, shares }) => [id, String(shares / 100)]),
      )
    case 'percent':
      return withNumbers(
        'percent',
        split.of.map(({ id, points }) => [id, String(points / 100)]),
      )
    case 'exact':
      return withNumbers(
        'exact',
        split.of.map(({ id, amount }) => [id, amountText(amount, currency)]),
      )
    case 'adjust':
      return withNumbers(
        'adjust',
        split.of.map(({ id, by }) => [id, by === 0 ? '' : amountText(by, currency)]),
      )
  }
}

export const withNumbers = (
  mode: SplitMode,
  numbers: readonly (readonly [id: string, text: string])[],
): TypedSplit => ({ ...equally, mode, numbers: Object.fromEntries(numbers) })

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
  const open = openParts(split, sharers, entered, currency)
  const text = (id: string): string => (numbers[id] ?? '').trim()
  const money = (id: string): number => readTypedAmount(text(id).replace(/^\+/, ''), currency) ?? 0
  switch (mode) {
    case 'equal':
      return undefined
    case 'shares':
      return {
        mode,
        of: sharers.map((person) => ({ ...reference(person), shares: hundredths(text(person.id)) })),
      }
    case 'percent':
      return {
        mode,
        of: sharers.map((person) => ({
          ...reference(person),
          points: open.get(person.id) ?? hundredths(text(person.id) || '0'),
        })),
      }
    case 'exact':
      return {
        mode,
        of: sharers.map((person) => {
          const part = open.get(person.id)
          return {
            ...reference(person),
            amount: part === undefined ? money(person.id) : toMajor(part, currency),
          }
        }),
      }
    case 'adjust':
      return { mode, of: sharers.map((person) => ({ ...reference(person), by: money(person.id) })) }
    case 'items':
      return {
        mode,
        items: items.map((item) => ({
          text: item.text.trim(),
          amount: readTypedAmount(item.amount, currency) ?? Number.NaN,
          of: people.filter(({ id }) => item.of.includes(id)).map(reference),
        })),
        rest,
        discount,
      }
  }
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
  const whole = split.mode === 'percent' ? ALL_POINTS : split.mode === 'exact' ? entered : null
  const open = sharers.filter(({ id }) => isOpen(split, id))
  if (whole === null || open.length === 0) return new Map()
  const left = sharers.reduce((left, { id }) => left - typedPart(split, id, currency), whole)
  if (Number.isNaN(left)) return new Map()
  const parts = allocate(
    Math.max(left, 0),
    open.map(() => 1),
  )
  return new Map(open.map(({ id }, index) => [id, parts[index]!]))
}

/** In minor units or basis points; 0 for none, NaN for a text that is no number. */
function typedPart({ mode, numbers }: Parts, id: string, currency: CurrencyCode): number {
  const text = (numbers[id] ?? '').trim()
  if (mode === 'percent') return hundredths(text || '0')
  return toMinor(readTypedAmount(text, currency) ?? 0, currency) ?? Number.NaN
}

/**
 * Adds what exact amounts or percentages leave to the number of one person, or takes off what is too much.
 * @param left minor units, or basis points; below 0 when there is too much
 * @returns null where the person has less than that
 */
export function restFor<Split extends Parts>(
  split: Split,
  id: string,
  left: number,
  currency: CurrencyCode,
): Split | null {
  const part = typedPart(split, id, currency) + left
  if (!(part >= 0)) return null
  const text = split.mode === 'percent' ? String(part / 100) : minorText(part, currency)
  return { ...split, numbers: { ...split.numbers, [id]: text } }
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
  originalCurrency,
}: Pick<ExpenseResponse, 'payers' | 'currency' | 'originalCurrency'>): Record<string, string> | null {
  if (payers === 'pool' || payers.length < 2) return null
  return Object.fromEntries(
    payers.map(({ id, amount, originalAmount }) => [
      id,
      amountText(originalAmount ?? amount, originalCurrency ?? currency),
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
