// The commands of an import into a trip: the new guests, then the records in batches of one import.

import type { Endpoint } from '#core/kernel/endpoint.ts'
import { fileLimits } from '#core/kernel/files.ts'
import { newIdOf } from '#core/kernel/ids.ts'
import { importRecords } from '#core/money/contract.ts'
import type { ImportBody, ImportedRecordBody } from '#core/money/importBodies.ts'
import { addGuest } from '#core/trips/contract.ts'
import { tripLimits } from '#core/trips/limits.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import { newKey } from '#web/platform/http/newKey.ts'
import { filesInBody } from '#web/platform/outbox/waitingFile.ts'

export interface NewGuest {
  /** Of the guest, known before it is sent. */
  id: string
  name: string
  role?: 'member' | 'co_organizer'
  /** The idempotency key of the command. */
  key: string
}

export function newGuest(tripId: string, name: string, myId: string, role?: NewGuest['role']): NewGuest {
  const key = newKey()
  const shortName = Array.from(name).slice(0, tripLimits.guestName.max).join('').trim() || 'Guest'
  return { id: newIdOf(addGuest, { tripId }, myId, key), name: shortName, key, ...(role && { role }) }
}

/** One command; a refused one is repeated with its own key. */
export interface ImportStep {
  endpoint: Endpoint<unknown, never>
  /** Besides the trip. */
  params?: Readonly<Record<string, string>>
  body?: unknown
  key: string
  touches?: readonly string[]
  /** 'Batch 2 of 3', 'The guest Yuki'. */
  title: string
}

export function importSteps(
  tripId: string,
  guests: readonly NewGuest[],
  { records: _, ...fields }: ImportBody,
  batches: readonly ImportBody['records'][],
): ImportStep[] {
  return [
    ...guests.map(({ name, role, key }) => ({
      endpoint: addGuest as Endpoint<unknown, never>,
      body: { name, ...(role && { role }) },
      key,
      touches: [`/trips/${tripId}`, '/trips?'],
      title: `The guest ${name}`,
    })),
    ...batches.map((records, index) => ({
      endpoint: importRecords as Endpoint<unknown, never>,
      body: { ...fields, records },
      key: newKey(),
      title: batches.length === 1 ? 'The import' : `Batch ${index + 1} of ${batches.length}`,
    })),
  ]
}

/** UTF-8 bytes of JSON; the rest of the server's limit is for the import's own fields. */
const BATCH_BYTES = 200_000

/** The files of a request are uploaded before it, and unused until then. */
const mostOfBatch = {
  records: moneyLimits.import.records as number,
  bytes: BATCH_BYTES,
  files: fileLimits.uploadsPerMinute as number,
}

/** Divides the records of an import into requests that the server takes. Keeps the order of the records. */
export function importBatches(
  records: readonly ImportedRecordBody[],
  given: Partial<typeof mostOfBatch> = {},
): ImportedRecordBody[][] {
  const most = { ...mostOfBatch, ...given }
  const encoder = new TextEncoder()
  const batches: ImportedRecordBody[][] = []
  let [bytes, files] = [0, 0]
  for (const record of records) {
    const size = encoder.encode(JSON.stringify(record)).length + 1
    const count = filesInBody(record).length
    const last = batches.at(-1)
    const hasRoom = last && last.length < most.records && bytes + size <= most.bytes
    if (hasRoom && files + count <= most.files) {
      last.push(record)
      ;[bytes, files] = [bytes + size, files + count]
    } else {
      batches.push([record])
      ;[bytes, files] = [size, count]
    }
  }
  return batches
}
