// The state of a stream in a process: a writer always gets the present state, and a reader gets the last read one while
// the log is unreachable.

import { beforeEach, describe, expect, test } from 'vitest'
import { createCodec } from '#core/store/codec.ts'
import { NO_STREAM, StoreUnavailable, type EventStore } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { createStreamReader, type StreamReader } from '#core/store/streamReader.ts'
import { meta } from '#tests/contracts/logDriver.ts'
import { noteStreamType } from '#tests/store/notes.ts'

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
