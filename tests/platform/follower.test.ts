// A follower of the log goes on where it was, and tries an event again that it could not do.

import { afterEach, expect, test, vi } from 'vitest'
import { pino } from 'pino'
import { LogDamaged, NO_STREAM, START } from '#core/store/eventStore.ts'
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

/** A follower of four events whose action fails for b while `isBroken`. */
async function followBroken() {
  vi.useFakeTimers()
  const store = await fourEvents()
  const position = memoryPosition()
  const state = { isBroken: true, done: [] as string[] }
  const act = ({ type }: { type: string }) => {
    if (type === 'b' && state.isBroken) throw new Error('not now')
    state.done.push(type)
  }
  const follow = () => followLog(store, 'test', act, log, position)
  const follower = follow()
  await vi.advanceTimersByTimeAsync(2000)
  expect(state.done).toEqual(['a', 'c', 'd'])
  return { store, position, state, follower, follow }
}

test('An event that fails for long does not hold up the others, and is tried again a minute later', async () => {
  const { store, position, state, follower } = await followBroken()
  await vi.advanceTimersByTimeAsync(61_000)
  expect(state.done).toEqual(['a', 'c', 'd'])
  state.isBroken = false
  await vi.advanceTimersByTimeAsync(62_000)
  expect(state.done).toEqual(['a', 'c', 'd', 'b'])
  expect(position.stored).toBe(await store.head())
  await follower.stop()
})

test('A follower of new events only tries a failed event again, too, alone and once a minute', async () => {
  vi.useFakeTimers()
  const store = createMemoryEventStore()
  const tries: string[] = []
  let isBroken = true
  const act = ({ type }: { type: string }) => {
    tries.push(type)
    if (type === 'a' && isBroken) throw new Error('not now')
  }
  const follower = followLog(store, 'test', act, log, 'now')
  await vi.advanceTimersByTimeAsync(0)
  await store.append('letters', NO_STREAM, [
    { type: 'a', data: {}, meta },
    { type: 'b', data: {}, meta },
  ])
  await vi.advanceTimersByTimeAsync(59_000)
  expect(tries).toEqual(['a', 'a', 'a', 'a', 'a', 'b'])
  tries.length = 0
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tries).toEqual(['a'])
  isBroken = false
  await vi.advanceTimersByTimeAsync(180_000)
  expect(tries).toEqual(['a', 'a'])
  await follower.stop()
})

test('The position does not pass an event that is put off, not even when later events are done', async () => {
  const { store, position, state, follower } = await followBroken()
  await store.append('letters', 3, [{ type: 'e', data: {}, meta }])
  await vi.advanceTimersByTimeAsync(2000)
  expect(state.done).toEqual(['a', 'c', 'd', 'e'])
  expect(position.stored).toBe(START)
  await follower.stop()
})

test('The next start tries an event again that failed to the end of the one before', async () => {
  const { state, follower, follow } = await followBroken()
  await follower.stop()
  state.isBroken = false
  const second = follow()
  await vi.advanceTimersByTimeAsync(2000)
  expect(state.done.slice(3)).toEqual(['a', 'b', 'c', 'd'])
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

test('A log that cannot be followed ends the process instead of being followed no more', async () => {
  const store = await fourEvents()
  const thrown: (() => void)[] = []
  vi.stubGlobal('setImmediate', (work: () => void) => void thrown.push(work))
  const damaged = new LogDamaged('an event is not JSON')
  const follower = followLog(
    {
      ...store,
      subscribe: () => {
        throw damaged
      },
    },
    'test',
    () => undefined,
    log,
    memoryPosition(),
  )
  await expect.poll(() => thrown).toHaveLength(1)
  vi.unstubAllGlobals()
  expect(thrown[0]).toThrow(damaged)
  await expect(follower.stop()).rejects.toThrow(damaged)
})
