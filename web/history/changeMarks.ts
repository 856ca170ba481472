// What a change did to a list: new, changed and removed items. Removed items stay in the list.

export type ChangeMark = 'new' | 'changed' | 'removed'

export interface Marked<Item> {
  item: Item
  mark: ChangeMark | null
}

/** In the order after the change, removed items at the end. @param before null marks nothing */
export function markChanges<Item extends { id: string }>(
  before: readonly Item[] | null,
  after: readonly Item[],
): Marked<Item>[] {
  if (before === null) return after.map((item) => ({ item, mark: null }))
  const itemsBefore = new Map(before.map((item) => [item.id, item]))
  const idsAfter = new Set(after.map(({ id }) => id))
  return [
    ...after.map((item) => {
      const old = itemsBefore.get(item.id)
      const mark = !old ? ('new' as const) : isSame(old, item) ? null : ('changed' as const)
      return { item, mark }
    }),
    ...before.filter(({ id }) => !idsAfter.has(id)).map((item) => ({ item, mark: 'removed' as const })),
  ]
}

/** Compares objects of one read model: their keys have the same order. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The first `most` items, and every marked one. */
export function shortened<Item>(list: readonly Marked<Item>[], most: number): Marked<Item>[] {
  return list.filter(({ mark }, index) => index < most || mark !== null)
}
