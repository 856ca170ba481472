// What a change did to a list: what is new in it, what is other than before, and what is gone, which is still shown.

export type ChangeMark = 'new' | 'changed' | 'removed'

export interface Marked<Item> {
  item: Item
  mark: ChangeMark | null
}

/** In the order of the list as it was just after, with what is gone at its end. @param before null marks nothing */
export function markChanges<Item extends { id: string }>(
  before: readonly Item[] | null,
  after: readonly Item[],
): Marked<Item>[] {
  if (before === null) return after.map((item) => ({ item, mark: null }))
  const was = new Map(before.map((item) => [item.id, item]))
  const is = new Set(after.map(({ id }) => id))
  return [
    ...after.map((item) => {
      const old = was.get(item.id)
      const mark = !old ? ('new' as const) : isSame(old, item) ? null : ('changed' as const)
      return { item, mark }
    }),
    ...before.filter(({ id }) => !is.has(id)).map((item) => ({ item, mark: 'removed' as const })),
  ]
}

/** The objects of one view of the log: the same keys in the same order. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The first so many, and every one that is marked. */
export function shortened<Item>(list: readonly Marked<Item>[], most: number): Marked<Item>[] {
  return list.filter(({ mark }, at) => at < most || mark !== null)
}
