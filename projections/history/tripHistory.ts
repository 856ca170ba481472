// All changes of one trip, and the trip after each of them. Sentences need the trip alone; the other documents are folded
// once somebody asks for a past state. Both are stored every 100 changes, which costs little because snapshots share equal
// parts; other states are folded from the snapshot before. Storing the trip with each change would take 3 GB for 28,000
// guests.

import type { ChatNames } from '#core/history/changeText.ts'
import { chatAfter } from '#core/history/chatChangeTexts.ts'
import type { TotalSpent } from '#core/history/contract.ts'
import type { RecordedChange } from '#core/history/entry.ts'
import type { TripChatEvent } from '#core/chat/events.ts'
import { type HistoryEvent, topics } from '#core/history/events.ts'
import { toMajor } from '#core/kernel/money.ts'
import type { MoneyEvent } from '#core/money/events.ts'
import { applyEvent, emptyLedger } from '#core/money/balances/ledger.ts'
import type { Trip } from '#core/trips/trip.ts'
import { currencyOfEvent } from '#projections/money/balances.ts'
import {
  type TripDocuments,
  foldTripDocuments,
  foldTrip,
  emptyTripDocuments,
} from '#projections/replica/tripDocuments.ts'

/** Changes between two snapshots. */
const SNAPSHOT_EVERY = 100

/** A change without the trips of that moment and of now, of which the former is folded on demand. */
type Change = Omit<RecordedChange, 'trip' | 'now'>

const isMoney = (event: HistoryEvent): event is Extract<HistoryEvent, { type: MoneyEvent['type'] }> =>
  topics[event.type] === 'money'

export class TripHistory {
  readonly tripId: string
  readonly #changes: Change[] = []
  /** The trip after 0, 100, 200 … changes. */
  readonly #trips: (Trip | null)[] = [null]
  /** The documents after 0, 100, 200 … changes, as far as they are folded. */
  readonly #snapshots: TripDocuments[]
  #folding: Promise<unknown> = Promise.resolve()
  readonly #chats = new Map<string, ChatNames>()
  readonly #totals: TotalSpent[] = []
  #trip: Trip | null = null
  /** Minor units. */
  #total = 0

  constructor(tripId: string) {
    this.tripId = tripId
    this.#snapshots = [emptyTripDocuments(tripId)]
  }

  /** The `n` of the newest change. */
  get length(): number {
    return this.#changes.length
  }

  add(event: HistoryEvent): void {
    this.#trip = foldTrip(this.#trip, event, this.tripId)
    // Events before the trip is planned are ignored.
    if (!this.#trip) return
    const change: Change = {
      n: this.length + 1,
      event,
      chat: 'conversationId' in event.data ? this.#named(event as never) : null,
    }
    const n = this.#changes.push(change)
    if (isMoney(event)) this.#addSpent(event, n)
    if (n % SNAPSHOT_EVERY === 0) this.#trips.push(this.#trip)
  }

  #addSpent(event: Extract<HistoryEvent, { type: MoneyEvent['type'] }>, n: number): void {
    const spent = applyEvent(emptyLedger, event).totalExpenses
    if (spent === 0) return
    this.#total += spent
    this.#totals.push({ n, at: event.meta.at, totalAmount: toMajor(this.#total, currencyOfEvent(event)) })
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
  totals(): readonly TotalSpent[] {
    return this.#totals.slice()
  }

  /**
   * The trip just after change n, which must exist.
   * @param yieldIfLong awaited after each change that is folded
   */
  async docsAt(
    n: number,
    yieldIfLong: () => Promise<void> | undefined = () => undefined,
  ): Promise<TripDocuments> {
    const snapshotIndex = Math.floor(n / SNAPSHOT_EVERY)
    // One call after another, so that none folds again what the one before it has folded.
    const folded = this.#folding.then(async () => {
      while (this.#snapshots.length <= snapshotIndex) {
        const last = this.#snapshots.length - 1
        this.#snapshots.push(await this.#docsAfter(last, (last + 1) * SNAPSHOT_EVERY, yieldIfLong))
      }
    })
    this.#folding = folded.catch(() => undefined)
    await folded
    return this.#docsAfter(snapshotIndex, n, yieldIfLong)
  }

  async #docsAfter(
    snapshotIndex: number,
    n: number,
    yieldIfLong: () => Promise<void> | undefined,
  ): Promise<TripDocuments> {
    let docs = this.#snapshots[snapshotIndex]!
    for (const { event } of this.#changes.slice(snapshotIndex * SNAPSHOT_EVERY, n)) {
      docs = foldTripDocuments(docs, event, this.tripId)
      await yieldIfLong()
    }
    return docs
  }

  /** Changes up to n, from the snapshot before it. */
  #block(n: number): RecordedChange[] {
    const snapshotIndex = Math.floor((n - 1) / SNAPSHOT_EVERY)
    let trip: Trip | null = this.#trips[snapshotIndex] ?? null
    return this.#changes.slice(snapshotIndex * SNAPSHOT_EVERY, n).map((change) => {
      trip = foldTrip(trip, change.event, this.tripId)
      return { ...change, trip: trip!, now: this.#trip! }
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
