// The state of a stream in a process: a writer always gets the present state, and a reader gets the last read one while
// the log is unreachable.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createCodec } from '#core/store/codec.ts'
import { NO_STREAM, START, StoreUnavailable, type EventStore } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { createStreamReader, type StreamReader } from '#core/store/streamReader.ts'
import { openSqliteEventStore, trackAppends } from '#api/stores/sqlite/sqlite.ts'
import { meta } from '#tests/contracts/logDriver.ts'
import { noteStreamType } from '#tests/store/notes.ts'

const added = (text: string) => [{ type: 'NoteAdded', data: { text }, meta }]

/** Tracks its appends as SQLite does; that store's own reader is slower by far. */
function trackedStore(): EventStore {
  const store = createMemoryEventStore()
  const appended: { stream: string; position: string }[] = []
  return {
    ...store,
    async append(stream, ...asked) {
      const result = await store.append(stream, ...asked)
      appended.push({ stream, position: result.position })
      return result
    },
    trackAppends: () =>
      trackAppends({
        version: () => appended.length,
        head: () => appended.at(-1)?.position ?? START,
        appendedAfter: (after, limit) => appended.filter(({ position }) => position > after).slice(0, limit),
      }),
  }
}

let log: EventStore
let isAway: boolean
let reader: StreamReader
beforeEach(async () => {
  log = trackedStore()
  isAway = false
  const read: EventStore['read'] = async (...asked) => {
    if (isAway) throw new StoreUnavailable('away')
    return log.read(...asked)
  }
  const trackAppends = () => {
    const appended = log.trackAppends!()
    return () => {
      if (isAway) throw new StoreUnavailable('away')
      return appended()
    }
  }
  reader = createStreamReader(
    { ...log, read, trackAppends },
    createCodec({ NoteAdded: [], NotesCleared: [] }),
  )
  await log.append('notes-a', NO_STREAM, added('one'))
})

describe('an unreachable log', () => {
  test('A reader gets the last read state, and a writer gets an error, while the log is unreachable', async () => {
    expect(await reader.state(noteStreamType, 'a')).toEqual({ texts: ['one'] })
    isAway = true
    expect(await reader.lastKnown(noteStreamType, 'a')).toEqual({ texts: ['one'] })
    await expect(reader.state(noteStreamType, 'a')).rejects.toThrow(StoreUnavailable)
    await expect(reader.folded(noteStreamType, 'a')).rejects.toThrow(StoreUnavailable)
  })

  test('A stream that was never read is an error while the log is unreachable', async () => {
    isAway = true
    await expect(reader.lastKnown(noteStreamType, 'a')).rejects.toThrow(StoreUnavailable)
  })

  test('Nothing is lost or counted twice once the log is reachable again', async () => {
    await reader.state(noteStreamType, 'a')
    isAway = true
    await Promise.allSettled([reader.lastKnown(noteStreamType, 'a'), reader.state(noteStreamType, 'a')])
    await log.append('notes-a', 0, added('two'))
    isAway = false
    expect(await reader.lastKnown(noteStreamType, 'a')).toEqual({ texts: ['one', 'two'] })
    expect(await reader.state(noteStreamType, 'a')).toEqual({ texts: ['one', 'two'] })
  })
})

describe('reads of the log', () => {
  let reads: string[]
  const open = (store: EventStore) => {
    reads = []
    const read: EventStore['read'] = (stream, ...asked) => (reads.push(stream), store.read(stream, ...asked))
    return createStreamReader({ ...store, read }, createCodec({ NoteAdded: [], NotesCleared: [] }))
  }

  test('A stream that nobody appends to is not read again, whatever is appended to others', async () => {
    const own = open(log)
    await own.state(noteStreamType, 'a')
    reads.length = 0
    for (let n = 0; n < 20; n++) {
      expect(await own.state(noteStreamType, 'a')).toEqual({ texts: ['one'] })
      await log.append('notes-b', n - 1, added('other'))
    }
    expect(reads).toEqual([])
  })

  test('An append counts at once, and costs one read', async () => {
    const own = open(log)
    await own.state(noteStreamType, 'a')
    reads.length = 0
    await log.append('notes-a', 0, added('two'))
    for (let n = 0; n < 5; n++)
      expect(await own.state(noteStreamType, 'a')).toEqual({ texts: ['one', 'two'] })
    expect(reads).toEqual(['notes-a'])
  })

  test('A store that does not track appends is read for each state', async () => {
    const { trackAppends: _, ...untracked } = log
    const own = open(untracked)
    for (let n = 0; n < 5; n++) await own.state(noteStreamType, 'a')
    expect(reads).toHaveLength(5)
  })

  test('A stream whose oldest events are truncated is folded once, however many are left', async () => {
    const texts = Array.from({ length: 1300 }, (_, n) => `${n}`)
    await log.append('notes-long', NO_STREAM, texts.flatMap(added))
    await log.truncate('notes-long', 700)
    expect((await open(log).state(noteStreamType, 'long')).texts).toEqual(texts.slice(700))
  })

  test('Another process that appends to the same file is seen at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'log-'))
    const file = join(folder, 'events.db')
    const [mine, theirs] = [await openSqliteEventStore({ file }), await openSqliteEventStore({ file })]
    onTestFinished(async () => {
      await Promise.all([mine.close(), theirs.close()])
      rmSync(folder, { recursive: true })
    })
    await theirs.append('notes-a', NO_STREAM, added('0'))
    const own = open(mine)
    for (let n = 1; n < 20; n++) {
      for (let again = 0; again < 3; again++)
        expect((await own.state(noteStreamType, 'a')).texts).toHaveLength(n)
      await (n % 2 ? theirs : mine).append('notes-a', n - 1, added(String(n)))
    }
    expect(reads.length).toBeLessThan(2 * 20)
  })

  test('Every state includes all that was appended before it was asked for, in any order of appends and readers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(2), fc.nat(4)), { minLength: 10, maxLength: 60 }),
        async (steps) => {
          const store = trackedStore()
          // A read of the log takes a few turns, so that appends come in between.
          const slow: EventStore['read'] = async (...asked) => {
            const events = await store.read(...asked)
            for (let turns = 0; turns < 30; turns++) await Promise.resolve()
            return events
          }
          const own = createStreamReader(
            { ...store, read: slow },
            createCodec({ NoteAdded: [], NotesCleared: [] }),
          )
          const written = [0, 0, 0]
          const checks: Promise<void>[] = []
          for (const [id, kind] of steps) {
            if (kind === 0) for (let turns = 0; turns < id; turns++) await Promise.resolve()
            else if (kind === 1) await store.append(`notes-${id}`, written[id]!++ - 1, added('more'))
            else {
              const least = written[id]!
              checks.push(
                own
                  .state(noteStreamType, String(id))
                  .then(({ texts }) => expect(texts.length).toBeGreaterThanOrEqual(least)),
              )
            }
          }
          await Promise.all(checks)
          for (const id of [0, 1, 2])
            expect((await own.state(noteStreamType, String(id))).texts).toHaveLength(written[id]!)
        },
      ),
      { numRuns: 500 },
    )
  })
})
