// A long immutable list in chunks of 50, so that adding an item copies one chunk and not all 5,000 items.

export type Chunks<Item> = readonly (readonly Item[])[]

const CHUNK = 50

export function appendItem<Item>(chunks: Chunks<Item>, item: Item): Chunks<Item> {
  const last = chunks.at(-1)
  return last && last.length < CHUNK ? [...chunks.slice(0, -1), [...last, item]] : [...chunks, [item]]
}

/**
 * Replaces the item of this id, or removes it when `change` returns null. An id that was added twice at once, which only a
 * damaged log has, stands twice in one chunk or in two that follow each other, and both are changed; those of a large import
 * that was added twice are changed one after the other.
 */
export function updateItem<Item extends { id: string }>(
  chunks: Chunks<Item>,
  id: string,
  change: (item: Item) => Item | null,
): Chunks<Item> {
  const index = chunks.findIndex((chunk) => chunk.some((item) => item.id === id))
  if (index === -1) return chunks
  const next = chunks[index + 1]
  const count = next?.some((item) => item.id === id) ? 2 : 1
  const after = chunks
    .slice(index, index + count)
    .map((chunk) => chunk.flatMap((item) => (item.id === id ? (change(item) ?? []) : item)))
    .filter((chunk) => chunk.length > 0)
  return chunks.toSpliced(index, count, ...after)
}

export function flattenChunks<Item>(chunks: Chunks<Item> | null | undefined): Item[] {
  return chunks?.flat() ?? []
}
