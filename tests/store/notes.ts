// The smallest stream there is, for tests of the command handler: a list of notes that holds three at the most.

import { randomUUID } from 'node:crypto'
import type { Decision, Fact, Meta, RecordedOf } from '#core/kernel/decider.ts'
import { refuse } from '#core/kernel/decider.ts'
import { createCodec } from '#core/store/codec.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import type { Attempt, Handle, Outcome } from '#core/store/handle.ts'
import { createHandler } from '#core/store/handle.ts'
import type { StreamKind } from '#core/store/kept.ts'
import { createReader } from '#core/store/reader.ts'

export interface Notes {
  texts: string[]
}
export type NoteFact = Fact<'NoteAdded', { text: string }> | Fact<'NotesCleared', Record<string, never>>
export type NoteCommand = { type: 'Add'; text: string } | { type: 'Clear' }

export const MOST = 3

export const noteKind: StreamKind<Notes, NoteCommand, NoteFact> = {
  prefix: 'notes-',
  initial: () => ({ texts: [] }),
  evolve(state, event: RecordedOf<NoteFact>) {
    if (event.type === 'NotesCleared') state.texts = []
    else state.texts.push(event.data.text)
  },
  decide(command, { texts }): Decision<NoteFact> {
    if (command.type === 'Clear') return texts.length === 0 ? [] : [{ type: 'NotesCleared', data: {} }]
    if (texts.length === MOST) return refuse('Full')
    return [{ type: 'NoteAdded', data: { text: command.text } }]
  },
}

const codec = createCodec({ NoteAdded: [], NotesCleared: [] })

/** The handler of one process. */
export function process(store: EventStore, options: { batch?: number; keepEvents?: number } = {}): Handle {
  return createHandler({ store, codec, reader: createReader(store, codec), ...options })
}

/** What a caller is told: the notes after the command. */
type Told = Outcome<string[]>

export function send(
  handle: Handle,
  command: NoteCommand,
  more: Partial<Attempt<Notes, NoteFact, string[]>> = {},
): Promise<Told> {
  return handle(noteKind, 'a', {
    command: command.type,
    actor: 'ann',
    at: '2026-05-02T10:00:00.000Z',
    key: randomUUID(),
    digest: JSON.stringify(command),
    requestId: 'r',
    decide: async (state) => noteKind.decide(command, state),
    answer: ({ texts }) => [...texts],
    ...more,
  })
}

export const add = (text: string): NoteCommand => ({ type: 'Add', text })
export const clear: NoteCommand = { type: 'Clear' }

/** The notes of an answer, or why there is none. */
export const told = (outcome: Told) => (outcome.refusal ? outcome.refusal.refused : outcome.answer)

export function metaOf(key: string): Meta {
  const at = '2026-05-02T10:00:00.000Z'
  return { actor: 'ann', at, key, digest: 'd', requestId: 'r', v: 1, prev: null }
}
