// The documents of a trip with users in place of the guests whom they have claimed: for all that reads them. The documents
// themselves keep the ids of the log, in which the rules decide and changes are folded (docs/decisions/0259).

import {
  resolveContribution,
  resolveExpense,
  resolveLedger,
  resolvePayment,
} from '#core/money/claimedGuests.ts'
import { type Aliases, aliasesOf } from '#core/trips/guestClaims.ts'
import type { Chunks } from '#projections/platform/chunks.ts'
import type { TripDocuments } from '#projections/replica/tripDocuments.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'

type Resolved<Documents> = (aliases: Aliases, document: Documents) => Documents

const resolvers: { [Name in keyof TripDocuments]?: Resolved<TripDocuments[Name]> } = {
  expenses: inChunks(resolveExpense),
  contributions: inChunks(resolveContribution),
  payments: inChunks(resolvePayment),
  balances: cached((aliases, { ledger, ...balances }) => ({
    ...balances,
    ledger: resolveLedger(aliases, ledger),
  })),
}

/** The same object on a trip without claimed guests, and for documents that are resolved already. */
export function resolvedDocuments<Name extends keyof TripDocuments>(
  documents: ExistingTrip<Name>,
): ExistingTrip<Name> {
  const aliases = aliasesOf(documents.trip)
  if (aliases.size === 0) return documents
  const resolved: Record<string, unknown> = {}
  for (const [name, resolve] of Object.entries(resolvers))
    if (name in documents) resolved[name] = resolve(aliases, documents[name as Name] as never)
  const result = { ...documents, ...resolved }
  stored.set(result, documents)
  return result
}

const stored = new WeakMap<object, unknown>()

/** With the ids of the log again, which decide about odd cents. */
export const storedDocuments = (documents: ExistingTrip): ExistingTrip =>
  (stored.get(documents) as ExistingTrip | undefined) ?? documents

/** A chunk without claimed guests stays the same object, so that its records are not sorted again. */
function inChunks<Item extends { id: string }>(
  resolve: (aliases: Aliases, item: Item) => Item | null,
): Resolved<Chunks<Item>> {
  const resolveChunk = cached<readonly Item[]>((aliases, chunk) => {
    const items = chunk.map((item) => resolve(aliases, item))
    return items.every((item, index) => item === chunk[index]) ? chunk : items.filter((item) => item !== null)
  })
  return cached((aliases, chunks) => chunks.map((chunk) => resolveChunk(aliases, chunk)))
}

/** Until the claims change. */
function cached<Document extends object>(resolve: Resolved<Document>): Resolved<Document> {
  const results = new WeakMap<Document, { aliases: Aliases; resolved: Document }>()
  return (aliases, document) => {
    const known = results.get(document)
    if (known?.aliases === aliases) return known.resolved
    const resolved = resolve(aliases, document)
    results.set(document, { aliases, resolved })
    return resolved
  }
}
