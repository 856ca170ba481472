// The rules of an expense: its amounts, its people, and what an edit keeps.

import { canonicalJson } from '#core/kernel/canonicalJson.ts'
import { isRefusal, refuse, type Refusal } from '#core/kernel/decider.ts'
import { attached } from '#core/kernel/files.ts'
import { limits, refuseBeyond } from '#core/kernel/limits.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { invalid } from '#core/kernel/refusals.ts'
import { type Amounts, amountsOf, changedAmounts } from '#core/money/amounts.ts'
import type { ExpenseChanges, ExpenseEntry } from '#core/money/bodies.ts'
import { payingPeople } from '#core/money/signedAmount.ts'
import {
  type Expense,
  type PersonRef,
  type PlainExpenseFields,
  plainExpenseFields,
} from '#core/money/events.ts'
import { charactersOf } from '#core/money/expenseLength.ts'
import {
  type ChosenPayers,
  chosenPayers,
  type ChosenSplit,
  chosenSplit,
  enteredPayers,
  type ExpenseTotal,
  payersIn,
  sharersOf,
  sharesIn,
  expenseTotal,
} from '#core/money/split/expenseSplit.ts'
import type { ChosenPerson } from '#core/money/personBodies.ts'
import { resolveExpense } from '#core/money/claimedGuests.ts'
import { resolveEntry, withStoredIds } from '#core/money/claimedEntries.ts'
import { personFinder, presentFinder, type FindPerson } from '#core/money/roster.ts'
import { hasAmounts, remainderOf } from '#core/money/split/split.ts'
import { aliasesOf } from '#core/trips/guestClaims.ts'
import type { Trip } from '#core/trips/trip.ts'

export interface AddExpense {
  type: 'AddExpense'
  id: string
  entry: ExpenseEntry
  by: string
  today: string
  trip: Trip
}

export interface EditExpense {
  type: 'EditExpense'
  id: string
  changes: ExpenseChanges
  by: string
  ifMatch?: number | undefined
  trip: Trip
}

/**
 * Converts to the trip's currency. The default payer is the sender, the default date is today. Refuses an amount that
 * its currency cannot have, payers or sharers who are not on the trip, and numbers that do not add up to the amount.
 * @param was the same expense in the log, to compare it: people keep their ids as in an edit
 */
export function enteredExpense(
  { id, entry: given, by, today, trip }: Omit<AddExpense, 'type'>,
  currency: CurrencyCode,
  was: Expense | null = null,
): Expense | Refusal {
  const aliases = aliasesOf(trip)
  const entry = resolveEntry(aliases, given)
  const amounts = amountsOf(entry.amount, entry, currency)
  if ('refused' in amounts) return amounts
  const findPresent = presentFinder(trip)
  const total = expenseTotal({ id, currency, ...amounts })
  const payers = newPayers(entry, total, findPresent, by)
  if (isRefusal(payers)) return payers
  const split = newSplit(entry, total, findPresent, null)
  if ('refused' in split) return split
  const plain = plainExpenseFields({ ...entry, expenseDate: entry.expenseDate ?? today })
  const expense = {
    ...{ ...plain, id, kind: entry.kind ?? 'expense', currency, ...amounts },
    ...attached('receipts', entry.receipts),
  }
  return divided(expense, ...(was ? withStoredIds(aliases, was, payers, split) : ([payers, split] as const)))
}

/**
 * The expense with the given keys changed. Refused like an addition. It is decided as the sender sees it, with users in
 * place of the guests whom they have claimed, and keeps the ids that it has in the log.
 */
export function editedExpense(
  { changes: given, by, trip }: EditExpense,
  was: Expense,
  state: Sum,
): Expense | Refusal {
  const aliases = aliasesOf(trip)
  const changes = resolveEntry(aliases, given)
  const amounts = changedAmounts(changes, was)
  if ('refused' in amounts) return amounts
  const findPresent = presentFinder(trip)
  const shown = resolveExpense(aliases, was)
  const total = expenseTotal({ ...was, ...amounts })
  const shownPayers = changedPayers(changes, shown, total, findPresent, by)
  if (isRefusal(shownPayers)) return shownPayers
  const shownSplit = changedSplit(changes, shown, total, findPresent)
  if ('refused' in shownSplit) return shownSplit
  const [payers, split] = withStoredIds(aliases, was, shownPayers, shownSplit)
  const expenseDate = changes.expenseDate ?? was.expenseDate
  const plain = plainExpenseFields({ ...was, ...givenIn(changes), expenseDate })
  const { receipts, ...others } = was
  const edited = {
    ...{ ...others, ...plain, kind: changes.kind ?? was.kind, ...amounts },
    ...attached('receipts', changes.receipts ?? receipts),
  }
  const expense = isDividedAlike(was, amounts, payers, split) ? edited : divided(edited, payers, split)
  return 'refused' in expense ? expense : (refuseLonger(state, was, expense) ?? expense)
}

const givenIn = (changes: ExpenseChanges): Partial<PlainExpenseFields> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

/** The expense with its amount divided among payers and sharers. */
function divided(
  expense: Omit<Expense, 'payers' | 'sharedBy' | 'split'>,
  chosenPayers: ChosenPayers,
  chosen: ChosenSplit,
): Expense | Refusal {
  const total = expenseTotal(expense)
  const payers = payersIn(chosenPayers, total, expense.original !== null)
  if (isRefusal(payers)) return payers
  const sharedBy = sharesIn(chosen, total)
  return 'refused' in sharedBy ? sharedBy : { ...expense, payers, sharedBy, split: chosen.split }
}

/** Then the stored amounts stay, whatever rule divided them. */
function isDividedAlike(
  was: Expense,
  { amount, original }: Amounts,
  payers: ChosenPayers,
  chosen: ChosenSplit,
) {
  const refs = (people: readonly PersonRef[]) => people.map(({ type, id }) => [type, id])
  return (
    canonicalJson([amount, original, enteredIn(payers), chosen.split, refs(chosen.people)]) ===
    canonicalJson([was.amount, was.original, enteredIn(enteredPayers(was)), was.split, refs(was.sharedBy)])
  )
}

const enteredIn = (payers: ChosenPayers) =>
  payers === 'pool' ? payers : payers.map(({ type, id, entered }) => [type, id, entered])

type PayerKeys = Pick<ExpenseChanges, 'payers' | 'paidBy' | 'paidFromPool'>

/** `payers` has precedence, but the older keys may not contradict it. */
function namedPayers(
  { payers, paidBy, paidFromPool }: PayerKeys,
  total: ExpenseTotal,
  findPresent: FindPerson,
  previous: readonly PersonRef[],
): ChosenPayers | Refusal | null {
  if (payers) {
    const contradicts =
      payers !== 'pool' && (paidFromPool || (paidBy && !payers.some(({ id }) => id === paidBy.id)))
    if (contradicts) return invalid({ payers: 'payers and paidBy name different people' })
    return chosenPayers(payers, total, findPresent, previous)
  }
  if (paidFromPool) return 'pool'
  return paidBy ? onePayer(paidBy, total, findPresent, previous) : null
}

function onePayer(
  chosen: ChosenPerson,
  { entered }: ExpenseTotal,
  findPresent: FindPerson,
  previous: readonly PersonRef[],
): ChosenPayers | Refusal {
  const person = findPresent(chosen) ?? personFinder(previous)(chosen)
  return person ? [{ ...person, entered }] : refuse('PayerIsNotOnTheTrip')
}

const newPayers = (entry: ExpenseEntry, total: ExpenseTotal, findPresent: FindPerson, by: string) =>
  namedPayers(entry, total, findPresent, []) ?? onePayer({ id: by, type: 'user' }, total, findPresent, [])

/**
 * A body in the older form that names the payer whom the response named keeps several payers. Their amounts do not follow
 * another currency.
 */
function changedPayers(
  changes: ExpenseChanges,
  was: Expense,
  total: ExpenseTotal,
  findPresent: FindPerson,
  by: string,
) {
  const previous = payingPeople(was)
  const { paidBy } = changes
  const isNamedAgain =
    paidBy && !changes.payers && !changes.paidFromPool && personFinder(previous.slice(0, 1))(paidBy)
  const named = isNamedAgain ? null : namedPayers(changes, total, findPresent, previous)
  if (named) return named
  if (previous.length === 0 && changes.paidFromPool === false)
    return onePayer({ id: by, type: 'user' }, total, findPresent, previous)
  if (previous.length === 1) return [{ ...previous[0]!, entered: total.entered }]
  if (previous.length > 1 && expenseTotal(was).enteredCurrency !== total.enteredCurrency)
    return invalid({ payers: `Enter what each person paid in ${total.enteredCurrency}` })
  return enteredPayers(was)
}

/** `split` has precedence, but `sharedBy` may not contradict it. */
function newSplit(
  { split, sharedBy }: Pick<ExpenseChanges, 'split' | 'sharedBy'>,
  total: ExpenseTotal,
  findPresent: FindPerson,
  was: Expense | null,
): ChosenSplit | Refusal {
  const previous = was?.sharedBy ?? []
  if (!split || (split.mode === 'equal' && !split.of)) {
    const people = sharedBy ? sharersOf(findPresent, sharedBy, previous) : previous
    return 'refused' in people ? people : { split: { mode: 'equal' }, people, discount: false }
  }
  const chosen = chosenSplit(split, total, findPresent, previous)
  if ('refused' in chosen || !sharedBy || areSame(sharedBy, chosen.people)) return chosen
  return invalid({ split: 'split and sharedBy name different people' })
}

/**
 * A body in the older form that names the same sharers keeps an unequal split. Numbers that are amounts do not follow another
 * currency.
 */
function changedSplit(
  changes: ExpenseChanges,
  was: Expense,
  total: ExpenseTotal,
  findPresent: FindPerson,
): ChosenSplit | Refusal {
  const keeps = !changes.sharedBy || (was.split.mode !== 'equal' && areSame(changes.sharedBy, was.sharedBy))
  if (changes.split || !keeps) return newSplit(changes, total, findPresent, was)
  const before = expenseTotal(was)
  if (hasAmounts(was.split) && before.enteredCurrency !== total.enteredCurrency)
    return invalid({ split: `Enter the split in ${total.enteredCurrency}` })
  return { split: was.split, people: was.sharedBy, discount: remainderOf(was.split, before.entered) < 0 }
}

function areSame(chosen: readonly ChosenPerson[], people: readonly PersonRef[]): boolean {
  const found = personFinder(people)
  return new Set(chosen.map(({ id }) => id)).size === people.length && chosen.every((person) => found(person))
}

/** An edit up to this length is never refused, so that anything can be corrected on a trip that is at its limit. */
const ALWAYS_POSSIBLE = 2000

/** Of the state of a trip's money. */
type Sum = { expenseCharacters: number }

/** Whether the trip's expenses would be too long with these: null when there is room. */
export const refuseTooLong = (state: Sum, added: readonly Expense[]): Refusal | null =>
  refuseBeyond(
    limits.charactersOfExpenses,
    state.expenseCharacters,
    added.reduce((sum, expense) => sum + charactersOf(expense), 0),
  )

/** The same for an edit: null also for one that makes the expense no longer than it was, or than a usual one is. */
export const refuseLonger = (state: Sum, was: Expense, edited: Expense): Refusal | null =>
  charactersOf(edited) <= Math.max(charactersOf(was), ALWAYS_POSSIBLE)
    ? null
    : refuseBeyond(
        limits.charactersOfExpenses,
        state.expenseCharacters,
        charactersOf(edited) - charactersOf(was),
      )
