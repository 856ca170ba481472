// The smallest stream type, for tests of the command handler: a list of at most three notes.

import { randomUUID } from 'node:crypto'
import {
  type Decision,
  type DomainEvent,
  type EventMetadata,
  type RecordedEventOf,
  refuse,
} from '#core/kernel/decider.ts'
import { createCodec } from '#core/store/codec.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import type { CommandAttempt, HandleCommand, CommandOutcome } from '#core/store/command.ts'
import { createCommandHandler } from '#core/store/commandHandler.ts'
import type { StreamType } from '#core/store/streamType.ts'
import { createStreamReader } from '#core/store/streamReader.ts'
import { waitToRetry } from '#api/platform/waitToRetry.ts'

export interface Notes {
  texts: string[]
}
export type NoteEvent =
  DomainEvent<'NoteAdded', { text: string }> | DomainEvent<'NotesCleared', Record<string, never>>
export type NoteCommand = { type: 'Add'; text: string } | { type: 'Clear' }

export const MOST = 3

export const noteStreamType: StreamType<Notes, NoteCommand, NoteEvent> = {
  prefix: 'notes-',
  initialState: () => ({ texts: [] }),
  evolve(state, event: RecordedEventOf<NoteEvent>) {
    if (event.type === 'NotesCleared') state.texts = []
    else state.texts.push(event.data.text)
  },
  decide(command, { texts }): Decision<NoteEvent> {
    if (command.type === 'Clear') return texts.length === 0 ? [] : [{ type: 'NotesCleared', data: {} }]
    if (texts.length === MOST) return refuse('Full')
    return [{ type: 'NoteAdded', data: { text: command.text } }]
  },
}

export const codec = createCodec({ NoteAdded: [], NotesCleared: [] })

/** The command handler of one process. */
export function startHandler(
  store: EventStore,
  options: { batch?: number; maxCachedEvents?: number } = {},
): HandleCommand {
  return createCommandHandler({
    store,
    codec,
    reader: createStreamReader(store, codec),
    waitToRetry,
    ...options,
  })
}

/** The outcome's value is the notes after the command. */
type NotesOutcome = CommandOutcome<string[]>

export function send(
  handle: HandleCommand,
  command: NoteCommand,
  more: Partial<CommandAttempt<Notes, NoteEvent, string[]>> = {},
): Promise<NotesOutcome> {
  return handle(noteStreamType, 'a', {
    command: command.type,
    actor: 'ann',
    at: '2026-05-02T10:00:00.000Z',
    key: randomUUID(),
    digest: JSON.stringify(command),
    requestId: 'r',
    decide: async (state) => noteStreamType.decide(command, state),
    toResponse: ({ texts }) => [...texts],
    ...more,
  })
}

export const add = (text: string): NoteCommand => ({ type: 'Add', text })
export const clear: NoteCommand = { type: 'Clear' }

/** The notes of an outcome, or the refusal. */
export const outcomeOf = (outcome: NotesOutcome) =>
  outcome.refusal ? outcome.refusal.refused : outcome.response

export function metaOf(key: string): EventMetadata {
  const at = '2026-05-02T10:00:00.000Z'
  return { actor: 'ann', at, key, digest: 'd', requestId: 'r', v: 1, prev: null }
}
