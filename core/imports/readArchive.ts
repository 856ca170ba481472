// Reads the archive of a trip. It is the product's own format, so nothing is guessed: each record has the values that
// were entered and the amounts that were stored.

import { renamedSplit } from '#core/money/split.ts'
import {
  type ArchivedContribution,
  archivedContribution,
  type ArchivedExpense,
  archivedExpense,
  type ArchivedPayment,
  archivedPayment,
  archivedTripSchema,
} from '#core/imports/archivedTrip.ts'
import { archivePaths, verifyArchive } from '#core/imports/archiveFiles.ts'
import { draftFile, type FileDraft } from '#core/imports/draftFile.ts'
import { brokenEvent } from '#core/imports/eventChains.ts'
import { readFileDate } from '#core/imports/fileDates.ts'
import { parseJsonFile, parseOrNull } from '#core/imports/jsonText.ts'
import { refusedFile, type ParsedFile, type ReadOptions, type RefusedFile } from '#core/imports/parsedFile.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { ZipFiles } from '#core/imports/zip.ts'

/** null for a ZIP file of another kind. */
export function readArchive(zip: ZipFiles, options: ReadOptions): ParsedFile | RefusedFile | null {
  const archive = verifyArchive(zip)
  if (archive === null) return null
  if (typeof archive === 'string') return refusedFile(archive)
  const { manifest, text } = archive
  const broken = brokenEvent(text(archivePaths.events) ?? '', manifest.streams, options.sha256)
  if (broken)
    return refusedFile(
      `“${archivePaths.events}” was changed after the export (${broken}), so nothing of the file was read.`,
    )
  const trip = parseOrNull(archivedTripSchema, parseJsonFile(text(archivePaths.trip) ?? ''))
  if (!trip) return refusedFile(`“${archivePaths.trip}” in the file is damaged.`)
  const { details, people, activities } = trip
  const draft = draftFile('groupTrip', options)
  draft.setGroupTitle(details.title)
  const keys = new Map(people.map(({ id, name, isPresent }) => [id, draft.addPerson(name, !isPresent)]))
  const context: Context = { draft, keys, currency: details.currency }
  const records = [
    ...trip.expenses.map((value) => ({ value, add: addExpense })),
    ...trip.contributions.map((value) => ({ value, add: addContribution })),
    ...trip.payments.map((value) => ({ value, add: addPayment })),
  ]
  draft.each(records, ({ value, add }, index) => add(value, { line: index + 1, text: '' }, context))
  // A file may call a person `constructor`.
  const balances = new Map(Object.entries(trip.balances))
  for (const { id } of people) draft.addTotal(details.currency, keys.get(id)!, balances.get(id) ?? 0)
  if (trip.poolBalance !== 0) draft.addTotal(details.currency, draft.addPool(), -trip.poolBalance)
  const roles = new Map(people.map(({ id, role }) => [keys.get(id)!, role]))
  return { ...draft.finish(), trip: { details, activities, roles } }
}

interface Context {
  draft: FileDraft
  /** Id of a person → key. */
  keys: ReadonlyMap<string, string>
  currency: CurrencyCode
}
interface Place {
  line: number
  text: string
}

const DAMAGED = 'This record is damaged'
const SOMEBODY_ELSE = 'It names somebody who is not in the file'

function addExpense(value: unknown, place: Place, { draft, keys, currency }: Context): void {
  const expense: ArchivedExpense | null = parseOrNull(archivedExpense, value)
  if (!expense) return draft.refuse(place, DAMAGED)
  const { id, kind, amount, original, payers, sharedBy, split, description, receiptUrl } = expense
  const named = [...(payers === 'pool' ? [] : payers), ...sharedBy]
  const recordPlace = { ...place, text: description }
  if (!named.every((person) => keys.has(person.id))) return draft.refuse(recordPlace, SOMEBODY_ELSE)
  const sign = kind === 'refund' ? -1 : 1
  const ofPayers =
    payers === 'pool'
      ? payers
      : payers.map((payer) => ({
          person: keys.get(payer.id)!,
          amount: payer.amount,
          entered: payer.originalAmount ?? payer.amount,
        }))
  const paid = ofPayers === 'pool' ? [{ person: draft.addPool(), amount }] : ofPayers
  const shares = sharedBy.map((sharer) => ({ person: keys.get(sharer.id)!, amount: sharer.share }))
  for (const part of paid) draft.addToBalance(currency, part.person, sign * part.amount)
  for (const part of shares) draft.addToBalance(currency, part.person, -sign * part.amount)
  const signed = (parts: typeof shares) =>
    parts.map(({ person, amount: part }) => ({ person, amount: sign * part }))
  draft.addExpense({
    ...{ place: recordPlace, id, currency, description, cells: [], original: null },
    date: readFileDate(expense.expenseDate, 'dayFirst'),
    note: expense.notes,
    category: expense.category,
    amount: sign * amount,
    payers: signed(paid),
    shares: signed(shares),
    stored: {
      id,
      ...{ receiptUrl, original, category: expense.category },
      split: renamedSplit(split, (of) => keys.get(of) ?? of),
      payers: ofPayers,
    },
  })
}

function addContribution(value: unknown, place: Place, { draft, keys, currency }: Context): void {
  const contribution: ArchivedContribution | null = parseOrNull(archivedContribution, value)
  if (!contribution) return draft.refuse(place, DAMAGED)
  const { id, createdAt, amount, description, contributor } = contribution
  const from = keys.get(contributor.id)
  if (from === undefined) return draft.refuse({ ...place, text: description }, SOMEBODY_ELSE)
  const to = draft.addPool()
  draft.addToBalance(currency, from, amount)
  draft.addToBalance(currency, to, -amount)
  draft.addPayment({
    ...{ place: { ...place, text: description }, id, currency, description, amount, from, to, cells: [] },
    date: readFileDate(createdAt, 'dayFirst'),
    category: null,
    storedPayment: { id, isContribution: true },
  })
}

function addPayment(value: unknown, place: Place, { draft, keys, currency }: Context): void {
  const payment: ArchivedPayment | null = parseOrNull(archivedPayment, value)
  if (!payment) return draft.refuse(place, DAMAGED)
  const { id, createdAt, amount, note } = payment
  const [from, to] = [payment.from, payment.to].map((party) =>
    party.type === 'pool' ? draft.addPool() : keys.get(party.id),
  )
  const description = note ?? 'Payment'
  if (from === undefined || to === undefined)
    return draft.refuse({ ...place, text: description }, SOMEBODY_ELSE)
  draft.addToBalance(currency, from, amount)
  draft.addToBalance(currency, to, -amount)
  draft.addPayment({
    ...{
      place: { ...place, text: description },
      id,
      currency,
      description,
      note,
      amount,
      from,
      to,
      cells: [],
    },
    date: readFileDate(createdAt, 'dayFirst'),
    category: null,
    storedPayment: { id, isContribution: false },
  })
}
