// The queue of unsent commands: kept before any network call, one lane for each trip or conversation, each lane one
// after another, tried again while the network is away. It knows no browser: store, network, clock and the other tabs
// come in, so tests and the simulator run the very same rules.

import type { NewItem, OutboxItem, Refusal } from '#web/platform/outbox/item.ts'
import type { Lease } from '#web/platform/outbox/lease.ts'
import type { OutboxStore } from '#web/platform/outbox/outboxStore.ts'
import { createPauses } from '#web/platform/outbox/pauses.ts'
import type { Tabs } from '#web/platform/outbox/tabs.ts'
import type { Timers } from '#web/platform/timers.ts'

/** What came of one try. */
export type Delivered =
  | { state: 'done'; answer: unknown }
  | { state: 'refused'; refusal: Refusal }
  /** Whose session it was has to sign in again. */
  | { state: 'unauthorized' }
  /** Network away or server busy. `waitMs`: what the server asked to wait. */
  | { state: 'unreachable'; waitMs?: number | undefined }

export type Told =
  | { state: 'done'; key: string; lane: string; answer: unknown }
  | { state: 'refused'; key: string; lane: string; refusal: Refusal }
  /** The network is away for all of this lane. */
  | { state: 'waiting'; lane: string }

/** `waiting`: the network is away. */
export type ItemState = 'sending' | 'waiting' | 'refused'
export type ShownItem = NewItem & { state: ItemState }

export interface QueuePorts {
  store: OutboxStore
  /** One try, with the person's own token. Ends in good time and never rejects. */
  deliver(item: OutboxItem): Promise<Delivered>
  /** Whose session this tab has; null for nobody's. */
  who(): string | null
  lease: Lease
  tabs: Tabs
  timers: Timers
  /** From 0 to 1. */
  random(): number
  /** Hears of each change of `items`. */
  onChange(): void
  onTold(told: Told): void
}

export interface Queue {
  /** Of the person who is signed in, in the order they go out. */
  items(): ShownItem[]
  /** It is among the items at once, and kept when this resolves. Never rejects. */
  add(item: NewItem): Promise<void>
  /** A refused one goes out again, after those that wait. */
  retry(key: string): void
  discard(key: string): void
  /** The network, the page or the person may be back: all lanes try now. */
  wake(): void
  /** Nothing more is sent or told. */
  close(): void
}

const NOT_KEPT: Refusal = {
  status: 0,
  code: 'NOT_KEPT',
  message: 'This device has no room to keep it. Please try again.',
  fields: {},
}

export function createQueue(ports: QueuePorts): Queue {
  const { store, who, lease, tabs, timers, onChange, onTold } = ports
  /** As the store last had them. */
  let kept: OutboxItem[] = []
  /** On their way into the store, or without room in it. */
  const added = new Map<string, NewItem>()
  /** Keys of what is through, while the store cannot say so: a full disk must not send it again and again. */
  const settled = new Set<string>()
  const draining = new Set<string>()
  const pauses = createPauses(timers, ports.random, kick)
  const away = new Set<string>()
  /** Keys of what was told to wait: it says so until it is done, though the network is back. */
  const waiting = new Set<string>()
  let changes = 0
  let isClosed = false

  const stopHearing = tabs.hear((news) => {
    if (news.type === 'changed') return void reload()
    // The other tab has just tried: so soon this one need not.
    if (news.told.state === 'waiting') pauses.begin(news.told.lane)
    tell(news.told)
  })
  void reload()

  function items(): ShownItem[] {
    const me = who()
    const all = [...kept.filter(({ key }) => !added.has(key)), ...added.values()]
    return all.filter(({ by }) => by === me).map((item) => ({ ...item, state: stateOf(item) }))
  }

  function stateOf({ key, refusal }: NewItem): ItemState {
    if (refusal) return 'refused'
    return waiting.has(key) ? 'waiting' : 'sending'
  }

  async function reload(): Promise<void> {
    if ((await sync()) && !isClosed) kickAll()
  }

  /** The store's items, and the mirror of them unless one was changed here meanwhile. */
  async function sync(): Promise<OutboxItem[]> {
    for (;;) {
      const before = changes
      const all = (await store.all()).filter(({ key }) => !settled.has(key))
      if (before !== changes && !isClosed) continue
      const names = (of: OutboxItem[]) => of.map(({ key, refusal }) => `${key} ${refusal !== null}`).join()
      const isNews = names(all) !== names(kept)
      kept = all
      if (isNews && !isClosed) onChange()
      return all
    }
  }

  function kickAll(): void {
    const me = who()
    for (const { lane } of kept.filter(({ by, refusal }) => by === me && !refusal)) kick(lane)
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
        if (nextIn(kept, lane)) kick(lane)
      })
  }

  function nextIn(all: readonly OutboxItem[], lane: string): OutboxItem | undefined {
    const me = who()
    return all.find((item) => item.lane === lane && item.by === me && !item.refusal)
  }

  /** The store says who is next: another tab may have sent it meanwhile. */
  async function drain(lane: string, lost: AbortSignal): Promise<void> {
    while (!lost.aborted && !pauses.isPaused(lane)) {
      const head = nextIn(await sync(), lane)
      if (!head || isClosed || lost.aborted) return
      const delivered = await ports.deliver(head)
      if (isClosed) return
      await settle(head, delivered)
    }
  }

  async function settle(item: OutboxItem, delivered: Delivered): Promise<void> {
    const { key, lane } = item
    switch (delivered.state) {
      case 'done':
        spread({ state: 'done', key, lane, answer: delivered.answer })
        await takeOut(key)
        forget(key)
        return tabs.tell({ type: 'changed' })
      case 'refused': {
        const { refusal } = delivered
        try {
          await store.refuse(key, refusal)
          change((all) => all.map((one) => (one.key === key ? { ...one, refusal } : one)))
        } catch {
          // Without room for the reason it stands here as long as the page lives.
          added.set(key, { ...item, refusal })
          await takeOut(key)
          forget(key)
        }
        spread({ state: 'refused', key, lane, refusal })
        return tabs.tell({ type: 'changed' })
      }
      // Signing in wakes it; so does time, should that have happened just before.
      case 'unauthorized':
      case 'unreachable':
        pauses.begin(lane, delivered.state === 'unreachable' ? delivered.waitMs : undefined)
        return spread({ state: 'waiting', lane })
    }
  }

  async function takeOut(key: string): Promise<void> {
    settled.add(key)
    await store.remove(key).then(
      () => settled.delete(key),
      () => undefined,
    )
  }

  function spread(told: Told): void {
    tabs.tell({ type: 'told', told })
    tell(told)
  }

  function tell(told: Told): void {
    if (isClosed) return
    if (told.state === 'waiting') {
      away.add(told.lane)
      for (const { key, lane } of [...kept, ...added.values()]) if (lane === told.lane) waiting.add(key)
      onChange()
    } else {
      away.delete(told.lane)
      waiting.delete(told.key)
      pauses.forget(told.lane)
    }
    onTold(told)
  }

  function change(make: (all: OutboxItem[]) => OutboxItem[]): void {
    changes += 1
    kept = make(kept)
    if (!isClosed) onChange()
  }

  const forget = (key: string): void => change((all) => all.filter((item) => item.key !== key))

  async function add(item: NewItem): Promise<void> {
    added.set(item.key, { ...item, refusal: null })
    if (away.has(item.lane)) waiting.add(item.key)
    onChange()
    if (away.has(item.lane)) onTold({ state: 'waiting', lane: item.lane })
    settled.delete(item.key)
    try {
      const own = await store.add(item)
      if (!added.delete(item.key)) await store.remove(item.key)
      else change((all) => [...all.filter(({ key }) => key !== item.key), own])
    } catch {
      if (isClosed || !added.has(item.key)) return
      added.set(item.key, { ...item, refusal: NOT_KEPT })
      onChange()
      return onTold({ state: 'refused', key: item.key, lane: item.lane, refusal: NOT_KEPT })
    }
    tabs.tell({ type: 'changed' })
    // Who sends something now may know that the network is back.
    pauses.end(item.lane)
    kick(item.lane)
  }

  return {
    items,
    add,
    retry(key) {
      const without = added.get(key)
      if (without) return void add({ ...without, refusal: null })
      const item = kept.find((one) => one.key === key)
      if (!item?.refusal) return
      change((all) => [...all.filter((one) => one !== item), { ...item, refusal: null }])
      void store.reopen(key).then(async () => {
        tabs.tell({ type: 'changed' })
        await reload()
      })
    },
    discard(key) {
      added.delete(key)
      waiting.delete(key)
      forget(key)
      void store.remove(key).then(async () => {
        tabs.tell({ type: 'changed' })
        await reload()
      })
    },
    wake() {
      pauses.endAll()
      onChange()
      kickAll()
    },
    close() {
      isClosed = true
      stopHearing()
      pauses.close()
    },
  }
}
