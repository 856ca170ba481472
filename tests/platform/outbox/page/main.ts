// A page that offers the browser's parts of the outbox and of the offline cache to a test that drives the browser.

import { indexedDbOutboxStore } from '#web/platform/outbox/indexedDbStore.ts'
import { webLease } from '#web/platform/outbox/lease.ts'
import { openTabChannel } from '#web/platform/outbox/tabChannel.ts'
import { indexedDbCacheStore } from '#web/platform/offlineCache/indexedDbCacheStore.ts'
import { createReplicaStore } from '#web/platform/replica/replicaStore.ts'
import { deviceTimers } from '#web/platform/time/timers.ts'
import { outboxStoreContract } from '#tests/contracts/outboxStore.ts'
import { cacheStoreContract } from '#tests/contracts/cacheStore.ts'
import { replicaStoreContract } from '#tests/contracts/replicaStore.ts'

let databases = 0

const outboxPage = {
  /** Runs a test of the outbox store's contract. @returns the failure, or null */
  async keeps(promise: string): Promise<string | null> {
    const name = `contract ${++databases}`
    const again = async () => indexedDbOutboxStore(name)
    try {
      await outboxStoreContract[promise]!({ store: await again(), again })
      return null
    } catch (error) {
      return String(error)
    }
  },
  /** Runs a test of the offline cache's contract. @returns the failure, or null */
  async remembers(promise: string): Promise<string | null> {
    const name = `seen ${++databases}`
    const again = () => indexedDbCacheStore(name)
    try {
      await cacheStoreContract[promise]!({ store: again(), again })
      return null
    } catch (error) {
      return String(error)
    }
  },
  /** Runs a test of the contract of the replicas' store. @returns the failure, or null */
  async storesReplicas(promise: string): Promise<string | null> {
    const name = `seen ${++databases}`
    try {
      await replicaStoreContract[promise]!({
        name,
        tab: (ports) => createReplicaStore({ name, isSignedIn: () => true, ...ports }),
        cache: () => indexedDbCacheStore(name),
      })
      return null
    } catch (error) {
      return String(error)
    }
  },
  openStore: indexedDbOutboxStore,
  lease: webLease(navigator.locks, deviceTimers),
  /** A lease that waits 60 ms instead of a minute. */
  shortWaitLease: webLease(navigator.locks, {
    ...deviceTimers,
    after: (ms, run) => deviceTimers.after(ms / 1000, run),
  }),
  tabs: openTabChannel(),
}

export type OutboxPage = typeof outboxPage

declare global {
  interface Window {
    outboxPage: OutboxPage
  }
}

window.outboxPage = outboxPage
