// All changes of one trip, and the trip after each of them. A snapshot of the documents is stored every 100 changes,
// which costs little because snapshots share equal parts; other states are folded from the snapshot before. Storing the
// trip with each change would take 3 GB for 28,000 guests.

import type { ChatNames } from '#core/history/changeText.ts'
import { chatAfter } from '#core/history/chatChangeTexts.ts'
import type { TotalSpent } from '#core/history/contract.ts'
import type { RecordedChange } from '#core/history/entry.ts'
import type { TripChatEvent } from '#core/chat/events.ts'
import type { HistoryEvent } from '#core/history/events.ts'
import { toMajor } from '#core/kernel/money.ts'
import { currencyOf } from '#core/money/currency.ts'
import {
  type TripDocuments,
  foldTripDocuments,
  foldTrip,
  emptyTripDocuments,
} from '#projections/replica/tripDocuments.ts'

/** Changes between two snapshots. */
const SNAPSHOT_EVERY = 100

/** A change without the trip of that moment, which is folded on demand. */
type Change = Omit<RecordedChange, 'trip'>

export class TripHistory {
  readonly tripId: string
  readonly #changes: Change[] = []
  /** The documents after 0, 100, 200 … changes. */
  readonly #snapshots: TripDocuments[]
  readonly #chats = new Map<string, ChatNames>()
  /** The changes after which the total is another, with the total in minor units. */
  readonly #totals: { change: Change; total: number }[] = []
  #now: TripDocuments

  constructor(tripId: string) {
    this.tripId = tripId
    this.#now = emptyTripDocuments(tripId)
    this.#snapshots = [this.#now]
  }

  /** The `n` of the newest change. */
  get length(): number {
    return this.#changes.length
  }

  add(event: HistoryEvent): void {
    const totalBefore = this.#now.balances.ledger.totalExpenses
    this.#now = foldTripDocuments(this.#now, event, this.tripId)
    // Events before the trip is planned are ignored.
    if (!this.#now.trip) return
    const change: Change = {
      n: this.length + 1,
      event,
      chat: 'conversationId' in event.data ? this.#named(event as never) : null,
    }
    const n = this.#changes.push(change)
    const total = this.#now.balances.ledger.totalExpenses
    if (total !== totalBefore) this.#totals.push({ change, total })
    if (n % SNAPSHOT_EVERY === 0) this.#snapshots.push(this.#now)
  }

  change(n: number): RecordedChange | undefined {
    return n >= 1 && n <= this.length ? this.#block(n).at(-1) : undefined
  }

  /** A chat as it is now; null for a chat that is gone. */
  chat(id: string): ChatNames | null {
    return this.#chats.get(id) ?? null
  }

  /** Newest first, from before `n`. */
  *before(n: number): Generator<RecordedChange> {
    for (let to = Math.min(n - 1, this.length); to >= 1; to -= ((to - 1) % SNAPSHOT_EVERY) + 1)
      yield* this.#block(to).reverse()
  }

  /** Oldest first, up to change n; the history may grow meanwhile. */
  *all(n = this.length): Generator<RecordedChange> {
    for (let first = 1; first <= n; first += SNAPSHOT_EVERY)
      yield* this.#block(Math.min(first + SNAPSHOT_EVERY - 1, n))
  }

  /** Oldest first; the history may grow meanwhile. */
  *totals(): Generator<TotalSpent> {
    const { trip, balances } = this.#now
    if (!trip) return
    const currency = currencyOf(trip, balances)
    for (const { change, total } of this.#totals.slice())
      yield { n: change.n, at: change.event.meta.at, totalAmount: toMajor(total, currency) }
  }

  /** The trip just after change n, which must exist. */
  docsAt(n: number): TripDocuments {
    if (n === this.length) return this.#now
    const snapshotIndex = Math.floor(n / SNAPSHOT_EVERY)
    let docs = this.#snapshots[snapshotIndex]!
    for (const { event } of this.#changes.slice(snapshotIndex * SNAPSHOT_EVERY, n))
      docs = foldTripDocuments(docs, event, this.tripId)
    return docs
  }

  /** Changes up to n, from the snapshot before it. */
  #block(n: number): RecordedChange[] {
    const snapshotIndex = Math.floor((n - 1) / SNAPSHOT_EVERY)
    let { trip } = this.#snapshots[snapshotIndex]!
    return this.#changes.slice(snapshotIndex * SNAPSHOT_EVERY, n).map((change) => {
      trip = foldTrip(trip, change.event, this.tripId)
      return { ...change, trip: trip! }
    })
  }

  #named(event: Extract<HistoryEvent, { type: TripChatEvent['type'] }>): ChatNames | null {
    const id = event.data.conversationId
    const before = this.chat(id)
    const after = chatAfter(before, event)
    if (after) this.#chats.set(id, after)
    else this.#chats.delete(id)
    return before
  }
}
