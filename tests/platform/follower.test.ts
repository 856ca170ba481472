// A follower of the log goes on where it was, and tries an event again that it could not do.

import { afterEach, expect, test, vi } from 'vitest'
import { pino } from 'pino'
import { NO_STREAM, START } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { type FollowerPosition, followLog } from '#api/platform/follower.ts'
import { meta } from '#tests/contracts/logDriver.ts'

const log = pino({ level: 'silent' })
afterEach(() => void vi.useRealTimers())

/** A log of four events of the types a, b, c and d. */
async function fourEvents() {
  const store = createMemoryEventStore()
  const events = ['a', 'b', 'c', 'd'].map((type) => ({ type, data: {}, meta }))
  await store.append('letters', NO_STREAM, events)
  return store
}

function memoryPosition(): FollowerPosition & { stored: string } {
  return {
    stored: START,
    async read() {
      return this.stored
    },
    async move(position) {
      this.stored = position
    },
  }
}

test('A second start does only the events after the first', async () => {
  const store = await fourEvents()
  const position = memoryPosition()
  const done: string[] = []
  const act = ({ type }: { type: string }) => void done.push(type)
  const first = followLog(store, 'test', act, log, position)
  await expect.poll(() => done).toEqual(['a', 'b', 'c', 'd'])
  await first.stop()
  expect(position.stored).toBe(await store.head())
  await store.append('letters', 3, [{ type: 'e', data: {}, meta }])
  const second = followLog(store, 'test', act, log, position)
  await expect.poll(() => done).toEqual(['a', 'b', 'c', 'd', 'e'])
  await second.stop()
})

test('An event that fails for good does not hold up the others, and the next start tries it again', async () => {
  const store = await fourEvents()
  const position = memoryPosition()
  const done: string[] = []
  let isBroken = true
  const act = ({ type }: { type: string }) => {
    if (type === 'b' && isBroken) throw new Error('not now')
    done.push(type)
  }
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
  const first = followLog(store, 'test', act, log, position)
  await expect.poll(() => done).toEqual(['a', 'c', 'd'])
  await first.stop()
  isBroken = false
  const second = followLog(store, 'test', act, log, position)
  await expect.poll(() => done.slice(3)).toEqual(['a', 'b', 'c', 'd'])
  await second.stop()
})

test('A follower stops that still waits for its position', async () => {
  const store = await fourEvents()
  const waiting: FollowerPosition = { read: () => new Promise(() => undefined), move: async () => undefined }
  const act = () => {
    throw new Error('needs a position first')
  }
  await expect(followLog(store, 'test', act, log, waiting).stop()).resolves.toBeUndefined()
})

test('A stop waits until the position that is being stored is stored', async () => {
  const store = await fourEvents()
  const [started, replied] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: FollowerPosition = {
    read: async () => START,
    async move() {
      started.resolve()
      await replied.promise
    },
  }
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
  const follower = followLog(store, 'test', () => undefined, log, slow)
  await started.promise
  let isStopped = false
  const stopping = follower.stop().then(() => (isStopped = true))
  await vi.advanceTimersByTimeAsync(1000)
  expect(isStopped).toBe(false)
  replied.resolve()
  await stopping
})
