// What a process knows of a stream: the present, always, for whoever writes; for whoever only reads, while the log
// cannot be reached, what it said last.

import { beforeEach, describe, expect, test } from 'vitest'
import { createCodec } from '#core/store/codec.ts'
import { NO_STREAM, StoreUnavailable, type EventStore } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { createStreamReader, type StreamReader } from '#core/store/streamReader.ts'
import { meta } from '#tests/contracts/logDriver.ts'
import { noteKind } from '#tests/store/notes.ts'

const added = (text: string) => [{ type: 'NoteAdded', data: { text }, meta }]

let log: EventStore
let isAway: boolean
let reader: StreamReader
beforeEach(async () => {
  log = createMemoryEventStore()
  isAway = false
  const read: EventStore['read'] = async (...asked) => {
    if (isAway) throw new StoreUnavailable('away')
    return log.read(...asked)
  }
  reader = createStreamReader({ ...log, read }, createCodec({ NoteAdded: [], NotesCleared: [] }))
  await log.append('notes-a', NO_STREAM, added('one'))
})

describe('while the log cannot be reached', () => {
  test('who only reads is told what was read last, and who writes is told that nobody can say', async () => {
    expect(await reader.state(noteKind, 'a')).toEqual({ texts: ['one'] })
    isAway = true
    expect(await reader.lastKnown(noteKind, 'a')).toEqual({ texts: ['one'] })
    await expect(reader.state(noteKind, 'a')).rejects.toThrow(StoreUnavailable)
    await expect(reader.folded(noteKind, 'a')).rejects.toThrow(StoreUnavailable)
  })

  test('nothing is told of a stream that was never read', async () => {
    isAway = true
    await expect(reader.lastKnown(noteKind, 'a')).rejects.toThrow(StoreUnavailable)
  })

  test('nothing is lost or counted twice once it is back', async () => {
    await reader.state(noteKind, 'a')
    isAway = true
    await Promise.allSettled([reader.lastKnown(noteKind, 'a'), reader.state(noteKind, 'a')])
    await log.append('notes-a', 0, added('two'))
    isAway = false
    expect(await reader.lastKnown(noteKind, 'a')).toEqual({ texts: ['one', 'two'] })
    expect(await reader.state(noteKind, 'a')).toEqual({ texts: ['one', 'two'] })
  })
})
