// The browser's database when it is slow, silent or gone. A connection without a response stands for WebKit's after a
// page was left with it open.

import type { IDBPDatabase } from 'idb'
import { describe, expect, test } from 'vitest'
import {
  createDatabase,
  RESPONSE_TIMEOUT_MS,
  FAIL_FAST_MS,
  Unresponsive,
} from '#web/platform/storage/database.ts'
import { virtualTime } from '#tests/support/virtualTime.ts'

type Behaviour =
  'answers' | 'does not open' | 'opens and is silent' | 'refuses to open' | 'lost its connections'

/** A fake browser whose database behaves as set for everything that is opened or begun afterwards. */
function browser() {
  const time = virtualTime()
  const state = { behaviour: 'answers' as Behaviour, opened: 0, open: 0, aborted: 0 }
  const page = { leave: () => {}, comeBack: () => {} }
  const never = () => new Promise<never>(() => {})
  let epoch = 0

  const database = createDatabase<never>({
    timers: time,
    durability: 'default',
    lifetime: {
      onLeave: (listener) => void (page.leave = listener),
      onReturn: (listener) => void (page.comeBack = listener),
    },
    async open() {
      state.opened += 1
      if (state.behaviour === 'does not open') await never()
      if (state.behaviour === 'refuses to open') throw new DOMException('No', 'SecurityError')
      const own = epoch
      state.open += 1
      const connection = {
        transaction() {
          if (own !== epoch) throw new DOMException('Connection lost', 'UnknownError')
          const isSilent = state.behaviour === 'opens and is silent'
          return {
            answer: isSilent ? never() : Promise.resolve('answer'),
            done: isSilent ? never() : Promise.resolve(),
            abort: () => void (state.aborted += 1),
          }
        },
        close: () => void (state.open -= 1),
      }
      return connection as unknown as IDBPDatabase<never>
    },
  })
  /** Reads, and settles with the result as a word. */
  const read = () =>
    database
      .transact(
        ['things'] as never,
        'readonly',
        (transaction) => (transaction as never)['answer'] as Promise<string>,
      )
      .catch((error: Error) => error.name)
  return {
    time,
    page,
    state,
    read,
    /** Simulates iOS suspending an app, which closes its connections. */
    loseConnections: () => void (epoch += 1),
  }
}

/** The current result, or 'waits'. */
const now = (promise: Promise<string>) => Promise.race([promise, Promise.resolve('waits')])

test('A responsive database is used over one connection, without delays', async () => {
  const { read, state, time } = browser()
  expect([await read(), await read()]).toEqual(['answer', 'answer'])
  expect(state.opened).toBe(1)
  expect(time.now()).toBe(0)
})

describe.each(['does not open', 'opens and is silent'] as const)('a database that %s', (behaviour) => {
  test('An unresponsive database is given up after the limit, and nobody waits for it until its rest is over', async () => {
    const { read, state, time } = browser()
    state.behaviour = behaviour
    const first = read()
    await time.forward(RESPONSE_TIMEOUT_MS - 1)
    expect(await now(first)).toBe('waits')
    await time.forward(1)
    expect(await now(first)).toBe(Unresponsive.name)
    expect(await read()).toBe(Unresponsive.name)
    expect(state.opened).toBe(1)
    state.behaviour = 'answers'
    await time.forward(FAIL_FAST_MS)
    expect(await read()).toBe('answer')
  })

  test('An unresponsive database is opened again when the page returns', async () => {
    const { read, state, time, page } = browser()
    state.behaviour = behaviour
    const first = read()
    await time.forward(RESPONSE_TIMEOUT_MS)
    expect(await first).toBe(Unresponsive.name)
    page.leave()
    state.behaviour = 'answers'
    page.comeBack()
    expect(await read()).toBe('answer')
  })
})

describe('a hidden page', () => {
  test('A hidden page leaves no connection open, and opens one for its next request when it returns', async () => {
    const { read, state, page } = browser()
    await read()
    page.leave()
    expect(state.open).toBe(0)
    page.comeBack()
    expect(state.open).toBe(0)
    expect(await read()).toBe('answer')
    expect(state.open).toBe(1)
  })

  test('A hidden page aborts pending transactions, and repeats them when it returns, however long it was away', async () => {
    const { read, state, page, time } = browser()
    await read()
    state.behaviour = 'opens and is silent'
    const underWay = read()
    await time.settle()
    page.leave()
    expect(state).toMatchObject({ open: 0, aborted: 1 })
    state.behaviour = 'answers'
    await time.forward(10 * RESPONSE_TIMEOUT_MS)
    expect(await now(underWay)).toBe('waits')
    page.comeBack()
    expect(await underWay).toBe('answer')
  })

  test('A hidden page closes a connection that opens late', async () => {
    const { read, state, page, time } = browser()
    const early = read()
    page.leave()
    await time.settle()
    expect(state.open).toBe(0)
    page.comeBack()
    expect(await early).toBe('answer')
  })
})

test('A connection that the browser lost is replaced', async () => {
  const { read, state, loseConnections } = browser()
  await read()
  loseConnections()
  expect(await read()).toBe('answer')
  expect(state).toMatchObject({ opened: 2, open: 1 })
})

test('Every request fails with an error in a browser that blocks storage', async () => {
  const { read, state } = browser()
  state.behaviour = 'refuses to open'
  expect([await read(), await read()]).toEqual(['SecurityError', 'SecurityError'])
})
