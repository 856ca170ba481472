// A long immutable list in chunks of 50, so that adding an item copies one chunk and not all 5,000 items.

export type Chunks<Item> = readonly (readonly Item[])[]

const CHUNK = 50

export function appendItem<Item>(chunks: Chunks<Item>, item: Item): Chunks<Item> {
  const last = chunks.at(-1)
  return last && last.length < CHUNK ? [...chunks.slice(0, -1), [...last, item]] : [...chunks, [item]]
}

/** Replaces the item of this id, or removes it when `change` returns null. */
export function updateItem<Item extends { id: string }>(
  chunks: Chunks<Item>,
  id: string,
  change: (item: Item) => Item | null,
): Chunks<Item> {
  const index = chunks.findIndex((chunk) => chunk.some((item) => item.id === id))
  const chunk = chunks[index]
  if (!chunk) return chunks
  const after = chunk.flatMap((item) => (item.id === id ? (change(item) ?? []) : item))
  return after.length > 0 ? chunks.with(index, after) : chunks.toSpliced(index, 1)
}

export function flattenChunks<Item>(chunks: Chunks<Item> | null | undefined): Item[] {
  return chunks?.flat() ?? []
}
