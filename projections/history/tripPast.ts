// All changes of one trip and the trip after each of them. Every so many changes the documents are kept, which costs
// little because they share what did not change; the state after any change is folded from the ones before it.

import type { ChatNames } from '#core/history/words.ts'
import { chatAfter } from '#core/history/chatWords.ts'
import type { Told } from '#core/history/entry.ts'
import type { ChatChange, HistoryEvent } from '#core/history/facts.ts'
import type { TripDocs } from '#projections/history/tripDocs.ts'
import { foldDocs, noDocs } from '#projections/history/tripDocs.ts'

/** The most facts that are folded to answer for one change. */
const KEPT_EVERY = 100

export class TripPast {
  readonly tripId: string
  readonly #told: Told[] = []
  /** After 0, 100, 200 … changes. */
  readonly #kept: TripDocs[]
  /** Chats as they are called now. */
  readonly #chats = new Map<string, ChatNames>()
  #now: TripDocs

  constructor(tripId: string) {
    this.tripId = tripId
    this.#now = noDocs(tripId)
    this.#kept = [this.#now]
  }

  /** How many changes there are: the newest one's `n`. */
  get length(): number {
    return this.#told.length
  }

  /** Takes the next change, in the order of the log. */
  add(event: HistoryEvent): void {
    const before = this.#now
    this.#now = foldDocs(before, event, this.tripId)
    // What comes before the plan of its trip belongs to no trip.
    const trip = this.#now.trip ?? before.trip
    if (!trip) return
    const n = this.#told.length + 1
    this.#told.push({
      n,
      event,
      trip,
      chat: 'conversationId' in event.data ? this.#named(event as never) : null,
    })
    if (n % KEPT_EVERY === 0) this.#kept.push(this.#now)
  }

  told(n: number): Told | undefined {
    return this.#told[n - 1]
  }

  /** Newest first, from before `n`. */
  *before(n: number): Generator<Told> {
    for (let at = Math.min(n - 1, this.#told.length); at >= 1; at--) yield this.#told[at - 1]!
  }

  /** The trip just after change n, which there must be. */
  docsAt(n: number): TripDocs {
    if (n === this.#told.length) return this.#now
    const kept = Math.floor(n / KEPT_EVERY)
    let docs = this.#kept[kept]!
    for (const { event } of this.#told.slice(kept * KEPT_EVERY, n)) docs = foldDocs(docs, event, this.tripId)
    return docs
  }

  #named(event: Extract<HistoryEvent, { type: ChatChange['type'] }>): ChatNames | null {
    const id = event.data.conversationId
    const before = this.#chats.get(id) ?? null
    const after = chatAfter(before, event)
    if (after) this.#chats.set(id, after)
    else this.#chats.delete(id)
    return before
  }
}
