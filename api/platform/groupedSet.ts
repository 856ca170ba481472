// A set that finds its items by a group that never changes, however many items other groups have.

export class GroupedSet<Item> {
  readonly #groupOf: (item: Item) => string
  readonly #groups = new Map<string, Set<Item>>()

  constructor(groupOf: (item: Item) => string) {
    this.#groupOf = groupOf
  }

  add(item: Item): void {
    const name = this.#groupOf(item)
    const group = this.#groups.get(name)
    if (group) group.add(item)
    else this.#groups.set(name, new Set([item]))
  }

  delete(item: Item): void {
    const name = this.#groupOf(item)
    const group = this.#groups.get(name)
    group?.delete(item)
    if (group?.size === 0) this.#groups.delete(name)
  }

  /** The group's items in the order they were added. */
  of(name: string): Iterable<Item> {
    return this.#groups.get(name) ?? []
  }
}
