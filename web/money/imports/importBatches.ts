// Divides the records of an import into requests that the server takes.

import type { ImportedRecordBody } from '#core/money/importBodies.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'

/** UTF-8 bytes of JSON; the rest of the server's limit is for the import's own fields. */
const BATCH_BYTES = 200_000

/** Keeps the order of the records. */
export function importBatches(
  records: readonly ImportedRecordBody[],
  most: { records: number; bytes: number } = { records: moneyLimits.import.records, bytes: BATCH_BYTES },
): ImportedRecordBody[][] {
  const encoder = new TextEncoder()
  const batches: ImportedRecordBody[][] = []
  let bytes = 0
  for (const record of records) {
    const size = encoder.encode(JSON.stringify(record)).length + 1
    const last = batches.at(-1)
    if (last && last.length < most.records && bytes + size <= most.bytes) {
      last.push(record)
      bytes += size
    } else {
      batches.push([record])
      bytes = size
    }
  }
  return batches
}
