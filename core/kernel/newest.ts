// A memory of so many things by name, the oldest forgotten first.

export class Newest<Value> {
  readonly #kept = new Map<string, Value>()
  // Kept where it is: one that starts anew passes by all that was forgotten, 5 µs for each addition to a long memory.
  readonly #oldest = this.#kept.keys()
  readonly #limit: number

  /** @param limit at least 1 */
  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#kept.size
  }

  get(name: string): Value | undefined {
    return this.#kept.get(name)
  }

  has(name: string): boolean {
    return this.#kept.has(name)
  }

  /** As the newest, also where the name is known. */
  set(name: string, value: Value): void {
    this.#kept.delete(name)
    this.#kept.set(name, value)
    if (this.#kept.size > this.#limit) this.#kept.delete(this.#oldest.next().value!)
  }
}
