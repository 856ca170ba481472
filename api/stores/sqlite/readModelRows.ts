// Turns changed documents into the rows that the writer of the read models gets.

import { type StoredLeaves, leafWrites } from '#projections/platform/leaves.ts'
import type { AnyProjection } from '#projections/platform/projection.ts'
import { createYielder } from '#api/platform/yielder.ts'
import type { LeafRow } from '#api/stores/sqlite/readModelWriter.ts'

/** A document in memory. */
export interface Entry {
  projection: AnyProjection
  /** `trips@2`. */
  id: string
  key: string
  doc: unknown
  /** What the file has once the writing under way is done; undefined when it is unknown. */
  stored: StoredLeaves | null | undefined
  /** Length in characters. */
  size: number
}

/** What an entry costs besides its text. */
export const ENTRY_SIZE = 200

const ROWS_PER_PIECE = 500
const CHARACTERS_PER_PIECE = 262_144

/** Collects the rows of a commit into pieces, and yields to other work between documents. */
export function createPieces(send: (rows: LeafRow[]) => void) {
  const yieldIfLong = createYielder()
  let rows: LeafRow[] = []
  let characters = 0
  return {
    async add(entry: Entry, doc: unknown): Promise<void> {
      const { id, key } = entry
      const before = entry.stored?.chunks ? entry.size : ENTRY_SIZE
      const { clear, set, remove, stored } = leafWrites(entry.projection, entry.stored, doc)
      if (clear) rows.push([id, key, null, null])
      for (const leaf of remove) rows.push([id, key, leaf, null])
      let written = 0
      for (const [leaf, text] of set) {
        rows.push([id, key, leaf, text])
        written += text.length
      }
      entry.stored = stored
      // Text that a list replaces is counted until the list is read again.
      entry.size = (clear ? ENTRY_SIZE : before) + written
      characters += written
      if (rows.length >= ROWS_PER_PIECE || characters >= CHARACTERS_PER_PIECE) {
        send(rows)
        rows = []
        characters = 0
      }
      await yieldIfLong()
    },
    rest: () => rows,
  }
}
