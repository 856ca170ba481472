// A planted kind of record, made of what docs/architecture.md lists for one: a table, a decider, operations, a list and
// words. What all kinds have in common works for it without a line of its own.

import { noFiles } from '#core/kernel/lookups.ts'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import * as v from 'valibot'
import { recordChangeTexts } from '#core/history/changeText.ts'
import type { Decision, DomainEvent, RecordedEvent } from '#core/kernel/decider.ts'
import { endpoint } from '#core/kernel/endpoint.ts'
import { requiredText } from '#core/kernel/textFields.ts'
import { undoRecordOperation } from '#core/records/historyOperations.ts'
import { recordOperations } from '#core/records/operations.ts'
import {
  type RecordKind,
  type RecordState,
  byEventType,
  evolveRecords,
  upcastsOf,
} from '#core/records/recordKind.ts'
import { addRecord, changeRecord, removeRecord, restoreRecord } from '#core/records/rules.ts'
import { createCodec } from '#core/store/codec.ts'
import { createCommandHandler } from '#core/store/commandHandler.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { type AnyOperation, executeOperation } from '#core/store/operation.ts'
import { createStreamReader } from '#core/store/streamReader.ts'
import type { StreamType } from '#core/store/streamType.ts'
import { limit } from '#core/kernel/limits.ts'
import { tripUpcasts } from '#core/trips/events.ts'
import { recordList } from '#projections/recordLists.ts'
import { waitToRetry } from '#api/platform/waitToRetry.ts'
import { writeStream } from '#tests/support/writeStream.ts'
import { ann, ben, planned } from '#tests/trips/events.ts'

interface Idea {
  id: string
  title: string
}
interface IdeaRecord extends Idea {
  addedBy: string
  createdAt: string
  updatedAt: string
  revision: number
}
type IdeaEvent =
  | DomainEvent<'IdeaAdded', { idea: Idea }>
  | DomainEvent<'IdeaChanged', { idea: Idea; was: Idea }>
  | DomainEvent<'IdeaRemoved', { idea: Idea }>
  | DomainEvent<'IdeaRestored', { idea: Idea; addedBy: string; createdAt: string }>
const ideaEvents = {
  added: 'IdeaAdded',
  changed: 'IdeaChanged',
  removed: 'IdeaRemoved',
  restored: 'IdeaRestored',
} as const

interface IdeaTypes {
  name: 'idea'
  content: Idea
  record: IdeaRecord
  event: IdeaEvent
  list: 'ideas'
  events: typeof ideaEvents
}

const ideaKind: RecordKind<IdeaTypes> = {
  name: 'idea',
  list: 'ideas',
  events: ideaEvents,
  by: 'addedBy',
  toRecord: (idea, { by: addedBy, ...origin }) => ({ ...idea, addedBy, ...origin }),
  toContent: ({ id, title }) => ({ id, title }),
  lift: [],
  listVersion: 1,
  limit: limit(1000, (most) => `A trip can have at most ${most} ideas`),
  titleOf: ({ title }) => title,
  topic: 'plan',
}

type IdeaCommand =
  | { type: 'AddIdea'; id: string; entry: { title: string } }
  | { type: 'ChangeIdea'; id: string; changes: Partial<Idea>; ifMatch?: number | undefined }
  | { type: 'RemoveIdea'; id: string; ifMatch?: number | undefined }
  | { type: 'RestoreIdea'; removed: { idea: Idea } }

const ideaStreamType: StreamType<RecordState<IdeaTypes>, IdeaCommand, IdeaEvent> = {
  prefix: 'ideas-',
  initialState: () => ({ ideas: new Map(), removed: { ideas: new Map() } }),
  evolve: (state, event) => evolveRecords(ideaKind, state, event),
  decide(command, state): Decision<IdeaEvent> {
    switch (command.type) {
      case 'AddIdea':
        return addRecord(ideaKind, state, command, () => ({ id: command.id, ...command.entry }))
      case 'ChangeIdea':
        return changeRecord(ideaKind, state, command, (was) => ({ ...was, ...command.changes }))
      case 'RemoveIdea':
        return removeRecord(ideaKind, state, command)
      case 'RestoreIdea':
        return restoreRecord(ideaKind, state, command.removed.idea, () => null)
    }
  },
}

const ideas = recordOperations({
  kind: ideaKind,
  ...{ streamType: ideaStreamType, refusals: {}, forRules: () => ({}) },
  param: 'ideaId',
  isEntity: true,
  restoration: 'RestoreIdea',
  undoing: 'UndoIdea',
  toBody: (idea) => ({ idea }),
})
const title = requiredText({ max: 80, required: 'Title is required', tooLong: 'Title is too long' })
const add = ideas.add('AddIdea', endpoint('POST', '/trips/:tripId/ideas', 201, 'ideas-:tripId'), () =>
  v.strictObject({ title }),
)
const change = ideas.change('ChangeIdea', endpoint('PATCH', '/ideas/:ideaId'), () =>
  v.strictObject({ title }),
)
const remove = ideas.remove('RemoveIdea', endpoint('DELETE', '/ideas/:ideaId', 204))
const restore = ideas.restore(endpoint('POST', '/ideas/:ideaId/restore', 201))
const undoLast = endpoint('POST', '/trips/:tripId/history/:n/undo', 204)

const list = recordList(ideaKind)
// The subjects of the history do not name it.
const texts = recordChangeTexts(ideaKind as never, {
  fields: ({ title }: Idea) => [['Title', title]],
  text: (verb, idea: Idea, { actor }) => `${actor} ${verb} the idea ${idea.title}`,
  changedText: (changes, idea: Idea, { actor }) =>
    `${actor} changed ${changes.length} of the idea ${idea.title}`,
}) as Record<string, (data: unknown, context: never) => { text: string }>

const lifted = upcastsOf(ideaKind)
const codec = createCodec(
  tripUpcasts,
  byEventType(ideaKind, { added: lifted, changed: lifted, removed: lifted, restored: lifted }),
)
let store: EventStore
let run: (
  operation: AnyOperation,
  params: Record<string, string>,
  body?: unknown,
  ifMatch?: number,
) => ReturnType<typeof executeOperation<{ idea: IdeaRecord }>>

beforeEach(async () => {
  store = createMemoryEventStore()
  await writeStream(store, 'trip-trip', [planned()], ann.id)
  const handleCommand = createCommandHandler({
    store,
    codec,
    reader: createStreamReader(store, codec),
    waitToRetry,
  })
  const lookups = {
    users: async () => new Map(),
    currencyInUse: async () => null,
    hasMoney: async () => false,
    counts: async () => new Map(),
    ...noFiles,
  }
  let seconds = 0
  run = (operation, params, body, ifMatch) =>
    executeOperation(
      {
        ...{ handleCommand, lookups },
        findEntity: async (id) => ({ tripId: 'trip', id }),
        streamOfKey: async () => null,
        clock: () => Date.UTC(2026, 4, 1, 12, 0, seconds++),
      },
      operation,
      { params, body, by: ann, key: randomUUID(), requestId: 'r', ...(ifMatch !== undefined && { ifMatch }) },
    )
})

const log = async () => {
  const events = await store.read('ideas-trip')
  return events.map((event) => codec.decode<IdeaEvent>(event))
}
const undo = async (laterBy: string | null = null) => {
  const last = (await log()).at(-1)!
  return undoRecordOperation(ideas.of, undoLast, last as IdeaEvent, laterBy)
}
const listed = async () =>
  (await log()).reduce(
    (doc, event: RecordedEvent) => list.on[event.type]!(doc, event as never, 'trip')!,
    list.empty('trip'),
  )
const outcomeOf = (outcome: object) =>
  'refusal' in outcome ? (outcome.refusal as { refused: string }).refused : 'done'

it('A planted kind is added, changed, removed, restored and undone, and its list follows', async () => {
  const added = await run(add, { tripId: 'trip' }, { title: ' Tram 28 ' })
  if (!('response' in added)) throw new Error(JSON.stringify(added))
  const { id } = added.response.idea
  const of = { ideaId: id }
  expect(added.response.idea).toMatchObject({ title: 'Tram 28', addedBy: 'ann', revision: 0 })

  expect(outcomeOf(await run(change, of, { title: 'Tram 12' }, 3))).toBe('Stale')
  expect(outcomeOf(await run(change, of, { title: 'Tram 12' }, 0))).toBe('done')
  expect(outcomeOf(await run(change, of, { title: 'Tram 12' }))).toBe('done')
  expect(await listed()).toMatchObject([[{ id, title: 'Tram 12', addedBy: 'ann', revision: 1 }]])

  expect(outcomeOf(await run(await undo(), { tripId: 'trip', n: '2' }, {}))).toBe('done')
  expect(await listed()).toMatchObject([[{ title: 'Tram 28' }]])

  expect(outcomeOf(await run(remove, of))).toBe('done')
  expect(outcomeOf(await run(change, of, { title: 'Tram 1' }))).toBe('NotFound')
  expect(await listed()).toEqual([])
  expect(outcomeOf(await run(restore, of))).toBe('done')
  expect(outcomeOf(await run(restore, of))).toBe('IsThereAlready')
  expect(await listed()).toMatchObject([[{ title: 'Tram 28', createdAt: added.response.idea.createdAt }]])

  expect((await log()).map(({ type }) => type)).toEqual([
    'IdeaAdded',
    'IdeaChanged',
    'IdeaChanged',
    'IdeaRemoved',
    'IdeaRestored',
  ])
})

it('A planted kind is for the participants of a trip, and the history has words for it', async () => {
  expect(outcomeOf(await run(add, { tripId: 'elsewhere' }, { title: 'Tram 28' }))).toBe('NotFound')
  await run(add, { tripId: 'trip' }, { title: 'Tram 28' })
  const [event] = await log()
  const { text } = texts[event!.type]!(event!.data, { actor: ben.username } as never)
  expect(text).toBe('Ben added the idea Tram 28')
})
