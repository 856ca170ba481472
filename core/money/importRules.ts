// The rules of an import: all its records or none, each under an id that derives from its row, so that the same file again
// adds nothing.

import { MAX_BATCH_BYTES, utf8Bytes } from '#core/kernel/appendSize.ts'
import { canonicalJson } from '#core/kernel/canonicalJson.ts'
import { isRefusal, refuse, type Decision, type Refusal } from '#core/kernel/decider.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { refuseBeyond } from '#core/kernel/limits.ts'
import { type CurrencyCode, toMinor } from '#core/kernel/money.ts'
import { invalid, notFound } from '#core/kernel/refusals.ts'
import { amountsOf, originalOf } from '#core/money/amounts.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import {
  type Contribution,
  type Expense,
  type Import,
  type MoneyEvent,
  type Payment,
  contributionKind,
  dateOf,
  expenseKind,
  paymentKind,
} from '#core/money/events.ts'
import { enteredExpense, refuseTooLong } from '#core/money/expenseRules.ts'
import { expenseTotal } from '#core/money/split/expenseSplit.ts'
import { resolveContribution, resolvePayment } from '#core/money/claimedGuests.ts'
import type { ImportEntry } from '#core/money/importBodies.ts'
import { type FindParty, keeperOf, partyFinder } from '#core/money/parties.ts'
import { presentPerson } from '#core/money/roster.ts'
import { possibleParts } from '#core/money/split/shares.ts'
import { weightsOf } from '#core/money/split/split.ts'
import { type MoneyRecords, type MoneyState, recordsOfImport } from '#core/money/state.ts'
import { type Aliases, aliasesOf } from '#core/trips/guestClaims.ts'
import type { Trip } from '#core/trips/trip.ts'

export interface ImportRecords {
  type: 'ImportRecords'
  entry: ImportEntry
  by: string
  trip: Trip
}

type Added = Required<Pick<Import, 'expenses' | 'payments' | 'contributions'>>

/** Null when there is room for all of them. */
export const refuseFull = (state: MoneyState, { expenses, payments, contributions }: Added): Refusal | null =>
  refuseBeyond(expenseKind.limit, state.expenses.size, expenses.length) ??
  refuseTooLong(state, expenses) ??
  refuseBeyond(paymentKind.limit, state.payments.size, payments.length) ??
  refuseBeyond(contributionKind.limit, state.contributions.size, contributions.length)

/** The id of the record that a row becomes on a trip. */
export const importedId = (tripId: string, rowKey: string): string => idFrom(tripId, rowKey)

type Row = ImportEntry['records'][number]
type Content = Expense | Payment | Contribution

/**
 * No event when all rows are there already. A refusal names the row's place: `records.3.amount`. Refused is also an addition
 * to somebody else's import: it could not be removed as one any more, or would go with it.
 */
export function decideImport(
  { entry, by, trip }: ImportRecords,
  currency: CurrencyCode,
  state: MoneyState,
): Decision<MoneyEvent> {
  const { importId: id, source, fileHash } = entry
  const started = state.imports.get(id)
  if (started && started.startedBy !== by) return refuse('ImportOfSomebodyElse')
  const expenses: Expense[] = []
  const payments: Payment[] = []
  const contributions: Contribution[] = []
  const known = new Set<string>()
  const findParty = partyFinder(trip, state)
  for (const [index, row] of entry.records.entries()) {
    const rowId = importedId(trip.id, row.rowKey)
    if (known.has(rowId) || isThere(rowId, state)) continue
    known.add(rowId)
    const record = recordFrom(row, rowId, { by, trip, currency, findParty })
    if ('refused' in record) return refusalOfRow(record, index)
    if ('payers' in record) expenses.push(record)
    else if ('contributor' in record) contributions.push(record)
    else payments.push(record)
  }
  const full = refuseFull(state, { expenses, payments, contributions })
  if (full) return full
  if (known.size === 0) return []
  const applied = { id, source, fileHash, currency, expenses, payments, contributions }
  return [{ type: 'ImportApplied', data: { import: partOfImport(applied, () => true) } }]
}

const isThere = (id: string, { expenses, payments, contributions }: MoneyState) =>
  expenses.has(id) || payments.has(id) || contributions.has(id)

/** An import with those of its records only; without contributions it has no list of them. */
export function partOfImport(
  { expenses, payments, contributions = [], ...of }: Import,
  isPart: (record: { id: string }) => boolean,
): Import {
  const added = contributions.filter(isPart)
  return {
    ...of,
    expenses: expenses.filter(isPart),
    payments: payments.filter(isPart),
    ...(added.length > 0 && { contributions: added }),
  }
}

/**
 * The rows whose record is on the trip with another content: under a row key that was taken, or changed since. A row that the
 * trip would refuse now, as it names somebody who has left, is not compared.
 * @param state with the rows that were added
 * @returns places in `records`
 */
export function differingRows(
  { entry, by, trip }: Omit<ImportRecords, 'type'>,
  currency: CurrencyCode,
  state: MoneyRecords,
): number[] {
  const findParty = partyFinder(trip, state)
  return entry.records.flatMap((row, index) => {
    const id = importedId(trip.id, row.rowKey)
    const there = contentThere(id, state, aliasesOf(trip))
    const record = there && recordFrom(row, id, { by, trip, currency, findParty, there })
    const isSame = !record || 'refused' in record || comparable(record) === comparable(there)
    return isSame ? [] : [index]
  })
}

/** Users are named in place of the guests whom they have claimed, except in an expense, where ids decide about odd cents. */
function contentThere(id: string, state: MoneyRecords, aliases: Aliases): Content | null {
  const [expense, payment] = [state.expenses.get(id), state.payments.get(id)]
  if (expense) return expenseKind.toContent(expense)
  if (payment) return resolvePayment(aliases, paymentKind.toContent(payment))
  const contribution = state.contributions.get(id)
  return contribution ? resolveContribution(aliases, contributionKind.toContent(contribution)) : null
}

/** An older record of a payment or a contribution lacks the date of its row, and a payment its other currency. */
const comparable = (record: Content): string =>
  canonicalJson({ ...record, date: null, ...(!('payers' in record) && { original: null }) })

interface Context {
  by: string
  trip: Trip
  currency: CurrencyCode
  findParty: FindParty
  /** The record that the row became before. */
  there?: Content
}

function recordFrom(row: Row, id: string, context: Context): Content | Refusal {
  switch (row.kind) {
    case 'payment':
      return paymentFrom(row, id, context)
    case 'contribution':
      return contributionFrom(row, id, context)
    default:
      return expenseFrom(row, id, context)
  }
}

function expenseFrom(
  row: Extract<Row, { kind: 'expense' | 'refund' }>,
  id: string,
  { by, trip, currency, there }: Context,
): Expense | Refusal {
  const { rowKey: _, parts, ...entry } = row
  const command = {
    id,
    entry: { ...entry, paidBy: null, paidFromPool: false },
    by,
    today: row.expenseDate!,
    trip,
  }
  const expense = enteredExpense(command, currency, there && 'payers' in there ? there : null)
  if ('refused' in expense) return expense
  return parts ? withParts(expense, parts) : expense
}

const OTHER_PARTS = 'The parts may differ from those of the split by the odd cent only'

/** With the odd cents where another trip gave them: ids decide about them, and the ids here are others. */
function withParts(
  expense: Expense,
  { payers, shares }: NonNullable<Extract<Row, { kind: 'expense' | 'refund' }>['parts']>,
): Expense | Refusal {
  const { amount, currency, split, sharedBy } = expense
  const given = expense.payers === 'pool' ? [] : expense.payers
  const { entered } = expenseTotal(expense)
  const ofPayers = given.map((payer) => BigInt(payer.originalAmount ?? payer.amount))
  const ofSharers = weightsOf(
    split,
    entered,
    sharedBy.map(({ id }) => id),
  )
  const paid = oddCents(payers, given.length === 0 ? 0 : amount, ofPayers, currency)
  // Of two people who became one, exact amounts can be too coarse in the units of another currency (claimedGuests.ts).
  const isCoarse = split.mode === 'exact' && expense.original !== null
  const shared = oddCents(shares, amount, ofSharers, currency, isCoarse ? Math.ceil(amount / entered) + 2 : 0)
  if (!paid || !shared) return invalid({ parts: OTHER_PARTS })
  return {
    ...expense,
    payers:
      expense.payers === 'pool' ? 'pool' : given.map((payer, index) => ({ ...payer, amount: paid[index]! })),
    sharedBy: sharedBy.map((sharer, index) => ({ ...sharer, share: shared[index]! })),
  }
}

/**
 * @param tolerance how far a part may be from every possible one, in minor units
 * @returns the wanted parts in minor units; null where no ids divide the total by these weights like that
 */
function oddCents(
  wanted: readonly number[],
  total: number,
  weights: readonly bigint[],
  currency: CurrencyCode,
  tolerance = 0,
): number[] | null {
  const minor = wanted.map((part) => toMinor(part, currency) ?? -1)
  const possible = possibleParts(total, weights)
  const arePossible =
    minor.length === possible.length &&
    possible.every(
      ({ least, most }, index) => minor[index]! >= least - tolerance && minor[index]! <= most + tolerance,
    )
  return arePossible && minor.reduce((sum, part) => sum + part, 0) === total ? minor : null
}

function paymentFrom(
  row: Extract<Row, { kind: 'payment' }>,
  id: string,
  { currency, findParty }: Context,
): Payment | Refusal {
  const amounts = amountsOf(row.amount, row, currency, moneyLimits.payment.max)
  if ('refused' in amounts) return amounts
  const [from, to] = [findParty(row.from), findParty(row.to)]
  if (!from || !to) return refuse('PartyIsNotOnTheTrip')
  if (canonicalJson(from) === canonicalJson(to)) return invalid({ to: 'A payment goes to someone else' })
  const { amount } = amounts
  return { id, from, to, amount, currency, note: row.note, ...dateOf(row), ...originalOf(amounts) }
}

function contributionFrom(
  row: Extract<Row, { kind: 'contribution' }>,
  id: string,
  { trip, currency }: Context,
): Contribution | Refusal {
  const amounts = amountsOf(row.amount, row, currency)
  if ('refused' in amounts) return amounts
  const contributor = presentPerson(trip, row.contributor)
  if (!contributor) return refuse('ContributorIsNotOnTheTrip')
  const keeper = keeperOf(trip, row)
  if (isRefusal(keeper)) return keeper
  const { description } = row
  return { id, amount: amounts.amount, currency, description, contributor, ...keeper, ...dateOf(row) }
}

function refusalOfRow(refusal: Refusal, index: number): Refusal {
  const fields = Object.entries(refusal.fields ?? {}).map(([field, text]) => [
    `records.${index}.${field}`,
    text,
  ])
  return { ...refusal, ...(fields.length > 0 && { fields: Object.fromEntries(fields) }) }
}

export interface UndoImport {
  type: 'UndoImport'
  id: string
}

/**
 * Removes what the import added and is still there, of a large import as much as one event may hold: repeat it until
 * nothing is left. Refused when a part of it was changed since.
 */
export function decideImportUndo({ id }: UndoImport, state: MoneyState): Decision<MoneyEvent> {
  const found = recordsOfImport(id, state)
  if (!found) return notFound()
  const { applied, expenses, payments, contributions } = found
  const changed = expenses.find((expense) => !applied.revisions.has(expense.revision))
  if (changed)
    return refuse('ImportChangedSince', {
      message: `“${changed.description}” was changed since. Delete it by itself first, and then the import.`,
    })
  if (expenses.length + payments.length + contributions.length === 0) return notFound()
  const { source, fileHash, currency } = applied
  const left = {
    ...{ id, source, fileHash, currency },
    expenses: expenses.map(expenseKind.toContent),
    payments: payments.map(paymentKind.toContent),
    contributions: contributions.map(contributionKind.toContent),
  }
  return [{ type: 'ImportUndone', data: { import: partOfImport(left, roomFor(MAX_BATCH_BYTES)) } }]
}

/**
 * Accepts records in turn until they are larger than that, and then no more. The first is accepted at any size, or the
 * removal would never end: a receipt of many items for many people can have 256 KB.
 */
function roomFor(bytes: number): (record: object) => boolean {
  let left = bytes
  return (record) => {
    const isFirst = left === bytes
    if (left > 0) left -= utf8Bytes(JSON.stringify(record))
    return isFirst || left > 0
  }
}
