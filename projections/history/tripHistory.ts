// All changes of one trip and the trip after each of them. Every so many changes the documents are kept, which costs
// little because they share what did not change; the state after any change is folded from the ones before it. Whoever
// kept the trip with each change would keep its list of people as often: 28,000 guests took 3 GB.

import type { ChatNames } from '#core/history/changeText.ts'
import { chatAfter } from '#core/history/chatChangeTexts.ts'
import type { RecordedChange } from '#core/history/entry.ts'
import type { ChatChange, HistoryEvent } from '#core/history/events.ts'
import type { TripDocuments } from '#projections/history/tripDocuments.ts'
import { foldTripDocuments, foldTrip, emptyTripDocuments } from '#projections/history/tripDocuments.ts'

/** The most events that are folded to answer for one change. */
const KEPT_EVERY = 100

/** A change without the trip of that moment, which is folded when it is looked at. */
type Change = Omit<RecordedChange, 'trip'>

export class TripHistory {
  readonly tripId: string
  readonly #changes: Change[] = []
  /** After 0, 100, 200 … changes. */
  readonly #kept: TripDocuments[]
  /** Chats as they are called now. */
  readonly #chats = new Map<string, ChatNames>()
  #now: TripDocuments

  constructor(tripId: string) {
    this.tripId = tripId
    this.#now = emptyTripDocuments(tripId)
    this.#kept = [this.#now]
  }

  /** How many changes there are: the newest one's `n`. */
  get length(): number {
    return this.#changes.length
  }

  /** Takes the next change, in the order of the log. */
  add(event: HistoryEvent): void {
    this.#now = foldTripDocuments(this.#now, event, this.tripId)
    // What comes before the plan of its trip belongs to no trip.
    if (!this.#now.trip) return
    const n = this.#changes.push({
      n: this.length + 1,
      event,
      chat: 'conversationId' in event.data ? this.#named(event as never) : null,
    })
    if (n % KEPT_EVERY === 0) this.#kept.push(this.#now)
  }

  change(n: number): RecordedChange | undefined {
    return n >= 1 && n <= this.length ? this.#block(n).at(-1) : undefined
  }

  /** Newest first, from before `n`. */
  *before(n: number): Generator<RecordedChange> {
    for (let last = Math.min(n - 1, this.length); last >= 1; last -= ((last - 1) % KEPT_EVERY) + 1)
      yield* this.#block(last).reverse()
  }

  /** Oldest first, up to change n: it may be growing. */
  *all(n = this.length): Generator<RecordedChange> {
    for (let first = 1; first <= n; first += KEPT_EVERY)
      yield* this.#block(Math.min(first + KEPT_EVERY - 1, n))
  }

  /** The trip just after change n, which there must be. */
  docsAt(n: number): TripDocuments {
    if (n === this.length) return this.#now
    const kept = Math.floor(n / KEPT_EVERY)
    let docs = this.#kept[kept]!
    for (const { event } of this.#changes.slice(kept * KEPT_EVERY, n))
      docs = foldTripDocuments(docs, event, this.tripId)
    return docs
  }

  /** Changes up to n, from the kept documents before it on. */
  #block(n: number): RecordedChange[] {
    const kept = Math.floor((n - 1) / KEPT_EVERY)
    let { trip } = this.#kept[kept]!
    return this.#changes.slice(kept * KEPT_EVERY, n).map((change) => {
      trip = foldTrip(trip, change.event, this.tripId)
      return { ...change, trip: trip! }
    })
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
