// A map that forgets the entries set longest ago once all together weigh more than its limit. Reading an entry does not
// renew it: a decider's state must not depend on what was read. In the browser too, where lru-cache would cost bytes.

export class BoundedMap<Value> {
  readonly #values = new Map<string, Value>()
  /** The weights of the entries that do not weigh 1. */
  readonly #weights = new Map<string, number>()
  // One iterator for good: a new one passes over all deleted entries, 5 µs for each addition to a large map.
  readonly #oldest = this.#values.keys()
  readonly #limit: number
  #total = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#values.size
  }

  get(key: string): Value | undefined {
    return this.#values.get(key)
  }

  has(key: string): boolean {
    return this.#values.has(key)
  }

  /** Makes it the newest entry, which stays even when it alone weighs too much. */
  set(key: string, value: Value, weight = 1): void {
    this.delete(key)
    this.#values.set(key, value)
    if (weight !== 1) this.#weights.set(key, weight)
    this.#total += weight
    while (this.#total > this.#limit && this.#values.size > 1) this.delete(this.#oldest.next().value!)
  }

  delete(key: string): void {
    if (!this.#values.delete(key)) return
    this.#total -= this.#weights.get(key) ?? 1
    this.#weights.delete(key)
  }
}
