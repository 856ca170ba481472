// Reads the archive of a trip. It is the product's own format, so nothing is guessed: each record has the values that
// were entered and the amounts that were stored.

import { archivePaths, verifyArchive } from '#core/imports/archiveFiles.ts'
import {
  archivedContribution,
  archivedExpense,
  archivedPayment,
  archivedTripSchema,
  type ArchivedContribution,
  type ArchivedExpense,
  type ArchivedPayment,
} from '#core/imports/archivedTrip.ts'
import { draftFile, type FileDraft } from '#core/imports/draftFile.ts'
import { readFileDate } from '#core/imports/text/fileDates.ts'
import { parseJsonFile, parseOrNull } from '#core/imports/text/jsonText.ts'
import { refusedFile, type ParsedFile, type ReadOptions, type RefusedFile } from '#core/imports/parsedFile.ts'
import type { ZipFiles } from '#core/imports/text/zip.ts'
import type { EventMetadata } from '#core/kernel/decider.ts'
import { attached } from '#core/kernel/files.ts'
import { hashEvent, type Sha256 } from '#core/kernel/ids.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { renamedSplit } from '#core/money/split/split.ts'
import * as v from 'valibot'

/** null for a ZIP file of another kind. */
export function readArchive(zip: ZipFiles, options: ReadOptions): ParsedFile | RefusedFile | null {
  const archive = verifyArchive(zip)
  if (archive === null) return null
  if (typeof archive === 'string') return refusedFile(archive)
  const { manifest, text, hasFile } = archive
  const broken = brokenEvent(text(archivePaths.events) ?? '', manifest.streams, options.sha256)
  if (broken)
    return refusedFile(
      `“${archivePaths.events}” was changed after the export (${broken}), so nothing of the file was read.`,
    )
  const trip = parseOrNull(archivedTripSchema, parseJsonFile(text(archivePaths.trip) ?? ''))
  if (!trip) return refusedFile(`“${archivePaths.trip}” in the file is damaged.`)
  const { details, people } = trip
  const draft = draftFile('groupTrip', options)
  draft.setGroupTitle(details.title)
  const keys = new Map(people.map(({ id, name, isPresent }) => [id, draft.addPerson(name, !isPresent)]))
  const context: Context = { draft, keys, currency: details.currency, hasFile }
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
  // An older archive has no bytes, and what was erased before the export has none, either.
  const activities = trip.activities.map(({ attachments = [], ...activity }) => ({
    ...activity,
    ...attached(
      'attachments',
      attachments.filter(({ hash }) => hasFile(hash)),
    ),
  }))
  return { ...draft.finish(), trip: { ...trip, activities, roles } }
}

interface Context {
  draft: FileDraft
  /** Id of a person → key. */
  keys: ReadonlyMap<string, string>
  currency: CurrencyCode
  hasFile: (hash: string) => boolean
}
interface Place {
  line: number
  text: string
}

const DAMAGED = 'This record is damaged'
const SOMEBODY_ELSE = 'It names somebody who is not in the file'

function addExpense(value: unknown, place: Place, { draft, keys, currency, hasFile }: Context): void {
  const expense: ArchivedExpense | null = parseOrNull(archivedExpense, value)
  if (!expense) return draft.refuse(place, DAMAGED)
  const {
    id,
    kind,
    amount,
    original,
    payers,
    sharedBy,
    split,
    description,
    receiptUrl,
    receipts = [],
  } = expense
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
  const signed = (parts: typeof shares) =>
    parts.map(({ person, amount: part }) => ({ person, amount: sign * part }))
  const row = { payers: signed(paid), shares: signed(shares) }
  draft.addRow(currency, row.payers, row.shares)
  draft.addExpense({
    ...{ place: recordPlace, id, currency, description, cells: [], original: null },
    date: readFileDate(expense.expenseDate, 'dayFirst'),
    note: expense.notes,
    category: expense.category,
    amount: sign * amount,
    ...row,
    stored: {
      id,
      ...{ receiptUrl, original, category: expense.category },
      ...attached(
        'receipts',
        receipts.filter(({ hash }) => hasFile(hash)),
      ),
      split: renamedSplit(split, (of) => keys.get(of) ?? of),
      payers: ofPayers,
    },
  })
}

function addContribution(value: unknown, place: Place, { draft, keys, currency }: Context): void {
  const contribution: ArchivedContribution | null = parseOrNull(archivedContribution, value)
  if (!contribution) return draft.refuse(place, DAMAGED)
  const { id, createdAt, date = createdAt, amount, description, contributor, keptBy } = contribution
  const [from, keeper] = [contributor, keptBy].map((person) => person && keys.get(person.id))
  if (from === undefined || (keptBy && keeper === undefined))
    return draft.refuse({ ...place, text: description }, SOMEBODY_ELSE)
  const to = draft.addPool()
  draft.addToBalance(currency, from, amount)
  draft.addToBalance(currency, to, -amount)
  draft.addPayment({
    ...{ place: { ...place, text: description }, id, currency, description, amount, from, to, cells: [] },
    date: readFileDate(date, 'dayFirst'),
    category: null,
    storedPayment: { id, isContribution: true, ...(keeper !== undefined && { keptBy: keeper }) },
  })
}

function addPayment(value: unknown, place: Place, { draft, keys, currency }: Context): void {
  const payment: ArchivedPayment | null = parseOrNull(archivedPayment, value)
  if (!payment) return draft.refuse(place, DAMAGED)
  const { id, createdAt, date = createdAt, amount, note, original } = payment
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
    date: readFileDate(date, 'dayFirst'),
    category: null,
    storedPayment: { id, isContribution: false, ...(original && { original }) },
  })
}

interface ChainHead {
  stream: string
  revision: number
  hash: string
}

const prev = v.nullable(v.string())
const lineSchema = v.union([
  v.object({
    stream: v.string(),
    revision: v.number(),
    type: v.string(),
    data: v.unknown(),
    meta: v.looseObject({ prev }),
  }),
  v.object({ stream: v.string(), from: v.number(), to: v.number(), prev, hash: v.nullable(v.string()) }),
])

const NO_EVENT = 'a line that is no event'
type EventLine = Extract<v.InferOutput<typeof lineSchema>, { meta: unknown }>

/** null for an event that no log contains, such as one nested too deeply. */
function hashOf(event: EventLine, sha256?: Sha256): string | null {
  try {
    return hashEvent({ ...event, meta: event.meta as unknown as EventMetadata }, sha256)
  } catch {
    return null
  }
}

/** @returns the first event that does not follow from the others, in words; null when all do */
export function brokenEvent(text: string, heads: readonly ChainHead[], sha256?: Sha256): string | null {
  const ends = new Map<string, { next: number; hash: string | null }>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    const link = parseOrNull(lineSchema, parseJsonFile(line))
    if (!link) return NO_EVENT
    const { next, hash } = ends.get(link.stream) ?? { next: 0, hash: null }
    const [first, last] = 'from' in link ? [link.from, link.to] : [link.revision, link.revision]
    const before = 'from' in link ? link.prev : link.meta.prev
    if (first !== next || before !== hash) return `event ${next} of ${link.stream}`
    const own = 'from' in link ? link.hash : hashOf(link, sha256)
    if (own === null && 'meta' in link) return NO_EVENT
    ends.set(link.stream, { next: last + 1, hash: own })
  }
  const broken = heads.find(({ stream, revision, hash }) => {
    const end = ends.get(stream)
    return !end || end.next !== revision + 1 || end.hash !== hash
  })
  return broken ? `event ${broken.revision} of ${broken.stream}` : null
}
