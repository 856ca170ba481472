// Builds the archive of a trip: one ZIP file with its events, its state, tables for people, and the proof that nothing of
// it was changed. The same trip at the same change gives the same bytes.

import type { HistoryExport } from '#core/history/contract.ts'
import { sharedHistory } from '#core/history/sharedHistory.ts'
import { type ArchivedTrip, archivedRecords } from '#core/imports/archivedTrip.ts'
import { archivePaths, packArchive } from '#core/imports/archiveFiles.ts'
import type { ItemResponse } from '#core/itinerary/contract.ts'
import { currencyOf } from '#core/money/currency.ts'
import { netBalance } from '#core/money/balances/figures.ts'
import { figuresOf } from '#core/money/balances/ledger.ts'
import { rosterOf } from '#core/money/roster.ts'
import type { AttachedFile } from '#core/kernel/files.ts'
import { type AnyRecordKind, recordKinds } from '#core/recordKinds.ts'
import { filesOf } from '#core/records/recordKind.ts'
import type { GuestParticipant, UserParticipant } from '#core/trips/responses.ts'
import { flattenChunks } from '#projections/platform/chunks.ts'
import { settlementIn } from '#projections/replica/moneyFigures.ts'
import { type ExistingTrip, itineraryResponse } from '#projections/replica/tripResponses.ts'
import { csvOf } from '#web/money/csv.ts'
import { expensesCsv } from '#web/money/exports/expensesCsv.ts'
import { moneyRecordsOf } from '#web/money/exports/moneyRecords.ts'
import { recordedPayments } from '#web/money/settlement/payments/paymentList.ts'
import { settlementCsv } from '#web/money/settlement/settlementCsv.ts'

export interface ArchiveSource {
  documents: ExistingTrip
  /** As far as the reader may see the events. */
  history: HistoryExport
  /** With what the reader may see of their contact details; null leaves them out. */
  participants: { users: UserParticipant[]; guests: GuestParticipant[] } | null
  /** The bytes of `filesOfTrip` that are there, by hash. */
  files?: ReadonlyMap<string, Uint8Array>
}

export function tripArchive({
  documents,
  history,
  participants,
  files = new Map(),
}: ArchiveSource): Uint8Array {
  const { trip, balances } = documents
  const currency = currencyOf(trip, balances)
  const events = sharedHistory(history).streams.flatMap(({ stream, links }) =>
    links.map((link) => `${JSON.stringify({ stream, ...link })}\n`),
  )
  const settlement = settlementIn.distributed(documents)
  const texts = new Map([
    ['READ ME.txt', readMe(trip.details.title)],
    [archivePaths.trip, json(archivedTripOf(documents))],
    [archivePaths.events, events.join('')],
    ...(participants ? [['contacts.json', json(participants)] as const] : []),
    ['expenses.csv', expensesCsv(moneyRecordsOf(documents))],
    ['itinerary.csv', itineraryCsv(itineraryResponse(documents).items)],
    ['settlement.csv', settlementCsv(settlement, recordedPayments(documents, ''), currency)],
  ])
  const streams = history.streams.map(({ stream, revision, hash }) => ({ stream, revision, hash }))
  const attached = filesOfTrip(documents).flatMap(({ hash, type }) => {
    const content = files.get(hash)
    return content ? [{ hash, type, content }] : []
  })
  return packArchive({ trip: { id: trip.id, title: trip.details.title }, streams }, texts, attached)
}

/** The photos and PDF files of its expenses and activities, each once. */
export function filesOfTrip(documents: ExistingTrip): AttachedFile[] {
  const all = recordKinds.flatMap((kind) =>
    flattenChunks<object>(documents[kind.list]).flatMap((record) =>
      filesOf(kind, kind.toContent(record as never)),
    ),
  )
  return [...new Map(all.map((file) => [file.hash, file])).values()]
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

export function archivedTripOf(documents: ExistingTrip): ArchivedTrip {
  const { trip, balances } = documents
  const { ledger } = balances
  const { isPublic: _, ...details } = trip.details
  const roles = new Map([...trip.participants, ...trip.guests].map(({ id, role }) => [id, role]))
  return {
    details: { ...details, currency: currencyOf(trip, balances) },
    people: rosterOf(trip).map((person) => ({ ...person, role: roles.get(person.id) ?? 'member' })),
    ...archivedLists(documents),
    balances: Object.fromEntries(
      Object.keys(ledger.people).map((id) => [id, netBalance(figuresOf(ledger, id))]),
    ),
    poolBalance: ledger.poolBalance,
  }
}

/** Does not compile where a kind has a field that the archive has not: reading one would drop it. */
const schemas: {
  [Kind in AnyRecordKind as Kind['list']]: {
    entries: Record<Exclude<keyof NonNullable<Kind['types']>['content'], 'currency'>, unknown>
  }
} = archivedRecords

const archivedLists = (documents: ExistingTrip) =>
  Object.fromEntries(
    recordKinds.map(({ list, toContent }) => [
      list,
      flattenChunks<{ createdAt: string }>(documents[list]).map((record) => ({
        ...toContent(record as never),
        ...('createdAt' in schemas[list].entries && { createdAt: record.createdAt }),
      })),
    ]),
  ) as unknown as Pick<ArchivedTrip, keyof typeof schemas>

/** @param activities in the order of the days */
const itineraryCsv = (activities: readonly ItemResponse[]): string =>
  csvOf([
    ['Date', 'Start', 'End', 'Title', 'Location', 'Status', 'Description'],
    ...activities.map(({ date, startTime, endTime, title, location, status, description }) => [
      ...[date, startTime, endTime ?? '', title, location ?? '', status, description ?? ''],
    ]),
  ])

const readMe = (title: string): string =>
  `${title}

trip.json        The trip: details, people, itinerary, expenses, deposits and payments, in minor units (cents).
events.jsonl     Every change of the trip, one event a line, as it was stored. Messages and what concerns
                 others only are replaced by the two hashes that connect the chain.
files/           Photos and PDF files of expenses and activities, each named by its SHA-256.
contacts.json    Contact details, if they were asked for.
*.csv            The same for spreadsheets.
manifest.json    The SHA-256 of each file, and the last hash of each chain of events.

To check that nothing was changed: sha256sum -c manifest.sha256, and compare the files with manifest.json.
Group Trip Planner checks the same before it imports this file.
`
