// The shared parts of a browser's tabs, without a browser: storage, the lock, and the channel between tabs.

import { createMemoryOutboxStore } from '#web/platform/outbox/memoryStore.ts'
import type { Lease } from '#web/platform/outbox/lease.ts'
import type { OutboxStore } from '#web/platform/outbox/outboxStore.ts'
import type { TabMessage, TabChannel } from '#web/platform/outbox/tabChannel.ts'

export interface BrowserProfile {
  store: OutboxStore
  open(): Tab
}

export interface Tab {
  lease: Lease
  tabs: TabChannel
  /** Simulates closing or a crash: its locks are released, and it receives nothing more. */
  close(): void
}

interface Held {
  tab: object
  lost: AbortController
  works: number
}

export function browserProfile(): BrowserProfile {
  const listeners = new Map<object, (news: TabMessage) => void>()
  let waiting: { tab: object; take: (held: Held) => void }[] = []
  let held: Held | null = null

  /** Gives the lock to the next tab that waits for it. */
  function handOver(): void {
    held = null
    const [first] = waiting
    if (!first) return
    const own: Held = { tab: first.tab, lost: new AbortController(), works: 0 }
    held = own
    const taking = waiting.filter(({ tab }) => tab === first.tab)
    waiting = waiting.filter(({ tab }) => tab !== first.tab)
    own.works = taking.length
    for (const { take } of taking) take(own)
  }

  function acquire(tab: object): Promise<Held> {
    if (held?.tab === tab) {
      held.works += 1
      return Promise.resolve(held)
    }
    const turn = new Promise<Held>((take) => waiting.push({ tab, take }))
    if (!held) handOver()
    return turn
  }

  return {
    store: createMemoryOutboxStore(),
    open() {
      const tab = {}
      return {
        lease: {
          async run(work) {
            const own = await acquire(tab)
            try {
              await work(own.lost.signal)
            } finally {
              own.works -= 1
              if (own.works === 0 && held === own) handOver()
            }
          },
        },
        tabs: {
          // Delivered in a turn of its own, as in a browser.
          publish(news) {
            for (const other of listeners.keys())
              if (other !== tab) queueMicrotask(() => listeners.get(other)?.(structuredClone(news)))
          },
          subscribe(listener) {
            listeners.set(tab, listener)
            return () => void listeners.delete(tab)
          },
        },
        close() {
          listeners.delete(tab)
          waiting = waiting.filter((one) => one.tab !== tab)
          if (held?.tab !== tab) return
          held.lost.abort()
          handOver()
        },
      }
    },
  }
}
