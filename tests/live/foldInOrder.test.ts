// The order in which a device folds changes and takes snapshots, on a virtual clock: changes are numbers, and a replica is
// the last number it includes.

import { expect, test } from 'vitest'
import { foldInOrder } from '#web/platform/replica/foldInOrder.ts'
import { virtualTime } from '#tests/support/virtualTime.ts'

function device(start: number) {
  const time = virtualTime()
  let [replica, server] = [start, start]
  let isOnline = true
  let retryAfterMs: number | undefined
  let snapshots = 0
  let cannotFold: number | undefined
  /** Holds the response of a snapshot. */
  let delay: Promise<void> = Promise.resolve()
  const { receive, refetch, wake, close } = foldInOrder<number>({
    fold(change) {
      if (cannotFold === change && replica < change) throw new Error('This change cannot be folded')
      if (change > replica + 1) return false
      replica = Math.max(replica, change)
      return true
    },
    async fetchSnapshot() {
      snapshots += 1
      const snapshot = server
      await delay
      if (isOnline) replica = snapshot
      return { isFetched: isOnline, retryAfterMs }
    },
    timers: time,
    random: () => 1,
  })
  return {
    time,
    receive,
    refetch,
    wake,
    close,
    replica: () => replica,
    snapshots: () => snapshots,
    cannotFold: (change: number) => void (cannotFold = change),
    serverHas: (last: number) => void (server = last),
    goOffline: () => void (isOnline = false),
    goOnline: () => void (isOnline = true),
    serverAsksToWait: (ms: number) => void (retryAfterMs = ms),
    holdSnapshots() {
      let release = () => undefined as void
      delay = new Promise((resolve) => (release = resolve))
      return release
    },
  }
}

test('Changes in order are folded without a snapshot, and a repeated one changes nothing', async () => {
  const { receive, replica, snapshots, time } = device(1)
  for (const change of [2, 3, 2, 3, 4]) receive(change)
  await time.settle()
  expect([replica(), snapshots()]).toEqual([4, 0])
})

test('A missing change leads to one snapshot, and the changes that arrive meanwhile are folded after it', async () => {
  const { receive, replica, snapshots, serverHas, holdSnapshots, time } = device(1)
  serverHas(3)
  const release = holdSnapshots()
  receive(3)
  receive(4)
  receive(5)
  await time.settle()
  expect(replica()).toBe(1)
  release()
  await time.settle()
  expect([replica(), snapshots()]).toEqual([5, 1])
  receive(6)
  expect(replica()).toBe(6)
})

test('A snapshot older than the missing change is taken again', async () => {
  const { receive, replica, serverHas, time } = device(1)
  serverHas(2)
  receive(4)
  await time.settle()
  expect(replica()).toBe(2)
  serverHas(4)
  await time.forward(2000)
  expect(replica()).toBe(4)
})

test('Without a network the snapshot is taken once it is back', async () => {
  const { receive, replica, serverHas, goOffline, goOnline, wake, time } = device(1)
  serverHas(3)
  goOffline()
  receive(3)
  await time.forward(5000)
  expect(replica()).toBe(1)
  goOnline()
  wake()
  await time.settle()
  expect(replica()).toBe(3)
})

test('A server that fails is asked for a snapshot less and less often', async () => {
  const { receive, snapshots, goOffline, time } = device(1)
  goOffline()
  receive(3)
  await time.forward(120_000)
  expect(snapshots()).toBeLessThan(10)
})

test('A server that asks for a delay is not asked for a snapshot before', async () => {
  const { receive, snapshots, goOffline, serverAsksToWait, wake, time } = device(1)
  goOffline()
  serverAsksToWait(20_000)
  receive(3)
  await time.forward(10_000)
  wake()
  await time.forward(9999)
  expect(snapshots()).toBe(1)
  await time.forward(1)
  expect(snapshots()).toBe(2)
})

test('A snapshot that is asked for while one is fetched is fetched after it', async () => {
  const { refetch, replica, snapshots, serverHas, holdSnapshots, time } = device(1)
  const release = holdSnapshots()
  refetch()
  serverHas(2)
  refetch()
  release()
  await time.settle()
  expect([replica(), snapshots()]).toEqual([2, 2])
})

test('A closed device takes no more snapshots', async () => {
  const { receive, snapshots, goOffline, close, time } = device(1)
  goOffline()
  receive(3)
  await time.settle()
  close()
  await time.forward(60_000)
  expect(snapshots()).toBe(1)
})

test('A change that cannot be folded is read in a snapshot, also where it was held, and later ones are folded', async () => {
  const { receive, replica, serverHas, cannotFold, time } = device(1)
  cannotFold(3)
  serverHas(2)
  receive(2)
  receive(3)
  receive(4)
  await time.forward(2000)
  serverHas(4)
  await time.forward(60_000)
  receive(5)
  expect(replica()).toBe(5)
})
