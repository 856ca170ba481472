// A long immutable list: adding an item copies one chunk of 50, not all 5,000.

export type Chunks<Item> = readonly (readonly Item[])[]

const CHUNK = 50

export function appended<Item>(chunks: Chunks<Item>, item: Item): Chunks<Item> {
  const last = chunks.at(-1)
  return last && last.length < CHUNK ? [...chunks.slice(0, -1), [...last, item]] : [...chunks, [item]]
}

/** Replaces the item of this id, or removes it when `change` returns null. */
export function changed<Item extends { id: string }>(
  chunks: Chunks<Item>,
  id: string,
  change: (item: Item) => Item | null,
): Chunks<Item> {
  const at = chunks.findIndex((chunk) => chunk.some((item) => item.id === id))
  const chunk = chunks[at]
  if (!chunk) return chunks
  const after = chunk.flatMap((item) => (item.id === id ? (change(item) ?? []) : item))
  return after.length > 0 ? chunks.with(at, after) : chunks.toSpliced(at, 1)
}

export function itemsOf<Item>(chunks: Chunks<Item> | null | undefined): Item[] {
  return chunks?.flat() ?? []
}
