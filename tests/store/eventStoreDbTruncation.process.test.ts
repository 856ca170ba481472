// How a subscription of the EventStoreDB adapter that begins far back finds out what is truncated, and with how many reads.

import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { START, type EventStore } from '#core/store/eventStore.ts'
import { openEventStoreDb } from '#api/stores/eventstoredb/eventstoredb.ts'
import { everything, meta } from '#tests/contracts/logDriver.ts'
import { openPatiently } from '#tests/support/eventStoreServer/openPatiently.ts'
import { startEventStoreServer, type EventStoreServer } from '#tests/support/eventStoreServer/server.ts'

const STREAMS = 2500
const EVENTS = 3
/** A subscription that does not begin at the start reads so many streams before it reads the metadata of all. */
const SINGLE_READS = 1000
const BATCH = 500

let server: EventStoreServer
let store: EventStore

beforeEach(async () => {
  server = await startEventStoreServer()
  store = await openPatiently(server.url, { prefix: 'ours-' })
})
afterEach(async () => {
  await store.close()
  server.close()
})

/** Directly into the server's log, because thousands of appends would take long. */
function write(stream: string, type: string, data: object): void {
  const [text, metadata] = [data, meta].map((value) => Buffer.from(JSON.stringify(value)))
  server.log.append(stream, 'any', [
    { id: randomUUID(), type, contentType: 'application/json', data: text!, metadata: metadata! },
  ])
}

const nameOf = (n: number) => `s${String(n).padStart(4, '0')}`

/** Streams whose events are mixed in the log. */
function writeStreams(): void {
  for (let revision = 0; revision < EVENTS; revision++)
    for (let n = 0; n < STREAMS; n++) write(`ours-${nameOf(n)}`, 'Noted', { n: revision })
}

/** What the streams themselves still have, as "stream revision". */
function remaining(): string[] {
  const found: string[] = []
  for (let n = 0; n < STREAMS; n++)
    for (const { revision } of server.log.readStream(`ours-${nameOf(n)}`, {
      from: 'start',
      backwards: false,
      limit: EVENTS,
    })!)
      found.push(`${nameOf(n)} ${revision}`)
  return found
}

test.each([
  ['from the start', 0],
  ['after the first event', SINGLE_READS],
])(
  'A rebuild %s reads few streams one by one, and returns exactly the events that they still have',
  async (from, singleReads) => {
    write('ours-first', 'Noted', { n: 0 })
    const [first] = await store.read('first')
    writeStreams()
    const counted: number[] = []
    for (let n = 0; n < STREAMS; n++) {
      if (n % 10 === 0) write(`$$ours-${nameOf(n)}`, '$metadata', { $tb: n % 4 })
      if (n % 100 === 1) write(`$$ours-${nameOf(n)}`, '$metadata', { $maxCount: 1 + (n % 2) })
      if (n % 100 === 1) counted.push(n)
      // Another truncation, and metadata that hides nothing.
      if (n % 20 === 0) write(`$$ours-${nameOf(n)}`, '$metadata', { $tb: 2, $acl: {} })
      if (n % 100 === 2) write(`$$ours-${nameOf(n)}`, '$metadata', { $acl: {} })
      write(`$$theirs-${nameOf(n)}`, '$metadata', { $tb: 9 })
    }
    const { read } = server.calls
    const begin = performance.now()
    const events = await everything(store, from === 'from the start' ? START : first!.position)
    const reads = server.calls.read - read
    const seconds = (performance.now() - begin) / 1000
    const others = events.filter(({ stream }) => stream !== 'first')
    expect(others.map(({ stream, revision }) => `${stream} ${revision}`).toSorted()).toEqual(
      remaining().toSorted(),
    )
    expect(reads).toBeGreaterThan(singleReads)
    // Every stream with a maximum is read again after 5 s.
    const again = counted.length * Math.ceil(seconds / 5)
    expect(reads).toBeLessThan(singleReads * 1.5 + 3 * counted.length + 100 + again)
  },
)

test('A rebuild leaves out events that are truncated while its reader is slow, after it read the metadata of all', async () => {
  writeStreams()
  const stop = new AbortController()
  const given: string[] = []
  let before = 0
  for await (const events of store.subscribe({ after: START, signal: stop.signal, batch: BATCH })) {
    given.push(...events.map(({ stream, revision }) => `${stream} ${revision}`))
    if (before === 0 && given.length >= 3 * BATCH) {
      for (let n = 0; n < STREAMS; n++) write(`$$ours-${nameOf(n)}`, '$metadata', { $tb: 2 })
      before = given.length
      await new Promise((resolve) => setTimeout(resolve, 550))
    }
    if (given.at(-1) === `${nameOf(STREAMS - 1)} 2`) stop.abort()
  }
  expect(before).toBeLessThan(STREAMS)
  expect(given.slice(before)).toEqual(remaining())
})

test('A rebuild goes on with reads of single streams when the server stays silent about the metadata of all', async () => {
  const asked: string[] = []
  server.isSilent = (prefixes) => {
    const isOfMetadata = prefixes.includes('$$ours-')
    if (isOfMetadata) asked.push(...prefixes)
    return isOfMetadata
  }
  const impatient = await openEventStoreDb({ connectionString: server.url, prefix: 'ours-', silenceMs: 50 })
  for (let n = 0; n < 3; n++)
    for (let revision = 0; revision < EVENTS; revision++) write(`ours-${nameOf(n)}`, 'Noted', { n: revision })
  write(`$$ours-${nameOf(1)}`, '$metadata', { $tb: 2 })
  const events = await everything(impatient, START)
  await impatient.close()
  expect(events.map(({ stream, revision }) => `${stream} ${revision}`)).toEqual([
    's0000 0',
    's0000 1',
    's0000 2',
    's0001 2',
    's0002 0',
    's0002 1',
    's0002 2',
  ])
  expect(asked, 'once: it does not wait for the same server again').toEqual(['$$ours-', expect.any(String)])
})

test('A short catch-up reads the streams that occur, and not the metadata of all', async () => {
  write('ours-first', 'Noted', { n: 0 })
  const [first] = await store.read('first')
  for (let n = 0; n < 20; n++) write(`ours-${nameOf(n)}`, 'Noted', { n: 0 })
  write(`$$ours-${nameOf(3)}`, '$metadata', { $tb: 1 })
  const { read } = server.calls
  expect(await everything(store, first!.position)).toHaveLength(19)
  // Each stream, the subscription, and three reads for the head: of the newest events, of one stream, and of the newest event.
  expect(server.calls.read - read).toBe(24)
})
