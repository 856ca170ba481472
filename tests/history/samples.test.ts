// The log outlives the program that wrote it: a stored sample of every event in every version is still read. Samples
// are only ever added, by `node tests/history/addSamples.ts`.

import { describe, expect, it } from 'vitest'
import type { DomainEvent } from '#core/kernel/decider.ts'
import { hashEvent, isUuid } from '#core/kernel/ids.ts'
import { type Activity, activityFieldNames } from '#core/itinerary/activity.ts'
import { type Expense, plainExpenseFields } from '#core/money/events.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'
import { createCodec } from '#core/store/codec.ts'
import { emptyStream, foldEvent } from '#core/store/foldedStream.ts'
import { projections } from '#api/projections.ts'
import {
  hashOf,
  kindOf,
  listed,
  rosters,
  sampleFiles,
  sampleIn,
  versionIn,
  versions,
} from '#tests/history/samples.ts'

const codec = createCodec(...rosters)
const files = sampleFiles()

describe('the samples', () => {
  it('The samples contain every event in every version', () => {
    const have = new Set(files.map(versionIn))
    expect(versions.filter((version) => !have.has(version))).toEqual([])
  })

  it('The samples are the same as on the day they were taken, and none is missing', () => {
    expect(Object.fromEntries(files.map((file) => [file, hashOf(file)]))).toEqual(
      Object.fromEntries(listed()),
    )
  })
})

describe.each(files)('the sample %s', (file) => {
  const stored = sampleIn(file)

  it('The sample is an event as the log holds it', () => {
    expect(Object.keys(stored).toSorted()).toEqual(['data', 'meta', 'position', 'revision', 'stream', 'type'])
    expect(`${stored.type}.v${stored.meta.v}`).toBe(versionIn(file))
    expect(Object.keys(stored.meta).toSorted()).toEqual(
      ['actor', 'at', 'digest', 'key', 'prev', 'requestId', 'v'].toSorted(),
    )
    expect(isUuid(stored.meta.key)).toBe(true)
    expect(hashEvent(stored)).toMatch(/^[0-9a-f]{64}$/)
  })

  it('The sample is decoded by its stream', () => {
    const kind = kindOf(stored)
    expect(kind, stored.stream).toBeDefined()
    const folded = emptyStream(kind!)
    foldEvent(kind!, folded, codec, stored)
    expect(JSON.stringify(folded.state)).toBeTypeOf('string')
  })

  it('The sample is handled by every projection of its event', () => {
    const event = codec.decode(stored)
    for (const projection of projections.filter(({ on }) => Object.hasOwn(on, stored.type)))
      for (const key of projection.keys(event)) {
        const before = projection.empty(key)
        const text = JSON.stringify(before)
        const after = projection.on[stored.type]!(before, event as never, key) as unknown
        expect(() => JSON.stringify(after)).not.toThrow()
        expect(JSON.stringify(before), `${projection.name} changes its document in place`).toBe(text)
      }
  })
})

it.each(files.filter((file) => file.startsWith('Expense')))(
  'The expense in the sample %s has every field, and null where its version has none',
  (file) => {
    const { expense, was = expense } = codec.decode<ExpenseSample>(sampleIn(file)).data
    for (const decoded of [expense, was]) expect(decoded).toMatchObject(plainExpenseFields(decoded))
  },
)
it.each(files.filter((file) => file.startsWith('Activity')))(
  'The activity in the sample %s has exactly the fields of an activity',
  (file) => {
    const { activity, was = activity } = codec.decode<ActivitySample>(sampleIn(file)).data
    const fields = ['id', ...Object.keys(activityFieldNames)].toSorted()
    for (const decoded of [activity, was]) expect(Object.keys(decoded).toSorted()).toEqual(fields)
  },
)
type ActivitySample = DomainEvent<string, { activity: Activity; was?: Activity }>
type ExpenseSample = DomainEvent<string, { expense: Expense; was?: Expense }>

describe('personal data in events', () => {
  it('An event identifies people by id and name, and contains no address or right', () => {
    const texts = files
      .map(sampleIn)
      .filter(({ type }: StoredEvent) => type !== 'UserRegistered' && type !== 'GuestContactSet')
      .map((event) => JSON.stringify(event))
    expect(texts.filter((text) => /@example|isAdmin|5550/.test(text))).toEqual([])
  })
})
