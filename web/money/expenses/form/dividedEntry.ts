// What the form's entries divide into, by the rules that decide the command: the shares, what is left over, and why the
// entries are refused.

import * as v from 'valibot'
import type { Refusal } from '#core/kernel/decider.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { moneyRefusals } from '#core/money/contract.ts'
import type { Expense, PersonRef } from '#core/money/events.ts'
import {
  chosenPayers,
  chosenSplit,
  type ChosenSplit,
  type ExpenseTotal,
  payersIn,
  sharesIn,
} from '#core/money/split/expenseSplit.ts'
import { personFinder } from '#core/money/roster.ts'
import { amountFault } from '#core/money/typedAmount.ts'
import { possibleParts } from '#core/money/split/shares.ts'
import { hasAmounts, remainderOf, weightsOf } from '#core/money/split/split.ts'
import { payersBody, splitBody } from '#core/money/split/splitBodies.ts'
import { enteredCurrency, minorInTrip, typedMinor } from '#web/money/enteredAmount.ts'
import type { Choices, ExpenseValues } from '#web/money/expenses/form/expenseValues.ts'
import { openParts, payersBodyOf, splitBodyOf } from '#web/money/expenses/form/typedSplit.ts'

/** Minor units of the trip's currency. Before the expense has an id, a leftover unit may be anybody's. */
export interface PossibleShare {
  least: number
  most: number
}

export interface DividedEntry {
  kind: Expense['kind']
  /** Null without a valid amount. */
  total: ExpenseTotal | null
  currency: CurrencyCode
  /** By participant id, in their order; null where an entry is wrong, nobody shares, or all would be 0. */
  weights: ReadonlyMap<string, bigint> | null
  /** By participant id; null without them, or without a valid amount. */
  shares: ReadonlyMap<string, PossibleShare> | null
  /** What the numbers leave of the amount, in minor units of the entered currency, or of 10,000 points. */
  left: number
  /** What the numbers of the others leave for each person without a number, by participant id, in the same units. */
  open: ReadonlyMap<string, number>
  splitFault: string | undefined
  /** By participant id, in minor units of the trip's currency; null where they do not add up. */
  paid: 'pool' | ReadonlyMap<string, number> | null
  /** In minor units of the entered currency. */
  leftToPay: number
  payersFault: string | undefined
}

/** @param currency the trip's @param expenseId of an existing expense, whose shares are exact */
export function dividedEntry(
  values: ExpenseValues,
  choices: Choices,
  currency: CurrencyCode,
  expenseId?: string,
): DividedEntry {
  const code = enteredCurrency(values, currency)
  const [amount, entered] = [minorInTrip(values, currency), typedMinor(values.amount, code)]
  const isComplete = amount !== null && entered !== null
  const total = isComplete ? { id: expenseId ?? '', amount, entered, enteredCurrency: code } : null
  // Percentages add up without an amount, too.
  const parts = total ?? { id: '', amount: 1, entered: 1, enteredCurrency: code }
  return {
    kind: values.kind,
    total,
    currency,
    ...dividedSplit(values, choices, parts, total !== null, expenseId !== undefined),
    ...dividedPayers(values, choices, parts, total !== null),
  }
}

function dividedSplit(
  { split, sharedBy }: ExpenseValues,
  { sharers: people }: Choices,
  total: ExpenseTotal,
  hasAmount: boolean,
  isExact: boolean,
): Pick<DividedEntry, 'weights' | 'shares' | 'left' | 'open' | 'splitFault'> {
  const sharers = people.filter(({ id }) => sharedBy.includes(id))
  const entered = hasAmount ? total.entered : null
  const open = openParts(split, sharers, entered, total.enteredCurrency)
  // An empty list has its own text.
  if (sharers.length === 0 && split.mode !== 'items')
    return { weights: null, shares: null, left: 0, open, splitFault: undefined }
  const body = splitBodyOf(split, sharers, people, entered, total.enteredCurrency)
  const chosen = body ? readSplit(body, total, people) : equallyAmong(sharers)
  if ('refused' in chosen) {
    const splitFault = shownModes(split, sharers, total.enteredCurrency) ?? chosen.message
    return { weights: null, shares: null, left: 0, open, splitFault }
  }
  const ids = chosen.people.map(({ id }) => id)
  const parts = weightsOf(chosen.split, total.entered, ids)
  const isDivisible = parts.some((part) => part > 0n) && parts.every((part) => part >= 0n)
  const weights = isDivisible ? new Map(ids.map((id, index) => [id, parts[index]!])) : null
  const left = remainderOf(chosen.split, total.entered)
  const divided = sharesIn(chosen, total)
  if ('refused' in divided) return { weights, shares: null, left, open, splitFault: divided.message }
  if (!hasAmount || !weights) return { weights, shares: null, left, open, splitFault: undefined }
  const possible = possibleParts(total.amount, parts)
  const shares = divided.map(({ id, share }, index) => {
    return [id, isExact ? { least: share, most: share } : possible[index]!] as const
  })
  return { weights, shares: new Map(shares), left, open, splitFault: undefined }
}

/** What is wrong with an amount of the split, where more can be said than that it is not valid. */
function shownModes(
  { mode, numbers, items }: ExpenseValues['split'],
  sharers: readonly PersonRef[],
  currency: CurrencyCode,
): string | undefined {
  if (mode === 'items')
    return firstFault(
      items.map(({ amount }) => amount),
      currency,
    )
  return hasAmounts({ mode })
    ? firstFault(
        sharers.map(({ id }) => numbers[id] ?? ''),
        currency,
      )
    : undefined
}

const firstFault = (texts: readonly string[], currency: CurrencyCode): string | undefined =>
  texts.map((text) => amountFault(text, currency)).find((fault) => fault !== undefined)

const equallyAmong = (people: readonly PersonRef[]): ChosenSplit => ({
  split: { mode: 'equal' },
  people,
  discount: false,
})

function readSplit(body: unknown, total: ExpenseTotal, people: readonly PersonRef[]): ChosenSplit | Refusal {
  const read = v.safeParse(splitBody, body)
  if (!read.success) return { refused: 'Invalid', message: read.issues[0].message }
  return chosenSplit(read.output, total, personFinder(people), [])
}

function dividedPayers(
  { paidFromPool, paidBy, paid, otherCurrency }: ExpenseValues,
  { payers: people }: Choices,
  total: ExpenseTotal,
  hasAmount: boolean,
): Pick<DividedEntry, 'paid' | 'leftToPay' | 'payersFault'> {
  const none = { leftToPay: 0, payersFault: undefined }
  if (paidFromPool) return { paid: 'pool', ...none }
  // Without a payer in the body, the server takes the sender.
  if (!paid && !people.some(({ id }) => id === paidBy))
    return { paid: null, leftToPay: total.entered, payersFault: moneyRefusals.PayerIsNotOnTheTrip.text }
  if (!paid) return { paid: hasAmount ? new Map([[paidBy, total.amount]]) : null, ...none }
  const read = v.safeParse(payersBody, payersBodyOf(paid, people, total.enteredCurrency))
  if (!read.success) {
    const fault = firstFault(Object.values(paid), total.enteredCurrency)
    const leftToPay = fault === undefined ? total.entered : 0
    return { paid: null, leftToPay, payersFault: fault ?? read.issues[0].message }
  }
  const chosen = chosenPayers(read.output, total, personFinder(people), [])
  if (chosen !== 'pool' && 'refused' in chosen)
    return { paid: null, leftToPay: total.entered, payersFault: chosen.message }
  const leftToPay =
    chosen === 'pool' ? 0 : chosen.reduce((left, { entered }) => left - entered, total.entered)
  const payers = payersIn(chosen, total, otherCurrency !== '')
  if (payers !== 'pool' && 'refused' in payers) return { paid: null, leftToPay, payersFault: payers.message }
  const byId = payers === 'pool' ? payers : new Map(payers.map(({ id, amount }) => [id, amount]))
  return { paid: hasAmount ? byId : null, leftToPay, payersFault: undefined }
}
