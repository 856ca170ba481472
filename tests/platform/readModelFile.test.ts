// The read models in a file: kept across a stop and a kill, replaced when they are damaged or of another log, built beside
// those of another release, and not shared by two processes.

import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DomainEvent } from '#core/kernel/decider.ts'
import { createCodec } from '#core/store/codec.ts'
import { type EventStore, NO_STREAM, START } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { formatPosition } from '#core/store/position.ts'
import { type AnyProjection, idIn, projection } from '#projections/platform/projection.ts'
import { ReadModelNotReady } from '#projections/platform/readStore.ts'
import { startRunner } from '#projections/platform/runner.ts'
import {
  lockReadModels,
  openReadModelReader,
  removeUnusedReadModels,
} from '#api/stores/sqlite/readModelFile.ts'
import { openReadModels, readModelFileIn } from '#api/stores/openReadModels.ts'
import { type SqliteReadStore, openSqliteReadStore } from '#api/stores/sqlite/sqliteReadStore.ts'
import { meta } from '#tests/contracts/logDriver.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

type Said = DomainEvent<'Said', { word: string }>

const words = projection<string[], Said>({
  name: 'words',
  version: 1,
  key: ({ stream }) => idIn(stream),
  empty: () => [],
  list: 'items',
  on: { Said: (doc, { data }) => [...doc, data.word] },
})

const texts: AnyProjection = { name: 'texts', version: 1, keys: () => [], empty: () => '', on: {} }

let folder: string
let file: string
let log: EventStore
let errors: unknown[]
let ends: (() => Promise<void>)[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'readmodels-'))
  file = join(folder, 'readmodels.db')
  log = createMemoryEventStore()
  errors = []
  ends = []
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  rmSync(folder, { recursive: true })
})

async function open(at = file, flushMs = 5): Promise<SqliteReadStore> {
  const store = await openSqliteReadStore({ file: at, onError: (error) => errors.push(error), flushMs })
  ends.push(store.close)
  return store
}

/** @returns the positions that its projector folds */
function project(readStore: SqliteReadStore, store = log) {
  const folded: string[] = []
  const counting = {
    ...words,
    on: {
      Said: (doc: string[], event: { data: { word: string }; position: string }) => {
        folded.push(event.position)
        return [...doc, event.data.word]
      },
    },
  } as AnyProjection
  const onError = (error: unknown) => {
    throw error
  }
  const codec = createCodec({ Said: [] })
  const runner = startRunner({
    store,
    codec,
    readStore,
    projections: [counting],
    onError,
    discardsAhead: true,
  })
  ends.push(runner.stop)
  return { folded, runner }
}

async function say(word: string, store = log): Promise<string> {
  const [newest] = await store.read('talk-ann', { backward: true, limit: 1 })
  const said = { type: 'Said', data: { word }, meta: { ...meta, key: word } }
  return (await store.append('talk-ann', newest?.revision ?? NO_STREAM, [said])).position
}

test('A second start shows nothing before it has folded what the file lacks, folds only that, and the file is its owner’s alone', async () => {
  const first = await open()
  const { runner } = project(first)
  await say('a')
  await runner.waitForPosition(await say('b'), TIMEOUT_MS)
  await runner.stop()
  await first.close()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const third = await say('c')
  const second = await open()
  expect(await second.begin()).toMatchObject({ ready: true })
  await expect(second.get(words, 'ann')).rejects.toThrow(ReadModelNotReady)
  const again = project(second)
  await again.runner.waitForPosition(third, TIMEOUT_MS)
  expect(again.folded).toEqual([third])
  expect(await second.get(words, 'ann')).toEqual(['a', 'b', 'c'])
})

test('A process that is killed loses only what it had not written, and the next one folds it again', async () => {
  const first = await open(file, 60_000)
  const { runner } = project(first)
  await runner.waitForPosition(await say('a'), TIMEOUT_MS)
  await first.flush()
  const second = await say('b')
  await runner.waitForPosition(second, TIMEOUT_MS)
  expect(await first.get(words, 'ann')).toEqual(['a', 'b'])
  // What is on disk at this moment.
  const copy = join(folder, 'copy.db')
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, copy + suffix)
  const after = await open(copy)
  const again = project(after)
  await again.runner.waitForPosition(second, TIMEOUT_MS)
  expect([again.folded, await after.get(words, 'ann')]).toEqual([[second], ['a', 'b']])
})

test('Damaged files are replaced, and built again from the log', async () => {
  for (const content of ['no database at all'.repeat(1000), '']) {
    writeFileSync(file, content)
    const store = await open()
    expect(await store.checkpoint()).toEqual({ position: START, ready: false })
    expect(errors.length > 0, 'an error for content that is not a database').toBe(content !== '')
    errors = []
    await store.close()
  }
  const first = await open()
  const text = 'x'.repeat(10_000)
  await first.commit({
    after: START,
    position: formatPosition(1),
    writes: Array.from({ length: 50 }, (_, n) => ({ projection: words, key: `k${n}`, doc: [text] })),
    ready: true,
  })
  await first.close()
  const bytes = readFileSync(file)
  bytes.fill(0xff, 8192, bytes.length)
  writeFileSync(file, bytes)
  const second = await open()
  await expect(
    (async () => {
      for (let n = 0; n < 50; n++) await second.get(words, `k${n}`)
    })(),
  ).rejects.toThrow(ReadModelNotReady)
  expect(errors.length).toBeGreaterThan(0)
  const { runner } = project(second)
  await runner.waitForPosition(await say('a'), TIMEOUT_MS)
  await expect.poll(() => second.get(words, 'ann').catch(() => null)).toEqual(['a'])
})

/** Fills the file, and returns with it closed. */
async function fill(): Promise<void> {
  const store = await open()
  const text = 'x'.repeat(10_000)
  await store.commit({
    after: START,
    position: formatPosition(1),
    writes: Array.from({ length: 50 }, (_, n) => ({ projection: texts, key: `k${n}`, doc: text })),
    ready: true,
  })
  await store.close()
}

test('Damage that only writing meets replaces the file as well', async () => {
  await fill()
  const bytes = readFileSync(file)
  // The first pages have the schema and the checkpoint.
  bytes.fill(0xff, 4096 * Math.floor(bytes.length / 4096 / 5), bytes.length)
  writeFileSync(file, bytes)
  const store = await open()
  expect(await store.begin(), 'needs a file that opens to mean anything').toMatchObject({ ready: true })
  const change = { projection: texts, key: 'k7', doc: 'new' }
  await store.commit({ after: formatPosition(1), position: formatPosition(2), writes: [change], ready: true })
  await expect.poll(() => store.begin()).toEqual({ position: START, ready: false })
  expect(errors).toHaveLength(1)
})

test('A file with a text that is no document any more is replaced, and built again from the log', async () => {
  const first = project(await open())
  await first.runner.waitForPosition(await say('a'), TIMEOUT_MS)
  for (const end of ends.splice(0).reverse()) await end()
  const db = new DatabaseSync(file)
  // SQLite itself notices no changed byte within a text.
  db.exec(`UPDATE leaves SET text = '"a' WHERE projection = 'words@1' AND leaf <> -1`)
  db.close()
  const store = await open()
  project(store)
  await expect.poll(() => store.get(words, 'ann').catch(() => null)).toEqual(['a'])
  expect(errors).toHaveLength(1)
})

test('A document whose text was altered is not shown, and is built again from the log', async () => {
  const first = project(await open())
  await first.runner.waitForPosition(await say('owes-1.50'), TIMEOUT_MS)
  for (const end of ends.splice(0).reverse()) await end()
  const bytes = readFileSync(file)
  // As a failing disk or an editor would: the same length, and still JSON.
  const at = bytes.indexOf('owes-1.50')
  expect(at, 'needs the text in the file to mean anything').toBeGreaterThan(0)
  for (let next = at; next >= 0; next = bytes.indexOf('owes-1.50', next)) bytes.write('owes-9.50', next)
  writeFileSync(file, bytes)
  const store = await open()
  project(store)
  const shown: unknown[] = []
  const show = async () => {
    const found = await store.get(words, 'ann').catch(() => null)
    if (found) shown.push(found)
    return found
  }
  await expect.poll(show).toEqual(['owes-1.50'])
  expect(shown).toEqual([['owes-1.50']])
  expect(errors).toHaveLength(1)
})

test('A file that could not be replaced, because the disk failed, is replaced once the disk works', async () => {
  const store = await open()
  const { runner } = project(store)
  await runner.waitForPosition(await say('a'), TIMEOUT_MS)
  await store.flush()
  renameSync(folder, `${folder}-away`)
  writeFileSync(folder, 'Nothing can be created in this.')
  await expect(store.discard()).rejects.toThrow('ENOTDIR')
  rmSync(folder)
  renameSync(`${folder}-away`, folder)
  await expect.poll(() => store.get(words, 'ann').catch(() => null)).toEqual(['a'])
  await store.flush()
})

test('Documents of another log, and of a later state of the same log, are discarded', async () => {
  const first = await open()
  const { runner } = project(first)
  const early = await say('a')
  await runner.waitForPosition(await say('b'), TIMEOUT_MS)
  await runner.stop()
  await first.close()
  const backup = createMemoryEventStore()
  const [event] = await log.read('talk-ann', { limit: 1 })
  const restored = await backup.append('talk-ann', NO_STREAM, [event!])
  expect(restored.position, 'needs the same first event to mean anything').toBe(early)
  const second = await open()
  const restoredRun = project(second, backup)
  await expect.poll(() => second.get(words, 'ann').catch(() => null)).toEqual(['a'])
  await restoredRun.runner.stop()
  const other = createMemoryEventStore()
  await say('other', other)
  await say('words', other)
  project(second, other)
  await expect.poll(() => second.get(words, 'ann').catch(() => null)).toEqual(['other', 'words'])
})

test('Another version is built beside the old one, whose file is removed once it is ready', async () => {
  const onError = (error: unknown) => errors.push(error)
  const old = (await openReadModels(folder, [words], onError))!
  await old.commit({ after: START, position: formatPosition(1), writes: [], ready: true })
  await old.close()
  const newer = { ...words, version: 2 }
  const oldFile = basename(readModelFileIn(folder, [words]))
  const store = (await openReadModels(folder, [newer], onError))!
  ends.push(store.close)
  const databases = () => readdirSync(folder).filter((name) => name.endsWith('.db'))
  expect([await store.checkpoint(), databases().length]).toEqual([{ position: START, ready: false }, 2])
  await store.commit({ after: START, position: formatPosition(1), writes: [], ready: true })
  expect(databases()).toHaveLength(1)
  expect(databases()).not.toContain(oldFile)
  expect(errors).toEqual([])
})

test('No copy of a removed document stays in the file', async () => {
  const onError = (error: unknown) => errors.push(error)
  let store = await openSqliteReadStore({ file, onError, flushMs: 60_000 })
  let after = START
  const commit = async (n: number, doc: string | null) => {
    const position = formatPosition(Number(after) + 1)
    // In scattered order, so that rows move between pages.
    const write = { projection: texts, key: `k${(n * 7919) % 3001}`, doc }
    await store.commit({ after, position, writes: [write], ready: true })
    after = position
  }
  const textOf = (n: number) => `text ${n} ${'x'.repeat(100 + ((n * 37) % 1400))}`
  for (let n = 0; n < 3000; n++) {
    await commit(n, textOf(n))
    if (n % 40 === 0) await store.flush()
  }
  for (let n = 0; n < 3000; n += 2) {
    await commit(n, null)
    if (n % 100 === 0) await store.flush()
  }
  await store.close()
  const copies = () =>
    [...readFileSync(file, 'latin1').matchAll(/text (\d+) x/g)].filter(([, n]) => Number(n) % 2 === 0).length
  expect(copies(), 'needs copies that SQLite has left behind to mean anything').toBeGreaterThan(0)
  store = await openSqliteReadStore({ file, onError, compactMs: 1 })
  ends.push(store.close)
  await expect.poll(copies).toBe(0)
  await store.commit({ after, position: after, writes: [], ready: true })
  expect(await store.get(texts, 'k0')).toBeNull()
  expect(await store.get(texts, `k${7919 % 3001}`)).toBe(textOf(1))
  expect(errors).toEqual([])
})

test('A thread that dies while it writes is started again, and writes all that the file lacks', async () => {
  const started: Worker[] = []
  const onWorker = (worker: Worker) => started.push(worker)
  process.on('worker', onWorker)
  try {
    const store = await open()
    const commit = (after: string, n: number, count: number) =>
      store.commit({
        after,
        position: formatPosition(n),
        writes: Array.from({ length: count }, (_, i) => ({
          projection: texts,
          key: `k${i}`,
          doc: `text ${n}`,
        })),
        ready: true,
      })
    await commit(START, 1, 1)
    await store.flush()
    // More rows than the thread gets at once: it dies in the middle of a transaction.
    await commit(formatPosition(1), 2, 3000)
    const flushed = store.flush().catch(String)
    await started[0]!.terminate()
    expect(await flushed).toContain('the thread that writes the read models')
    expect(store.unwritten()).toBe(3000)
    expect(await store.get(texts, 'k2999')).toBe('text 2')
    await expect.poll(() => store.unwritten()).toBe(0)
    expect(started).toHaveLength(2)
    expect(String(errors[0])).toContain('ended')
    await store.close()
    const reader = openReadModelReader(file)
    expect(reader.checkpoint()).toEqual({ position: formatPosition(2), ready: true })
    expect(reader.leaves('texts@1', 'k2999')[0]![1]).toContain('text 2')
    reader.close()
  } finally {
    process.off('worker', onWorker)
  }
})

test('A process with its read models elsewhere removes files of read models that no process uses', async () => {
  const used = (await openReadModels(folder, [words], (error) => errors.push(error)))!
  ends.push(used.close)
  const unused = (await openReadModels(folder, [texts], (error) => errors.push(error)))!
  const text = { projection: texts, key: 'k', doc: 'forgotten' }
  await unused.commit({ after: START, position: formatPosition(1), writes: [text], ready: false })
  await unused.close()
  writeFileSync(join(folder, 'events.db'), 'the log')
  const inUse = basename(readModelFileIn(folder, [words]))
  expect(removeUnusedReadModels(folder)).toEqual([inUse])
  expect(readdirSync(folder).filter((name) => name.endsWith('.db'))).toEqual(['events.db', inUse])
  expect(
    readdirSync(folder).filter((name) => readFileSync(join(folder, name), 'latin1').includes('forgotten')),
  ).toEqual([])
  expect(removeUnusedReadModels(join(folder, 'missing'))).toEqual([])
})

test('Only one process at a time writes to a file', () => {
  const lock = lockReadModels(file)
  expect(lockReadModels(file)).toBeNull()
  lock!.close()
  const next = lockReadModels(file)
  expect(next).not.toBeNull()
  next!.close()
})

test.each([
  ['text that is no database', 'no database at all'.repeat(100)],
  ['a database’s header and nothing sensible after it', `SQLite format 3\0${'x'.repeat(4000)}`],
])('A damaged lock file, %s, is usable at once, and still keeps a second process out', (_, content) => {
  writeFileSync(`${file}-lock`, content)
  const lock = lockReadModels(file)
  expect(lock).not.toBeNull()
  expect(lockReadModels(file)).toBeNull()
  lock!.close()
})
