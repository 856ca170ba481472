// The guarantees of a sent command, whatever happens to the network, the tab or the device.

import { describe, expect, test } from 'vitest'
import { device, done, outboxCommand, refused, unreachable } from '#tests/platform/outbox/device.ts'

const keys = (of: readonly { key: string }[]) => of.map(({ key }) => key)

describe('a sent command', () => {
  test('A command is shown at once, stored before it is sent, and removed when it is done', async () => {
    const { open, time, store, arrived } = device()
    const tab = open()
    await time.settle()
    void tab.queue.add(outboxCommand('a'))
    expect(tab.shown()).toEqual(['a sending'])
    expect(arrived).toEqual([])
    await time.settle()
    expect(keys(await store.all())).toEqual(['a'])
    expect(keys(arrived)).toEqual(['a'])
    await time.forward(100)
    expect(tab.shown()).toEqual([])
    expect(await store.all()).toEqual([])
    expect(tab.notices).toEqual([{ state: 'done', key: 'a', lane: 'lane', response: {}, position: '' }])
  })

  test('A command waits for earlier ones of its lane, and for none of another lane', async () => {
    const { open, time, arrived } = device()
    const tab = open()
    for (const [key, lane] of [
      ['a1', 'a'],
      ['a2', 'a'],
      ['b1', 'b'],
    ] as const)
      void tab.queue.add(outboxCommand(key, lane))
    await time.settle()
    expect(keys(arrived)).toEqual(['a1', 'b1'])
    await time.forward(100)
    expect(keys(arrived)).toEqual(['a1', 'b1', 'a2'])
  })

  test('Commands keep their order though the network comes and goes', async () => {
    const { open, time, arrived, server } = device()
    let tries = 0
    server.answer = () => (++tries % 3 === 0 ? done() : unreachable)
    const tab = open()
    for (const key of ['a', 'b', 'c']) void tab.queue.add(outboxCommand(key))
    await time.forward(120_000)
    expect([...new Set(keys(arrived))]).toEqual(['a', 'b', 'c'])
    expect(keys(arrived)).toEqual(['a', 'a', 'a', 'b', 'b', 'b', 'c', 'c', 'c'])
    expect(tab.shown()).toEqual([])
  })

  test('A command without a network is shown as waiting, with all behind it and later ones', async () => {
    const { open, time, server } = device()
    server.answer = () => unreachable
    const tab = open()
    void tab.queue.add(outboxCommand('a'))
    await time.forward(100)
    void tab.queue.add(outboxCommand('b'))
    void tab.queue.add(outboxCommand('other', 'other lane'))
    expect(tab.shown()).toEqual(['a waiting', 'b waiting', 'other sending'])
    expect(tab.notices.filter(({ state }) => state === 'waiting').length).toBeGreaterThan(1)
  })

  test('A command at a failing server is shown as failing, with all behind it, until the network fails instead', async () => {
    const { open, time, server } = device()
    server.answer = () => ({ state: 'unreachable', failure: 'Out of order.' })
    const tab = open()
    void tab.queue.add(outboxCommand('a'))
    await time.forward(100)
    void tab.queue.add(outboxCommand('b'))
    const failures = () => tab.notices.map((one) => (one.state === 'waiting' ? one.failure : one.state))
    expect(failures()).toEqual(['Out of order.', 'Out of order.'])
    const shown = () => tab.queue.commands().map(({ failure }) => failure)
    expect(shown()).toEqual(['Out of order.', 'Out of order.'])
    server.answer = () => unreachable
    await time.forward(10_000)
    void tab.queue.add(outboxCommand('c'))
    expect(failures().at(-1)).toBeNull()
    expect(shown()).toEqual([null, null, null])
  })

  test('A command is retried with backoff, at least twice a minute', async () => {
    const { open, time, arrived, server } = device()
    server.answer = () => unreachable
    const tab = open()
    void tab.queue.add(outboxCommand('a'))
    await time.forward(300_000)
    const gaps = arrived.slice(1).map(({ at }, i) => at - arrived[i]!.at)
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b))
    expect(gaps.at(-1)).toBeLessThanOrEqual(30_000)
    tab.close()
  })

  test('A waiting command is sent at once when the network is back or when the next one is added', async () => {
    const { open, time, arrived, server } = device()
    server.answer = () => unreachable
    const tab = open()
    void tab.queue.add(outboxCommand('a'))
    await time.forward(200_000)
    const before = arrived.length
    tab.queue.wake()
    await time.settle()
    expect(arrived.length).toBe(before + 1)
    await time.forward(200)
    void tab.queue.add(outboxCommand('b'))
    await time.settle()
    expect(arrived.length).toBe(before + 2)
  })

  test('A command waits as long as the server asks, whatever wakes it', async () => {
    const { open, time, arrived, server } = device()
    server.answer = () => ({ state: 'unreachable', failure: 'Not now.', retryAfterMs: 10_000 })
    const tab = open()
    void tab.queue.add(outboxCommand('a'))
    await time.forward(5000)
    tab.queue.wake()
    await time.forward(4000)
    expect(arrived).toHaveLength(1)
    await time.forward(2000)
    expect(arrived).toHaveLength(2)
    tab.close()
  })
})

test('A command sent after the network is back does not look as if it waited', async () => {
  const { open, time, server } = device()
  server.answer = () => unreachable
  const tab = open()
  void tab.queue.add(outboxCommand('a'))
  await time.forward(100)
  server.answer = () => done()
  await time.forward(5000)
  void tab.queue.add(outboxCommand('b'))
  expect(tab.shown()).toEqual(['b sending'])
})

describe('a refused command', () => {
  test('A refused command shows the reason, lets others pass, and is sent again under its key after them', async () => {
    const { open, time, arrived, server, store } = device()
    server.answer = (key) => (key === 'no' ? refused : done())
    const tab = open()
    void tab.queue.add(outboxCommand('no'))
    await time.forward(100)
    expect(tab.shown()).toEqual(['no refused'])
    expect((await store.all())[0]!.refusal).toMatchObject({ message: 'No' })
    server.takes = 1000
    void tab.queue.add(outboxCommand('yes'))
    await time.settle()
    server.answer = () => done()
    tab.queue.retry('no')
    expect(tab.shown()).toEqual(['yes sending', 'no sending'])
    await time.forward(5000)
    expect(keys(arrived)).toEqual(['no', 'yes', 'no'])
    expect(tab.shown()).toEqual([])
  })

  test('What was refused of a done command stays as a refused command, also after a reload, until it is retried', async () => {
    const { open, time, arrived, server } = device()
    const refusal = { status: 200, code: 'PARTLY_REFUSED', message: 'Not her', fields: {} }
    server.refusedPart = (key) =>
      key === 'all' ? { ...outboxCommand('part', 'another lane'), refusal } : null
    const tab = open()
    void tab.queue.add(outboxCommand('all'))
    await time.forward(1000)
    expect(tab.shown()).toEqual(['part refused'])
    tab.close()
    const after = open()
    await time.forward(100_000)
    expect(after.queue.commands()).toMatchObject([{ key: 'part', state: 'refused', refusal }])
    expect(keys(arrived)).toEqual(['all'])
    after.queue.retry('part')
    await time.forward(1000)
    expect(keys(arrived)).toEqual(['all', 'part'])
    expect(after.shown()).toEqual([])
  })

  test('A refused command is still refused after a reload, and is not sent by itself', async () => {
    const { open, time, arrived, server } = device()
    server.answer = () => refused
    const before = open()
    void before.queue.add(outboxCommand('no'))
    await time.forward(100)
    before.close()
    const after = open()
    await time.forward(100_000)
    expect(after.shown()).toEqual(['no refused'])
    expect(arrived).toHaveLength(1)
    after.queue.discard('no')
    expect(after.shown()).toEqual([])
    await time.settle()
    const last = open()
    await time.settle()
    expect(last.shown()).toEqual([])
  })

  test('A refusal that the device cannot store is reported once and blocks nothing', async () => {
    const { open, time, store, arrived, server } = device()
    server.answer = (key) => (key === 'no' ? refused : done())
    const full = () => Promise.reject(new Error('QuotaExceededError'))
    const tab = open()
    for (const key of ['no', 'yes']) await tab.queue.add(outboxCommand(key))
    Object.assign(store, { refuse: full, remove: full })
    await time.forward(60_000)
    expect(keys(arrived)).toEqual(['no', 'yes'])
    expect(tab.shown()).toEqual(['no refused'])
    expect(tab.notices.map(({ state }) => state)).toEqual(['refused', 'done'])
    server.answer = () => done()
    tab.queue.retry('no')
    await time.forward(100)
    expect(tab.shown()).toEqual([])
  })
})

describe('a command that cannot be stored', () => {
  const broken = () => Promise.reject(new Error('QuotaExceededError'))

  test('A command that cannot be stored is sent all the same, and marked as not stored meanwhile', async () => {
    const { open, time, store, arrived } = device()
    Object.assign(store, { all: broken, add: broken, refuse: broken, remove: broken })
    const tab = open()
    await time.settle()
    void tab.queue.add(outboxCommand('a'))
    await time.settle()
    expect(tab.queue.commands()).toMatchObject([{ key: 'a', state: 'sending', isMemoryOnly: true }])
    expect(keys(tab.queue.unstored())).toEqual(['a'])
    await time.forward(1000)
    expect(keys(arrived)).toEqual(['a'])
    expect(tab.shown()).toEqual([])
    expect(tab.queue.unstored()).toEqual([])
  })

  test('A command that cannot be stored keeps its place between stored commands', async () => {
    const { open, time, store, arrived, server } = device()
    server.answer = () => unreachable
    const tab = open()
    const { add } = store
    for (const key of ['1 kept', '2 not kept', '3 kept']) {
      store.add = key === '2 not kept' ? broken : add
      await tab.queue.add({ ...outboxCommand(key), at: `2026-05-02T10:0${key[0]}:00.000Z` })
    }
    await time.forward(100)
    server.answer = () => done()
    await time.forward(60_000)
    expect([...new Set(keys(arrived))]).toEqual(['1 kept', '2 not kept', '3 kept'])
    expect(tab.shown()).toEqual([])
  })

  test('A command that cannot be stored waits, is refused and is retried like any other', async () => {
    const { open, time, store, arrived, server } = device()
    Object.assign(store, { all: broken, add: broken, refuse: broken, reopen: broken, remove: broken })
    server.answer = () => unreachable
    const tab = open()
    void tab.queue.add(outboxCommand('a'))
    await time.forward(200)
    expect(tab.shown()).toEqual(['a waiting'])
    server.answer = () => refused
    await time.forward(60_000)
    expect(tab.shown()).toEqual(['a refused'])
    server.answer = () => done()
    tab.queue.retry('a')
    await time.forward(1000)
    expect(tab.shown()).toEqual([])
    expect(arrived.length).toBeGreaterThan(2)
  })

  test('Commands that one of two tabs could not store keep their place before its later ones', async () => {
    const { open, time, store, arrived } = device()
    open()
    let isSlow = false
    const slow = async () => {
      await new Promise<void>((resolve) => void time.after(3000, resolve))
      throw new Error('Unresponsive')
    }
    const tab = open({
      ...store,
      all: () => (isSlow ? slow() : store.all()),
      add: (...commands) => (isSlow ? slow() : store.add(...commands)),
    })
    const send = async (...names: string[]) => {
      for (const key of names) void tab.queue.add(outboxCommand(key))
      await time.forward(10)
    }
    await send('1', '2')
    isSlow = true
    await send('3', '4')
    await time.forward(4000)
    isSlow = false
    await send('5')
    await send('6')
    await time.forward(60_000)
    expect(keys(arrived)).toEqual(['1', '2', '3', '4', '5', '6'])
    expect(tab.shown()).toEqual([])
  })

  test('A command that could not be stored is stored before the next one, and lasts beyond the page', async () => {
    const { open, time, store, server } = device()
    server.answer = () => unreachable
    const tab = open()
    const { add } = store
    store.add = broken
    for (const key of ['1', '2']) await tab.queue.add(outboxCommand(key))
    expect(keys(tab.queue.unstored())).toEqual(['1', '2'])
    store.add = add
    await tab.queue.add(outboxCommand('3'))
    expect(keys(await store.all())).toEqual(['1', '2', '3'])
    expect(tab.queue.unstored()).toEqual([])
    store.add = broken
    await tab.queue.add(outboxCommand('4'))
    store.add = add
    tab.queue.wake()
    await time.settle()
    expect(keys(await store.all())).toEqual(['1', '2', '3', '4'])
    tab.close()
  })

  test('Commands of an earlier visit are found by themselves when the store does not respond at first', async () => {
    const { open, time, store, arrived } = device()
    await store.add(outboxCommand('a'))
    const { all } = store
    store.all = broken
    const tab = open()
    await time.forward(60_000)
    expect(tab.shown()).toEqual([])
    store.all = all
    await time.forward(31_000)
    expect(keys(arrived)).toEqual(['a'])
    tab.close()
  })

  test('A command counts as stored again when the store accepted it late', async () => {
    const { open, time, store, server } = device()
    server.answer = () => unreachable
    const { add } = store
    store.add = async (given) => {
      await add(given)
      throw new Error('too late')
    }
    const tab = open()
    void tab.queue.add(outboxCommand('a'))
    await time.forward(60_000)
    expect(tab.queue.commands()).toMatchObject([{ key: 'a', isMemoryOnly: false }])
    tab.close()
  })

  test('A command that was sent and stored late is not sent again, and leaves the store', async () => {
    const { open, time, store, arrived } = device()
    const { add, remove } = store
    Object.assign(store, { add: broken, remove: broken })
    const tab = open()
    void tab.queue.add(outboxCommand('a'))
    await time.forward(1000)
    await add(outboxCommand('a'))
    store.remove = remove
    tab.queue.wake()
    await time.forward(1000)
    expect(keys(arrived)).toEqual(['a'])
    expect(await store.all()).toEqual([])
  })
})

describe('closed tabs', () => {
  test('A tab closed while sending leaves the command to the next tab, under the same key', async () => {
    const { open, time, arrived } = device()
    const before = open()
    for (const key of ['a', 'b']) void before.queue.add(outboxCommand(key))
    await time.forward(50)
    before.close()
    const after = open()
    await time.settle()
    expect(after.shown()).toEqual(['a sending', 'b sending'])
    await time.forward(1000)
    expect(keys(arrived)).toEqual(['a', 'a', 'b'])
    expect(before.notices).toEqual([])
  })

  test('A closed tab is replaced at once by another open tab', async () => {
    const { open, time, arrived } = device()
    const [one, other] = [open(), open()]
    for (const key of ['a', 'b']) void one.queue.add(outboxCommand(key))
    await time.forward(50)
    expect(other.shown()).toEqual(['a sending', 'b sending'])
    one.close()
    await time.forward(1000)
    expect(keys(arrived)).toEqual(['a', 'a', 'b'])
    expect(other.shown()).toEqual([])
  })

  test('A second tab sends nothing twice, and both learn the outcome', async () => {
    const { open, time, arrived } = device()
    const tabs = [open(), open(), open()]
    tabs.forEach((tab, i) => void tab.queue.add(outboxCommand(`from ${i}`)))
    await time.forward(1000)
    expect(keys(arrived).toSorted()).toEqual(['from 0', 'from 1', 'from 2'])
    for (const tab of tabs) {
      expect(tab.shown()).toEqual([])
      expect(keys(tab.notices.flatMap((one) => (one.state === 'done' ? one : []))).toSorted()).toEqual([
        'from 0',
        'from 1',
        'from 2',
      ])
    }
  })

  test('More tabs do not retry an unreachable server more often', async () => {
    const { open, time, arrived, server } = device()
    server.answer = () => unreachable
    const tabs = [open(), open(), open()]
    void tabs[0]!.queue.add(outboxCommand('a'))
    await time.forward(300_000)
    expect(arrived.length).toBeLessThan(20)
    for (const tab of tabs) tab.close()
  })

  test('A tab closed while offline leaves the retries to the other tab', async () => {
    const { open, time, arrived, server } = device()
    server.answer = () => unreachable
    const [one, other] = [open(), open()]
    void one.queue.add(outboxCommand('a'))
    await time.forward(100)
    expect(other.shown()).toEqual(['a waiting'])
    one.close()
    server.answer = () => done()
    await time.forward(60_000)
    expect(other.shown()).toEqual([])
    expect(arrived.length).toBeLessThan(4)
  })
})

describe('owner of commands', () => {
  test('An ended session pauses its commands, and the same person’s next session sends them', async () => {
    const { open, time, arrived, server, session } = device()
    server.answer = () => ({ state: 'unauthorized', failure: 'Log in.' })
    const tab = open()
    void tab.queue.add(outboxCommand('a'))
    await time.forward(100)
    session.userId = null
    tab.queue.wake()
    await time.forward(300_000)
    expect(arrived).toHaveLength(1)
    expect(tab.shown()).toEqual([])
    server.answer = () => done()
    session.userId = 'ann'
    tab.queue.wake()
    await time.forward(100)
    expect(arrived).toHaveLength(2)
    expect(tab.shown()).toEqual([])
  })

  test('A command is never sent with another person’s token, and nobody else sees it', async () => {
    const { open, time, arrived, server, session, store } = device()
    server.answer = () => unreachable
    const tab = open()
    void tab.queue.add(outboxCommand('hers'))
    await time.forward(100)
    session.userId = 'ben'
    server.answer = () => done()
    tab.queue.wake()
    void tab.queue.add(outboxCommand('his', 'lane', 'ben'))
    expect(tab.shown()).toEqual(['his waiting'])
    await time.forward(100_000)
    expect(arrived.map(({ key, by }) => `${key} by ${by}`)).toEqual(['hers by ann', 'his by ben'])
    expect(keys(await store.all())).toEqual(['hers'])
  })
})
