// The test server frees and refuses events as EventStoreDB does: a scavenge removes hidden events from its file, except
// the last event of a stream, and an append has a limit.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventStoreDBClient, ErrorType, jsonEvent } from '@eventstore/db-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NO_STREAM, START, type EventStore } from '#core/store/eventStore.ts'
import { everything, noted } from '#tests/contracts/logDriver.ts'
import { openPatiently } from '#tests/support/eventStoreServer/openPatiently.ts'
import { textsInFile } from '#tests/support/eventStoreServer/file.ts'
import { startEventStoreServer, type EventStoreServer } from '#tests/support/eventStoreServer/server.ts'

let folder: string
let file: string
let server: EventStoreServer
let store: EventStore

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'log-'))
  file = join(folder, 'log')
  await start()
})
afterEach(async () => {
  await stop()
  rmSync(folder, { recursive: true })
})

async function start() {
  server = await startEventStoreServer({ file })
  store = await openPatiently(server.url)
}
async function stop() {
  await store.close()
  server.close()
}

/** `stream number` of each event of the file. */
const inFile = () =>
  textsInFile(file).flatMap(({ stream, data }) =>
    stream.startsWith('$') ? [] : [`${stream} ${(JSON.parse(data) as { n: number }).n}`],
  )

test('A scavenge keeps the last event of a stream, although all its events are truncated', async () => {
  await store.append('part', NO_STREAM, noted(4))
  await store.append('whole', NO_STREAM, noted(3))
  await store.append('limited', NO_STREAM, noted(3), { keep: 2 })
  await store.truncate('part', 2)
  await store.truncate('whole', 3)
  expect(inFile(), 'hidden events are still there').toHaveLength(10)
  server.scavenge()
  expect(inFile()).toEqual(['part 2', 'part 3', 'whole 2', 'limited 1', 'limited 2'])
  expect(await store.read('whole'), 'it stays hidden').toEqual([])
})

test('A scavenged log is read and continued after a restart', async () => {
  await store.append('part', NO_STREAM, noted(4))
  await store.append('whole', NO_STREAM, noted(3))
  await store.truncate('part', 2)
  await store.truncate('whole', 3)
  const before = await everything(store, START)
  server.scavenge()
  await stop()
  await start()
  expect(await everything(store, START)).toEqual(before)
  await store.append('whole', 2, noted(1, 3))
  expect(inFile()).toEqual(['part 2', 'part 3', 'whole 2', 'whole 3'])
})

test('An append of more than a mebibyte is refused whole', async () => {
  const client = EventStoreDBClient.connectionString(server.url)
  const events = (bytes: number) =>
    [bytes - 500_000, 500_000].map((size) =>
      // Two bytes for each character of the type, two for the quotes of the text.
      jsonEvent({ type: 'Noted', data: 'x'.repeat(size - 2 * 'Noted'.length - 2) }),
    )
  const refused = client.appendToStream('s', events(1_048_577))
  await expect(refused).rejects.toMatchObject({
    type: ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
    maxAppendSize: 1_048_576,
    message: expect.stringContaining('Maximum Append Size of 1048576 Exceeded.') as string,
  })
  expect(await store.read('s')).toEqual([])
  expect(await client.appendToStream('s', events(1_048_576))).toMatchObject({ success: true })
  await client.dispose()
})
