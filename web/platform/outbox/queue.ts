// The queue of unsent commands: kept before any network call, one lane for each trip or conversation, each lane one
// after another, tried again while the network is away. It knows no browser: store, network, clock and the other tabs
// come in, so tests and the simulator run the very same rules.

import type { NewItem, OutboxItem, SendRefusal } from '#web/platform/outbox/item.ts'
import type { Lease } from '#web/platform/outbox/lease.ts'
import { createMirror } from '#web/platform/outbox/mirror.ts'
import type { OutboxStore } from '#web/platform/outbox/outboxStore.ts'
import { createPauses } from '#web/platform/outbox/pauses.ts'
import type { TabChannel } from '#web/platform/outbox/tabChannel.ts'
import type { Timers } from '#web/platform/timers.ts'

/** What came of one try. */
export type DeliveryResult =
  | { state: 'done'; answer: unknown }
  | { state: 'refused'; refusal: SendRefusal }
  /** Whose session it was has to sign in again. */
  | { state: 'unauthorized'; failure: string }
  /** Network away, or server failing or busy. `waitMs`: what the server asked to wait. */
  | { state: 'unreachable'; failure: string | null; waitMs?: number | undefined }

export type OutboxNotice =
  | { state: 'done'; key: string; lane: string; answer: unknown }
  | { state: 'refused'; key: string; lane: string; refusal: SendRefusal }
  /** Nothing of this lane gets through. `failure`: what came back instead of success; null where nothing did. */
  | { state: 'waiting'; lane: string; failure: string | null }

/** `waiting`: it did not get through, and is tried again. */
export type ItemState = 'sending' | 'waiting' | 'refused'
export interface QueueItem extends NewItem {
  state: ItemState
  /** This device could not keep it: it is sent all the same, and lasts as long as the page. */
  memoryOnly: boolean
  /** Of one that waits: what came back instead of success, as with a 5xx. */
  failure: string | null
}

export interface QueuePorts {
  store: OutboxStore
  /** One try, with the person's own token. Ends in good time and never rejects. */
  deliver(item: OutboxItem): Promise<DeliveryResult>
  /** Whose session this tab has; null for nobody's. */
  currentUserId(): string | null
  lease: Lease
  tabs: TabChannel
  timers: Timers
  /** From 0 to 1. */
  random(): number
  /** Hears of each change of `items`. */
  onChange(): void
  onNotice(told: OutboxNotice): void
}

export interface Queue {
  /** Of the person who is signed in, in the order they go out. */
  items(): QueueItem[]
  /** It is among the items at once; when this resolves it can be sent. Never rejects. */
  add(item: NewItem): Promise<void>
  /** What would be lost with this page: not in the store, or not yet. Everybody's. */
  unstored(): NewItem[]
  /** A refused one goes out again, after those that wait. */
  retry(key: string): void
  discard(key: string): void
  /** The network, the page or the person may be back: all lanes try now, and the store is read again. */
  wake(): void
  /** Nothing more is sent or told. */
  close(): void
}

export function createQueue(ports: QueuePorts): Queue {
  const { currentUserId, lease, tabs, timers, onChange, onNotice } = ports
  const mirror = createMirror(ports.store, () => isClosed || onChange())
  const draining = new Set<string>()
  const pauses = createPauses(timers, ports.random, kick)
  /** Lanes in which nothing gets through, and what came back of the last try. */
  const away = new Map<string, string | null>()
  /** Keys of what was told to wait: it says so until it is done, though the network is back. */
  const waiting = new Set<string>()
  let isClosed = false

  const stopHearing = tabs.subscribe((news) => {
    if (news.type === 'changed') return void reload()
    // The other tab has just tried: so soon this one need not.
    if (news.told.state === 'waiting') pauses.begin(news.told.lane)
    tell(news.told)
  })
  void reload()

  function items(): QueueItem[] {
    const me = currentUserId()
    const mine = mirror.items().filter(({ by }) => by === me)
    return mine.map((item) => {
      const state = stateOf(item)
      return { ...item, state, failure: state === 'waiting' ? (away.get(item.lane) ?? null) : null }
    })
  }

  function stateOf({ key, refusal }: NewItem): ItemState {
    if (refusal) return 'refused'
    return waiting.has(key) ? 'waiting' : 'sending'
  }

  async function reload(): Promise<void> {
    await mirror.sync()
    if (!isClosed) kickAll()
  }

  function kickAll(): void {
    const me = currentUserId()
    for (const { lane } of mirror.unsent().filter(({ by, refusal }) => by === me && !refusal)) kick(lane)
  }

  function kick(lane: string): void {
    if (isClosed || pauses.isPaused(lane) || draining.has(lane)) return
    draining.add(lane)
    void lease
      .run((lost) => drain(lane, lost))
      .catch(() => pauses.begin(lane))
      .then(() => {
        draining.delete(lane)
        // Something may have come in just when the lane was seen empty.
        if (nextIn(lane)) kick(lane)
      })
  }

  function nextIn(lane: string): OutboxItem | undefined {
    const me = currentUserId()
    return mirror.unsent().find((item) => item.lane === lane && item.by === me && !item.refusal)
  }

  /** The store says who is next: another tab may have sent it meanwhile. */
  async function drain(lane: string, lost: AbortSignal): Promise<void> {
    while (!lost.aborted && !pauses.isPaused(lane)) {
      await mirror.sync()
      const head = nextIn(lane)
      if (!head || isClosed || lost.aborted) return
      const delivered = await ports.deliver(head)
      if (isClosed) return
      await settle(head, delivered)
    }
  }

  async function settle(item: OutboxItem, delivered: DeliveryResult): Promise<void> {
    const { key, lane } = item
    switch (delivered.state) {
      case 'done':
        spread({ state: 'done', key, lane, answer: delivered.answer })
        await mirror.remove(key)
        return tabs.publish({ type: 'changed' })
      case 'refused':
        await mirror.refuse(item, delivered.refusal)
        spread({ state: 'refused', key, lane, refusal: delivered.refusal })
        return tabs.publish({ type: 'changed' })
      // Signing in wakes it; so does time, should that have happened just before.
      case 'unauthorized':
      case 'unreachable':
        pauses.begin(lane, delivered.state === 'unreachable' ? delivered.waitMs : undefined)
        return spread({ state: 'waiting', lane, failure: delivered.failure })
    }
  }

  function spread(told: OutboxNotice): void {
    tabs.publish({ type: 'told', told })
    tell(told)
  }

  function tell(told: OutboxNotice): void {
    if (isClosed) return
    if (told.state === 'waiting') {
      away.set(told.lane, told.failure)
      for (const { key, lane } of mirror.items()) if (lane === told.lane) waiting.add(key)
      onChange()
    } else {
      away.delete(told.lane)
      waiting.delete(told.key)
      pauses.forget(told.lane)
    }
    onNotice(told)
  }

  async function add(item: NewItem): Promise<void> {
    const failure = away.get(item.lane)
    if (failure !== undefined) waiting.add(item.key)
    const added = mirror.add(item)
    if (failure !== undefined) onNotice({ state: 'waiting', lane: item.lane, failure })
    await added
    tabs.publish({ type: 'changed' })
    // Who sends something now may know that the network is back.
    pauses.end(item.lane)
    kick(item.lane)
  }

  async function changed(change: Promise<void>): Promise<void> {
    await change
    tabs.publish({ type: 'changed' })
    await reload()
  }

  return {
    items,
    add,
    unstored: mirror.unstored,
    retry: (key) => void changed(mirror.reopen(key)),
    discard(key) {
      waiting.delete(key)
      void changed(mirror.remove(key))
    },
    wake() {
      pauses.endAll()
      onChange()
      kickAll()
      void reload()
    },
    close() {
      isClosed = true
      stopHearing()
      pauses.close()
    },
  }
}
