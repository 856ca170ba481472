// Splits documents into the leaves that a store writes: a list has one leaf for each item, so that a change of one item
// writes one leaf whatever the length of the list; any other document is one leaf. The leaves of a list have ascending
// numbers with gaps. An item keeps its number as long as it is the same object: documents are never changed in place.

import { FAILED_DOCUMENT, FAILED_DOCUMENT_TEXT } from '#projections/platform/readStore.ts'
import type { AnyProjection } from '#projections/platform/projection.ts'

/** A whole document that is not a list. A list has this leaf besides its items, because it may be empty. */
export const WHOLE = -1

export type Leaf = readonly [number: number, text: string]

/** A document, and which leaves it has in the store. */
export interface StoredLeaves {
  doc: unknown
  /** Only of a list: its chunks by their numbers, and the number of each item within its chunk. */
  chunks?: readonly Chunk[]
}

interface Chunk {
  number: number
  items: readonly unknown[]
  numbers: readonly number[]
}

export interface LeafWrites {
  /** Whether all leaves of the document are removed first. */
  clear: boolean
  set: readonly Leaf[]
  remove: readonly number[]
  /** null when the document is removed. */
  stored: StoredLeaves | null
}

/** Whether the document is a list. */
export type ListProjection = Pick<AnyProjection, 'list'>

/** How many numbers a chunk has for its items. */
const SPAN = 2 ** 20
const EMPTY_LIST = '[]'

/**
 * What turns the stored document into this one.
 * @param before null for no document; undefined when it is unknown
 * @param doc null removes it
 */
export function leafWrites(
  { list }: ListProjection,
  before: StoredLeaves | null | undefined,
  doc: unknown,
): LeafWrites {
  if (doc === null) return { clear: before !== null, set: [], remove: [], stored: null }
  if (doc === FAILED_DOCUMENT || !list) {
    const text = doc === FAILED_DOCUMENT ? FAILED_DOCUMENT_TEXT : JSON.stringify(doc)
    return { clear: list !== undefined && before !== null, set: [[WHOLE, text]], remove: [], stored: { doc } }
  }
  const lists = (list === 'items' ? [doc] : doc) as readonly (readonly unknown[])[]
  const changed = before?.chunks && changedLeaves(before.chunks, lists)
  if (changed) return { clear: false, ...changed, stored: { doc, chunks: changed.chunks } }
  const { set, chunks } = changedLeaves([], lists)!
  return { clear: before !== null, set: [[WHOLE, EMPTY_LIST], ...set], remove: [], stored: { doc, chunks } }
}

/** The stored document, from all of its leaves in any order; null without any. */
export const fromLeaves = (projection: ListProjection, leaves: readonly Leaf[]): StoredLeaves | null =>
  fromParsedLeaves(projection, leaves.map(parseLeaf))

export type ParsedLeaf = readonly [number: number, part: unknown]

/** For a store that parses a long document in slices. */
export const parseLeaf = ([number, text]: Leaf): ParsedLeaf => [
  number,
  text === FAILED_DOCUMENT_TEXT ? FAILED_DOCUMENT : JSON.parse(text),
]

/** As `fromLeaves`. */
export function fromParsedLeaves(
  { list }: ListProjection,
  leaves: readonly ParsedLeaf[],
): StoredLeaves | null {
  const whole = leaves.find(([number]) => number === WHOLE)
  if (!whole) return null
  if (whole[1] === FAILED_DOCUMENT || !list) return { doc: whole[1] }
  const chunks = inChunks(leaves).map(([number, of]) => ({
    number,
    items: of.map(([, item]) => item),
    numbers: of.map(([leaf]) => leaf % SPAN),
  }))
  const lists = chunks.map(({ items }) => items)
  return { doc: list === 'items' ? (lists[0] ?? []) : lists, chunks }
}

/** The document as JSON, or `FAILED_DOCUMENT_TEXT`. */
export function textOfLeaves({ list }: ListProjection, leaves: readonly Leaf[]): string | null {
  const whole = leaves.find(([number]) => number === WHOLE)?.[1]
  if (whole === undefined) return null
  if (whole === FAILED_DOCUMENT_TEXT || !list) return whole
  const chunks = inChunks(leaves).map(([, of]) => `[${of.map(([, text]) => text).join(',')}]`)
  return list === 'items' ? (chunks[0] ?? EMPTY_LIST) : `[${chunks.join(',')}]`
}

function inChunks<Part>(
  leaves: readonly (readonly [number: number, part: Part])[],
): [number: number, leaves: (readonly [number: number, part: Part])[]][] {
  const items = leaves.filter(([number]) => number !== WHOLE).toSorted(([a], [b]) => a - b)
  return [...Map.groupBy(items, ([number]) => Math.floor(number / SPAN))]
}

/** null when no number is left between two items; then the whole list is written anew. */
function changedLeaves(
  before: readonly Chunk[],
  lists: readonly (readonly unknown[])[],
): { set: Leaf[]; remove: number[]; chunks: Chunk[] } | null {
  const set: Leaf[] = []
  const remove: number[] = []
  const elements = before.map(({ items }) => items)
  const same = lengthOfSameStart(elements, lists)
  const old = new Map(before.slice(same).map((chunk) => [chunk.number, chunk]))
  const numbers = alignedNumbers(
    elements,
    before.map(({ number }) => number),
    lists,
    same,
  )
  if (!numbers) return null
  const chunks = before.slice(0, same)
  for (let n = same; n < lists.length; n++) {
    const number = numbers[n]!
    const items = lists[n]!
    const changed = changedItems(old.get(number) ?? { number, items: [], numbers: [] }, items)
    if (!changed) return null
    old.delete(number)
    set.push(...changed.set)
    remove.push(...changed.remove)
    chunks.push({ number, items, numbers: changed.numbers })
  }
  for (const { number, numbers: all } of old.values())
    for (const leaf of all) remove.push(number * SPAN + leaf)
  return { set, remove, chunks }
}

function changedItems(
  { number, items: before, numbers: oldNumbers }: Chunk,
  items: readonly unknown[],
): { set: Leaf[]; remove: number[]; numbers: readonly number[] } | null {
  const same = lengthOfSameStart(before, items)
  const numbers = alignedNumbers(before, oldNumbers, items, same)
  if (!numbers || (numbers.at(-1) ?? 0) >= SPAN) return null
  const set: Leaf[] = []
  const old = new Map<number, unknown>()
  for (let index = same; index < before.length; index++) old.set(oldNumbers[index]!, before[index])
  for (let index = same; index < items.length; index++) {
    const leaf = numbers[index]!
    if (!old.has(leaf) || old.get(leaf) !== items[index])
      set.push([number * SPAN + leaf, JSON.stringify(items[index])])
    old.delete(leaf)
  }
  return { set, remove: Array.from(old.keys(), (leaf) => number * SPAN + leaf), numbers }
}

function lengthOfSameStart(before: readonly unknown[], after: readonly unknown[]): number {
  let same = 0
  while (same < before.length && same < after.length && before[same] === after[same]) same++
  return same
}

/**
 * Ascending numbers for the elements: an element that was there before keeps its number, a new one gets that after its
 * predecessor's. null when that one is taken.
 * @param same how many elements at the start did not change
 */
function alignedNumbers(
  before: readonly unknown[],
  numbers: readonly number[],
  after: readonly unknown[],
  same: number,
): number[] | null {
  const old = new Map<unknown, number>()
  for (let index = same; index < before.length; index++) old.set(before[index], numbers[index]!)
  const aligned = numbers.slice(0, same)
  let lastKept = aligned.at(-1) ?? -1
  for (let index = same; index < after.length; index++) {
    const last = aligned.at(-1) ?? -1
    const kept = old.get(after[index])
    if (kept === undefined || kept <= lastKept) {
      aligned.push(last + 1)
      continue
    }
    // Earlier new elements have taken this number.
    if (kept <= last) return null
    aligned.push((lastKept = kept))
  }
  return aligned
}
