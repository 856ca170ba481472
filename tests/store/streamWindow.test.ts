// A stream that grows forever is folded from its first event and its newest ones, by lanes and by readers.

import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { RecordedEventOf } from '#core/kernel/decider.ts'
import { createCodec } from '#core/store/codec.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import { createCommandHandler } from '#core/store/commandHandler.ts'
import { emptyStream } from '#core/store/foldedStream.ts'
import { StreamCache } from '#core/store/streamCache.ts'
import type { StreamType } from '#core/store/streamType.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { createStreamReader } from '#core/store/streamReader.ts'
import { expectChains } from '#tests/store/chain.ts'
import type { NoteEvent } from '#tests/store/notes.ts'

interface Seen {
  texts: string[]
}

const kind: StreamType<Seen, string, NoteEvent> = {
  prefix: 'notes-',
  foldWindow: 3,
  initialState: () => ({ texts: [] }),
  evolve: ({ texts }, event: RecordedEventOf<NoteEvent>) =>
    void texts.push(event.type === 'NoteAdded' ? event.data.text : 'cleared'),
  decide: (text) => [{ type: 'NoteAdded', data: { text } }],
}
const codec = createCodec({ NoteAdded: [], NotesCleared: [] })

let store: EventStore
beforeEach(() => void (store = createMemoryEventStore()))

/** A new process; its `add` returns the state that a note was decided on, and the outcome. */
function process() {
  const handle = createCommandHandler({ store, codec, reader: createStreamReader(store, codec) })
  return async (text: string, key: string = randomUUID()) => {
    let seen: string[] | undefined
    const outcome = await handle(kind, 'a', {
      command: 'Add',
      actor: 'ann',
      at: '2026-05-02T10:00:00.000Z',
      key,
      digest: text,
      requestId: 'r',
      decide: async ({ texts }: Seen) => {
        seen = [...texts]
        return kind.decide(text, { texts })
      },
      toResponse: ({ texts }: Seen, events) => ({ texts: [...texts], events: events.length }),
    })
    return { seen, outcome }
  }
}

async function write(count: number): Promise<void> {
  const add = process()
  for (let n = 0; n < count; n++) await add(String(n))
}

describe('a lane', () => {
  it.each([
    [0, []],
    [1, ['0']],
    [3, ['0', '1', '2']],
    [4, ['0', '1', '2', '3']],
    [5, ['0', '2', '3', '4']],
    [9, ['0', '6', '7', '8']],
  ])('A lane of %i events sees the first and the newest three', async (count, expected) => {
    await write(count)
    expect((await process()('x')).seen).toEqual(expected)
    expectChains(await store.read('notes-a'))
  })

  it('A lane that another process overtook catches up with the newest events', async () => {
    const [one, other] = [process(), process()]
    await one('a')
    for (const text of ['b', 'c']) await other(text)
    expect((await one('d')).seen).toEqual(['a', 'b', 'c'])
    for (const text of ['e', 'f', 'g', 'h']) await other(text)
    expect((await one('i')).seen?.slice(-3)).toEqual(['f', 'g', 'h'])
    expectChains(await store.read('notes-a'))
  })

  it('A lane answers a repeat from the first event and the command’s own', async () => {
    const [add, key, first] = [process(), randomUUID(), randomUUID()]
    await add('0', first)
    expect((await add('0', first)).outcome).toMatchObject({
      replayed: true,
      response: { texts: ['0'], events: 1 },
    })
    await write(4)
    await add('once', key)
    for (const again of [add, process()]) {
      const { outcome, seen } = await again('once', key)
      expect(seen).toBeUndefined()
      expect(outcome).toMatchObject({
        replayed: true,
        changed: true,
        response: { texts: ['0', 'once'], events: 1 },
      })
    }
  })

  it('A lane remembers the commands of its window', async () => {
    const [add, key] = [process(), randomUUID()]
    await add('once', key)
    await write(3)
    // From then on the caller's own state has to recognize a repeat.
    expect((await add('once', key)).outcome).toMatchObject({ replayed: false, changed: true })
  })
})

describe('a reader', () => {
  it('A reader sees the first and the newest three events, and continues from there', async () => {
    const reader = createStreamReader(store, codec)
    await write(2)
    expect((await reader.state(kind, 'a')).texts).toEqual(['0', '1'])
    await write(2)
    expect((await reader.state(kind, 'a')).texts).toEqual(['0', '1', '0', '1'])
    await write(9)
    expect((await reader.state(kind, 'a')).texts.slice(-3)).toEqual(['6', '7', '8'])
    expect((await createStreamReader(store, codec).state(kind, 'a')).texts).toEqual(['0', '6', '7', '8'])
  })
})

describe('stream cache', () => {
  it('The cache counts a stream by its folded events, so that a long stream does not evict the others', () => {
    const kept = new StreamCache(20)
    const at = (weight: number) => ({ ...emptyStream<Seen>(kind), weight })
    kept.set('short', at(3), kind)
    kept.set('long', at(100_000), kind)
    expect([kept.get('short'), kept.get('long')].every(Boolean)).toBe(true)
    const whole: StreamType<Seen, string, NoteEvent> = { ...kind }
    delete whole.foldWindow
    kept.set('longer', at(100_000), whole)
    expect([kept.get('short'), kept.get('long'), kept.get('longer')].map(Boolean)).toEqual([
      false,
      false,
      true,
    ])
  })
})
