// Converts a record of a file to the body that imports it: major units, and the trip's participants instead of names.

import type {
  ImportedExpense,
  ImportedPart,
  ImportedPayment,
  ImportedRecord,
  StoredExpense,
} from '#core/imports/parsedFile.ts'
import { cutTo } from '#core/imports/text/fileText.ts'
import { splitOf } from '#core/imports/splitOf.ts'
import { attached } from '#core/kernel/files.ts'
import { type CurrencyCode, toMajor } from '#core/kernel/money.ts'
import { amountsOf } from '#core/money/amounts.ts'
import type { ImportedRecordBody } from '#core/money/importBodies.ts'
import { importedId } from '#core/money/importRules.ts'
import { POOL } from '#core/money/balances/ledger.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import { hasAmounts, peopleOfSplit, renamedSplit } from '#core/money/split/split.ts'
import type { SplitBody } from '#core/money/split/splitBodies.ts'
import { toSplitResponse } from '#core/money/toResponse.ts'
import type { MatchedPerson } from '#web/money/imports/personChoices.ts'
import { formatDate } from '#web/platform/time/format.ts'

export interface ImportTarget {
  tripId: string
  /** The trip's currency. */
  currency: CurrencyCode
  /** Key of the file's person → participant. */
  people: ReadonlyMap<string, MatchedPerson>
  /** Units of the trip's currency for one of another. */
  rates: ReadonlyMap<CurrencyCode, number>
}

/** Everybody whom the record names is in `people`, and its currency has a rate. */
export function importedBody(record: ImportedRecord, target: ImportTarget): ImportedRecordBody {
  const isForeign = record.currency !== target.currency
  const row = {
    rowKey: record.rowKey,
    amount: toMajor(record.amount, record.currency),
    // Also the trip's: if that was changed since the preview, the record is refused and not read in the other one.
    currency: record.currency,
    ...(isForeign && { exchangeRate: target.rates.get(record.currency)! }),
  }
  if (record.kind === 'payment')
    return { ...row, ...(!isForeign && originalAmount(record)), ...paymentFields(record, target) }
  if (record.stored && !isForeign) return storedExpenseBody(record, record.stored, target)
  return { ...row, ...expenseFields(record, target) }
}

/** What a payment of an archive was in another currency, where that still converts to its amount. */
function originalAmount({ amount, currency, stored }: ImportedPayment) {
  const { original } = stored ?? {}
  if (!original) return {}
  const entered = { ...original, amount: toMajor(original.amount, original.currency) }
  const converted = amountsOf(entered.amount, entered, currency, moneyLimits.payment.max)
  return 'amount' in converted && converted.amount === amount ? entered : {}
}

/** An expense of an archive, as it was entered there, with its cents. */
function storedExpenseBody(
  expense: ImportedExpense,
  stored: StoredExpense,
  { people }: ImportTarget,
): ImportedRecordBody {
  const { rowKey, kind, date, description, category, note, amount, currency, shares } = expense
  const { original, receiptUrl, payers } = stored
  const major = (minor: number) => toMajor(minor, currency)
  const entered = (minor: number) => toMajor(minor, original?.currency ?? currency)
  const shareOf = new Map(shares.map((share) => [share.person, share.amount]))
  return {
    ...{ rowKey, kind, description, category, receiptUrl, expenseDate: date, notes: note },
    ...attached('receipts', stored.receipts),
    amount: entered(original?.amount ?? amount),
    currency: original?.currency ?? currency,
    ...(original && { exchangeRate: original.exchangeRate }),
    payers:
      payers === 'pool'
        ? 'pool'
        : payers.map((payer) => ({ ...personOf(people, payer.person), amount: entered(payer.entered) })),
    split: storedSplit(expense, stored, people),
    parts: {
      payers: payers === 'pool' ? [] : payers.map((payer) => major(payer.amount)),
      shares: sharerKeys(expense, stored).map((key) => major(shareOf.get(key) ?? 0)),
    },
  }
}

const sharerKeys = ({ shares }: ImportedExpense, { split }: StoredExpense): string[] =>
  peopleOfSplit(split) ?? shares.map(({ person }) => person)

function storedSplit(
  expense: ImportedExpense,
  stored: StoredExpense,
  people: ImportTarget['people'],
): SplitBody {
  const { amount, currency } = expense
  const { original } = stored
  const idOf = (key: string) => people.get(key)!.id
  const split = toSplitResponse({ split: renamedSplit(stored.split, idOf), amount, currency, original })
  return split.mode === 'equal' ? { mode: 'equal', of: sharerKeys(expense, stored).map(idOf) } : split
}

function expenseFields(expense: ImportedExpense, { tripId, people }: ImportTarget) {
  const { kind, date, description, category, payers, currency, fullText, note, stored } = expense
  const payerOf = ({ person, amount }: ImportedPart) => ({
    ...personOf(people, person),
    amount: toMajor(amount, currency),
  })
  return {
    kind,
    expenseDate: date,
    description,
    category,
    notes: notesOf(fullText, note),
    receiptUrl: stored?.receiptUrl ?? null,
    ...attached('receipts', stored?.receipts),
    payers:
      payers[0]?.person === POOL ? ('pool' as const) : payers.filter(({ amount }) => amount > 0).map(payerOf),
    // Amounts of a third currency are not those of the record.
    split:
      stored && !(stored.original && hasAmounts(stored.split))
        ? storedSplit(expense, stored, people)
        : sharesSplit(expense, tripId, people),
  }
}

/** By the shares of the file. */
function sharesSplit(expense: ImportedExpense, tripId: string, people: ImportTarget['people']): SplitBody {
  const typeOf = new Map([...people.values()].map(({ id, type }) => [id, type]))
  const split = splitOf(expense, importedId(tripId, expense.rowKey), (person) => people.get(person)!.id)
  const sharers = split.of.map(({ id, amount }) => ({ id, type: typeOf.get(id)!, amount }))
  return split.mode === 'equal'
    ? { mode: split.mode, of: sharers.map(({ id, type }) => ({ id, type })) }
    : {
        mode: split.mode,
        of: sharers.map((sharer) => ({ ...sharer, amount: toMajor(sharer.amount, expense.currency) })),
      }
}

const personOf = (people: ImportTarget['people'], key: string): MatchedPerson => people.get(key)!

function paymentFields(
  { from, to, date, description, note, stored }: ImportedPayment,
  { people }: ImportTarget,
) {
  if (stored?.isContribution) {
    const keptBy = stored.keptBy === undefined ? null : personOf(people, stored.keptBy)
    return { kind: 'contribution' as const, contributor: personOf(people, from), keptBy, description, date }
  }
  const partyOf = (key: string) =>
    key === POOL ? { id: POOL, type: 'pool' as const } : personOf(people, key)
  return {
    kind: 'payment' as const,
    from: partyOf(from),
    to: partyOf(to),
    date,
    // Older versions of the app show only the day on which it was recorded here.
    note: stored ? note : notesOf(`${description} (${formatDate(date)})`, note),
  }
}

const { notesMax } = moneyLimits.expense

/** As many of the texts as fit, one below the other; the first of them is cut if it does not fit by itself. */
function notesOf(...texts: (string | null)[]): string | null {
  const [first, ...others] = texts.filter((text) => text !== null && text !== '') as string[]
  if (first === undefined) return null
  const cut = cutTo(first, notesMax)
  const all = [cut, ...others].join('\n')
  return all.length > notesMax ? cut : all
}

/** Why the trip does not take the record's amount, as a sentence; null if it does. */
export function refusalOfAmount(
  { kind, amount, currency }: Pick<ImportedRecord, 'kind' | 'amount' | 'currency'>,
  tripCurrency: CurrencyCode,
  rate: number | undefined,
): string | null {
  if (currency !== tripCurrency && rate === undefined) return null
  const { max } = kind === 'payment' ? moneyLimits.payment : moneyLimits.expense
  const converted = amountsOf(toMajor(amount, currency), { currency, exchangeRate: rate }, tripCurrency, max)
  return 'refused' in converted ? `${converted.message ?? 'Amount is too large'} in ${tripCurrency}` : null
}
