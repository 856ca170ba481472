// The queue of pending commands: each is stored before any network request, sent in its lane (a trip or a conversation) in
// order, and retried while the network is away. It uses no browser API, so tests and the simulator run the same code.

import { createLaneBackoff } from '#web/platform/outbox/laneBackoff.ts'
import { createLaneSender } from '#web/platform/outbox/laneSender.ts'
import { createMirror } from '#web/platform/outbox/mirror.ts'
import type {
  DeliveryResult,
  ItemState,
  NewItem,
  OutboxItem,
  OutboxNotice,
  QueueItem,
} from '#web/platform/outbox/outboxItem.ts'
import type { QueuePorts } from '#web/platform/outbox/queuePorts.ts'

export interface Queue {
  /** Of the person who is signed in, in the order they are sent. */
  items(): QueueItem[]
  /** The item is listed at once, and can be sent when this resolves. Never rejects. */
  add(item: NewItem): Promise<void>
  /** The store was read for the first time, or cannot be read. */
  whenRead: Promise<void>
  /** Everybody's items that would be lost with this page, because the store does not have them yet. */
  unstored(): NewItem[]
  /** Sends a refused item again, after the others. */
  retry(key: string): void
  discard(key: string): void
  /** The network, the page or the person may be back: reads the store and sends all lanes now. */
  wake(): void
  /** Nothing is sent or reported any more. */
  close(): void
}

/** Over 80 lines, because it is one state machine: each transition is a function of a few lines. */
export function createQueue(ports: QueuePorts): Queue {
  const { currentUserId, tabs, onChange, onNotice } = ports
  const mirror = createMirror(ports.store, () => isClosed || onChange())
  const backoff = createLaneBackoff(ports, (lane) => sender.send(lane))
  const sender = createLaneSender({ ports, mirror, backoff, isClosed: () => isClosed, onDelivered })
  /** Waiting lanes → the text of the last response. */
  const failures = new Map<string, string | null>()
  /** Keys of waiting items: they are shown as waiting until they are done, though the network is back. */
  const waiting = new Set<string>()
  let isClosed = false

  const unsubscribe = tabs.subscribe((message) => {
    if (message.type === 'changed') return void reload()
    // The other tab has just failed, so this one need not try now.
    if (message.told.state === 'waiting') backoff.retryLater(message.told.lane)
    notify(message.told)
  })
  const whenRead = reload()

  function stateOf({ key, refusal }: NewItem): ItemState {
    if (refusal) return 'refused'
    return waiting.has(key) ? 'waiting' : 'sending'
  }

  async function reload(): Promise<void> {
    await mirror.sync()
    if (!isClosed) sender.sendAll()
  }

  async function onDelivered(item: OutboxItem, result: DeliveryResult): Promise<void> {
    const { key, lane } = item
    switch (result.state) {
      case 'done': {
        // Before the notice, with which a form no longer waits for the response.
        const refusedPart = await ports.refusedPart?.(item, result.response)
        publish({ state: 'done', key, lane, answer: result.response, position: result.position })
        if (refusedPart) await mirror.add(refusedPart)
        await mirror.remove(key)
        return tabs.publish({ type: 'changed' })
      }
      case 'refused':
        await mirror.refuse(item, result.refusal)
        publish({ state: 'refused', key, lane, refusal: result.refusal })
        return tabs.publish({ type: 'changed' })
      // Signing in wakes the queue; the retry covers a sign-in just before this response.
      case 'unauthorized':
      case 'unreachable':
        backoff.retryLater(lane, result.state === 'unreachable' ? result.retryAfterMs : undefined)
        return publish({ state: 'waiting', lane, failure: result.failure })
    }
  }

  function publish(notice: OutboxNotice): void {
    tabs.publish({ type: 'told', told: notice })
    notify(notice)
  }

  function notify(notice: OutboxNotice): void {
    if (isClosed) return
    if (notice.state === 'waiting') {
      failures.set(notice.lane, notice.failure)
      for (const { key, lane } of mirror.items()) if (lane === notice.lane) waiting.add(key)
      onChange()
    } else {
      failures.delete(notice.lane)
      waiting.delete(notice.key)
      backoff.reset(notice.lane)
    }
    onNotice(notice)
  }

  async function publishAfter(change: Promise<void>): Promise<void> {
    await change
    tabs.publish({ type: 'changed' })
    await reload()
  }

  return {
    items() {
      const userId = currentUserId()
      const ownItems = mirror.items().filter(({ by }) => by === userId)
      return ownItems.map((item) => {
        const state = stateOf(item)
        return { ...item, state, failure: state === 'waiting' ? (failures.get(item.lane) ?? null) : null }
      })
    },
    async add(item) {
      const failure = failures.get(item.lane)
      if (failure !== undefined) waiting.add(item.key)
      const added = mirror.add(item)
      if (failure !== undefined) onNotice({ state: 'waiting', lane: item.lane, failure })
      await added
      tabs.publish({ type: 'changed' })
      // A person who sends now may know that the network is back.
      backoff.skip(item.lane)
      sender.send(item.lane)
    },
    whenRead,
    unstored: mirror.unstored,
    retry: (key) => void publishAfter(mirror.reopen(key)),
    discard(key) {
      waiting.delete(key)
      void publishAfter(mirror.remove(key))
    },
    wake() {
      backoff.skipAll()
      onChange()
      sender.sendAll()
      void reload()
    },
    close() {
      isClosed = true
      unsubscribe()
      backoff.close()
    },
  }
}
