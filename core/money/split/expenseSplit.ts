// Who shares an expense and who paid it: finds the people that a body names, and divides the amount among them.

import { refuse, type Refusal } from '#core/kernel/decider.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { limits } from '#core/kernel/limits.ts'
import { type CurrencyCode, toMinor } from '#core/kernel/money.ts'
import { invalid } from '#core/kernel/refusals.ts'
import { AMOUNT_IS_INVALID } from '#core/money/amountFields.ts'
import { payingPeople } from '#core/money/signedAmount.ts'
import type { Expense, Payers, PersonRef, Sharer } from '#core/money/events.ts'
import type { ChosenPerson } from '#core/money/personBodies.ts'
import { personFinder, type FindPerson } from '#core/money/roster.ts'
import { weightedParts } from '#core/money/split/shares.ts'
import { ALL_POINTS, splitModes } from '#core/money/split/modes.ts'
import { remainderOf, type Split, weightsOf, withAmounts } from '#core/money/split/split.ts'
import type { PayersEntry, SplitEntry } from '#core/money/split/splitBodies.ts'

/** The amount of an expense, in the trip's currency and as entered: in minor units of each. */
export interface ExpenseTotal {
  id: string
  amount: number
  entered: number
  enteredCurrency: CurrencyCode
}

export const expenseTotal = ({ id, amount, original, currency }: TotalParts): ExpenseTotal => ({
  id,
  amount,
  entered: original?.amount ?? amount,
  enteredCurrency: original?.currency ?? currency,
})
type TotalParts = Pick<Expense, 'id' | 'amount' | 'original' | 'currency'>

/** The people who share, with no share yet, and how. */
export interface ChosenSplit {
  split: Split
  people: readonly PersonRef[]
  /** Whether items may exceed the amount. */
  discount: boolean
}

/** @param previous people of the expense before the edit: they may stay although they have left the trip */
export function chosenSplit(
  entry: SplitEntry,
  { enteredCurrency }: ExpenseTotal,
  findPresent: FindPerson,
  previous: readonly PersonRef[],
): ChosenSplit | Refusal {
  const split = storedSplit(entry, enteredCurrency)
  if (!split) return invalid({ split: AMOUNT_IS_INVALID })
  const chosen = entry.mode === 'items' ? entry.items.flatMap(({ of }) => of) : (entry.of ?? [])
  const people = sharersOf(findPresent, chosen, previous)
  if ('refused' in people) return people
  return { split, people, discount: entry.mode === 'items' && entry.discount }
}

/** Null where an amount has more digits than the currency. */
function storedSplit(entry: SplitEntry, currency: CurrencyCode): Split | null {
  let isExact = true
  const minor = (major: number): number => {
    const amount = toMinor(major, currency)
    if (amount === null) isExact = false
    return amount ?? 0
  }
  const split = withAmounts(entry, minor, ({ id }) => id)
  return isExact ? split : null
}

/** Divides the amount; refuses numbers that do not add up to it, and a share below 0. */
export function sharesIn({ split, people, discount }: ChosenSplit, total: ExpenseTotal): Sharer[] | Refusal {
  const ids = people.map(({ id }) => id)
  const weights = weightsOf(split, total.entered, ids)
  const fault = faultOf(split, total, discount)
  if (fault) return invalid({ split: fault })
  if (weights.some((weight) => weight < 0n)) return invalid({ split: 'Nobody can have a share below 0' })
  const shares = weightedParts(total.id, total.amount, ids, weights)
  return people.map(({ type, id }, index) => ({ type, id, share: shares[index]! }))
}

function faultOf(split: Split, { entered, enteredCurrency }: ExpenseTotal, discount: boolean): string | null {
  const left = remainderOf(split, entered)
  if (left === 0 || split.mode === 'equal') return null
  const money = (minor: number) => formatMinor(minor, enteredCurrency)
  if (split.mode === 'items')
    return left > 0 || discount
      ? null
      : `The items add up to ${money(entered - left)}, more than ${money(entered)}`
  return splitModes[split.mode].hundredths
    ? `The percentages add up to ${(ALL_POINTS - left) / 100}, not 100`
    : `The shares add up to ${money(entered - left)}, not ${money(entered)}`
}

/** Each person once, in the given order. Refuses more than the limit, unless the expense had as many before. */
export function sharersOf(
  findPresent: FindPerson,
  chosen: readonly ChosenPerson[],
  previous: readonly PersonRef[],
): PersonRef[] | Refusal {
  const sharers = new Map<string, PersonRef>()
  const former = personFinder(previous)
  for (const choice of chosen) {
    const person = findPresent(choice) ?? former(choice)
    if (!person) return refuse('SharerIsNotOnTheTrip', { message: `${choice.id} is not on the trip` })
    sharers.set(person.id, person)
  }
  const { max, text } = limits.sharersOfExpense
  return sharers.size > Math.max(max, previous.length) ? invalid({ sharedBy: text }) : [...sharers.values()]
}

/** The people who paid, with what each paid in minor units of the entered currency; or the pool. */
export type ChosenPayers = 'pool' | readonly (PersonRef & { entered: number })[]

/** @param previous people of the expense before the edit: they may stay although they have left the trip */
export function chosenPayers(
  entry: PayersEntry,
  { enteredCurrency }: ExpenseTotal,
  findPresent: FindPerson,
  previous: readonly PersonRef[],
): ChosenPayers | Refusal {
  if (entry === 'pool') return 'pool'
  const former = personFinder(previous)
  const payers: (PersonRef & { entered: number })[] = []
  for (const { amount, ...choice } of entry) {
    const person = findPresent(choice) ?? former(choice)
    if (!person) return refuse('PayerIsNotOnTheTrip')
    const entered = toMinor(amount, enteredCurrency)
    if (entered === null) return invalid({ payers: AMOUNT_IS_INVALID })
    payers.push({ ...person, entered })
  }
  return payers
}

/** One person alone follows the amount; several must add up to it. */
export function payersIn(
  chosen: ChosenPayers,
  { id, amount, entered, enteredCurrency }: ExpenseTotal,
  isForeign: boolean,
): Payers | Refusal {
  if (chosen === 'pool') return 'pool'
  const paid = chosen.reduce((sum, payer) => sum + payer.entered, 0)
  if (paid !== entered) {
    const money = (minor: number) => formatMinor(minor, enteredCurrency)
    return invalid({ payers: `The payers add up to ${money(paid)}, not ${money(entered)}` })
  }
  const ids = chosen.map((payer) => payer.id)
  const parts = weightedParts(
    id,
    amount,
    ids,
    chosen.map((payer) => payer.entered),
  )
  return chosen.map(({ type, id: payerId, entered: own }, index) => ({
    type,
    id: payerId,
    amount: parts[index]!,
    originalAmount: isForeign ? own : null,
  }))
}

/** The payers of an expense as they were entered. */
export const enteredPayers = (expense: Pick<Expense, 'payers'>): ChosenPayers =>
  expense.payers === 'pool'
    ? 'pool'
    : payingPeople(expense).map(({ type, id, amount, originalAmount }) => ({
        type,
        id,
        entered: originalAmount ?? amount,
      }))
