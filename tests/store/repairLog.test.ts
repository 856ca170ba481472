// The repair of hash chains that two nodes have broken: every event stays, and one more says which links hold again.

import { beforeEach, expect, test } from 'vitest'
import { hashEvent } from '#core/kernel/ids.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { NO_STREAM, START, type EventStore } from '#core/store/eventStore.ts'
import { BrokenChain, createChains } from '#api/stores/chains.ts'
import { repairLog, type RepairedStream } from '#api/stores/repairLog.ts'
import { everything } from '#tests/contracts/logDriver.ts'
import { add, clear, codec, metaOf, outcomeOf, send, startHandler } from '#tests/store/notes.ts'

const STREAM = 'notes-a'
let store: EventStore
beforeEach(() => void (store = createMemoryEventStore()))

const repair = (writes: boolean, on = store): Promise<RepairedStream[]> =>
  repairLog(
    { store: on, codec, correctionsOf: () => ({ events: [], findings: [] }), at: '2026-05-03T10:00:00.000Z' },
    writes,
  )

/** A note that a node wrote without knowing the newest event, as both had decided on the one before it. */
async function appendWithout(newest: number): Promise<void> {
  const events = await store.read(STREAM)
  const known = events.at(-1 - newest)
  const prev = known ? hashEvent(known) : null
  const meta = { ...metaOf(crypto.randomUUID()), prev }
  await store.append(STREAM, events.length - 1, [{ type: 'NotesCleared', data: {}, meta }])
}

async function brokenIn(on: EventStore): Promise<string[]> {
  const chains = createChains()
  for (const event of await everything(on, START)) chains.add(event)
  return chains.broken().map((link) => new BrokenChain(link).message)
}

test('A broken chain holds after its repair, and every event is where it was', async () => {
  const handle = startHandler(store)
  await send(handle, add('a'))
  await appendWithout(1)
  await appendWithout(1)
  await send(startHandler(store), add('b'))
  const before = await store.read(STREAM)
  expect(await brokenIn(store)).toEqual([
    expect.stringMatching(
      /notes-a does not follow what was before at revision 1 \(NotesCleared, 2026-05-02T/,
    ),
    expect.stringContaining('at revision 2'),
  ])

  expect(await repair(false)).toMatchObject([{ stream: STREAM, events: 1 }])
  expect(await store.read(STREAM), 'without --write nothing is written').toEqual(before)

  await repair(true)
  expect(await brokenIn(store)).toEqual([])
  const after = await store.read(STREAM)
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after.slice(before.length)).toMatchObject([
    {
      type: 'ChainRelinked',
      data: {
        links: [
          { revision: 1, prev: hashEvent(before[0]!) },
          { revision: 2, prev: hashEvent(before[1]!) },
        ],
      },
      meta: { actor: 'system', prev: hashEvent(before.at(-1)!) },
    },
  ])
  expect(await repair(true), 'a second repair finds nothing').toEqual([])
})

test('A repaired stream takes commands and recognises repeats as before', async () => {
  const handle = startHandler(store)
  const key = crypto.randomUUID()
  await send(handle, add('a'), { key })
  await appendWithout(1)
  await repair(true)
  for (const node of [handle, startHandler(store)]) {
    expect(await send(node, add('a'), { key })).toMatchObject({ replayed: true, revision: 0 })
    expect(outcomeOf(await send(node, add('b')))).toContain('b')
    await send(node, clear)
  }
  expect(await brokenIn(store)).toEqual([])
})

test('A repair relinks no event that was changed after it', async () => {
  await send(startHandler(store), add('a'))
  await appendWithout(1)
  await repair(true)
  const forged = createMemoryEventStore()
  const [first, ...others] = await store.read(STREAM)
  await forged.append(STREAM, NO_STREAM, [{ ...first!, data: { text: 'forged' } }, ...others])
  expect(await brokenIn(forged)).toHaveLength(1)
})

test('An event that was changed in the log is reported and not relinked', async () => {
  const handle = startHandler(store)
  await send(handle, add('a'))
  await send(handle, add('b'))
  const forged = createMemoryEventStore()
  const [first, second] = await store.read(STREAM)
  await forged.append(STREAM, NO_STREAM, [{ ...first!, data: { text: 'forged' } }, second!])
  expect(await repair(true, forged)).toMatchObject([
    { relinked: [], lost: [{ event: { revision: 1 } }], events: 0 },
  ])
  expect(await forged.read(STREAM)).toHaveLength(2)
})

test('Missing events are reported and cannot be relinked', async () => {
  const chains = createChains()
  const [first] = await (async () => {
    await send(startHandler(store), add('a'))
    return store.read(STREAM)
  })()
  chains.add(first!)
  chains.add({ ...first!, revision: 2 })
  expect(chains.broken()).toMatchObject([{ prev: null }])
  expect(() => chains.assertWhole()).toThrow(/notes-a has a gap at revision 2/)
})

test('A command that comes during the repair is not lost, and the chain holds', async () => {
  await send(startHandler(store), add('a'))
  await appendWithout(1)
  let isFirst = true
  const interrupted: EventStore = {
    ...store,
    async append(...of) {
      if (isFirst) {
        isFirst = false
        await send(startHandler(store), add('b'))
      }
      return store.append(...of)
    },
  }
  await repair(true, interrupted)
  expect((await store.read(STREAM)).map(({ type }) => type)).toEqual([
    'NoteAdded',
    'NotesCleared',
    'NoteAdded',
    'ChainRelinked',
  ])
  expect(await brokenIn(store)).toEqual([])
})
