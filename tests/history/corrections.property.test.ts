// Whatever was doubled or written without regard to what came before: after its corrections a stream gives the same records
// to the decider and to the read models, and sums over exactly these.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { correctionsOf } from '#core/history/corrections.ts'
import { itineraryStreamType } from '#core/itinerary/decider.ts'
import type { DomainEvent, RecordedEvent } from '#core/kernel/decider.ts'
import { moneyStreamType } from '#core/money/decider.ts'
import { applyEvent, emptyLedger, type Ledger } from '#core/money/balances/ledger.ts'
import { recordLists } from '#projections/recordLists.ts'
import { flattenChunks } from '#projections/platform/chunks.ts'
import type { AnyProjection } from '#projections/platform/projection.ts'
import { sha256 } from '#api/platform/sha256.ts'
import * as records from '#tests/money/records.ts'
import { user } from '#tests/money/records.ts'

const at = '2026-05-02T10:00:00.000Z'
const corrections = (events: readonly RecordedEvent[]) => correctionsOf(events, { at, sha256 })

const amount = fc.integer({ min: 1, max: 5 }).map((units) => units * 100)
const expense = fc.record({ id: fc.constantFrom('e1', 'e2'), amount }).map(({ id, amount: cents }) => ({
  ...records.expense(id, user('ann'), cents, [user('ann'), user('ben')]),
  description: `Taxi for ${cents}`,
}))
const contribution = amount.map((cents) => records.contribution('c1', user('ann'), cents))
const payment = amount.map((cents) => records.payment('p1', user('ann'), user('ben'), cents))
const restored = { recordedBy: 'ann', createdAt: at }
/** Decided without regard to each other, so any event can follow any other. */
const moneyEvent: fc.Arbitrary<DomainEvent> = fc.oneof(
  expense.map((it) => ({ type: 'ExpenseAdded', data: { expense: it } })),
  fc.tuple(expense, amount).map(([it, cents]) => ({
    type: 'ExpenseEdited',
    data: { was: it, expense: { ...it, description: `Bus for ${cents}` } },
  })),
  expense.map((it) => ({ type: 'ExpenseRemoved', data: { expense: it } })),
  expense.map((it) => ({ type: 'ExpenseRestored', data: { expense: it, ...restored } })),
  contribution.map((it) => ({ type: 'ContributionMade', data: { contribution: it } })),
  contribution.map((it) => ({ type: 'ContributionRemoved', data: { contribution: it } })),
  payment.map((it) => ({ type: 'PaymentMade', data: { payment: it } })),
  payment.map((it) => ({ type: 'PaymentUndone', data: { payment: it } })),
  fc.tuple(expense, payment).map(([one, other]) => ({
    type: 'ImportApplied',
    data: {
      import: {
        ...{ id: 'i', source: 'Splitwise', fileHash: 'f', currency: 'HKD' },
        ...{ expenses: [one], payments: [other] },
      },
    },
  })),
)
const activity = fc.record({ id: fc.constantFrom('a1', 'a2'), title: fc.constantFrom('Walk', 'Swim') })
const activityEvent: fc.Arbitrary<DomainEvent> = fc.oneof(
  activity.map((it) => ({ type: 'ActivityAdded', data: { activity: it } })),
  activity.map((it) => ({ type: 'ActivityChanged', data: { was: it, activity: { ...it, title: 'Rest' } } })),
  activity.map((it) => ({ type: 'ActivityRemoved', data: { activity: it } })),
)

let next = 0
function recorded(events: readonly DomainEvent[], from = 0): RecordedEvent[] {
  return events.map((event, n) => ({
    ...event,
    stream: 's-1',
    revision: from + n,
    position: '',
    meta: { actor: 'ann', at, key: String(next++), digest: '', requestId: String(n), v: 1, prev: null },
  }))
}
const corrected = (events: readonly DomainEvent[]): RecordedEvent[] => {
  const before = recorded(events)
  return [...before, ...recorded(corrections(before).events, before.length)]
}

function listIn(projection: AnyProjection, events: readonly RecordedEvent[]): { id: string }[] {
  const doc = events.reduce<unknown>(
    (folded, event) => projection.on[event.type]?.(folded, event as never, '1') ?? folded,
    projection.empty('1'),
  )
  return flattenChunks(doc as { id: string }[][])
}

const byId = (records: Iterable<{ id: string }>) => Object.fromEntries([...records].map((it) => [it.id, it]))

test('Money that was recorded twice, removed twice or changed at once is counted once and listed once', () => {
  fc.assert(
    fc.property(fc.array(moneyEvent, { maxLength: 12 }), (events) => {
      const all = corrected(events)
      const state = moneyStreamType.initialState()
      let ledger: Ledger = emptyLedger
      for (const event of all) {
        moneyStreamType.evolve(state, event as never)
        ledger = applyEvent(ledger, event as never)
      }
      let anew: Ledger = emptyLedger
      for (const [projection, records, name, type] of [
        [recordLists.expenses, state.expenses, 'expense', 'ExpenseAdded'],
        [recordLists.contributions, state.contributions, 'contribution', 'ContributionMade'],
        [recordLists.payments, state.payments, 'payment', 'PaymentMade'],
      ] as const) {
        const list = listIn(projection as AnyProjection, all)
        expect(list).toHaveLength(records.size)
        expect(byId(list)).toEqual(byId(records.values()))
        for (const record of records.values())
          anew = applyEvent(anew, { type, data: { [name]: record } } as never)
      }
      expect(ledger).toEqual(anew)
      expect(corrections(all).events, 'nothing is left to correct').toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('A record is brought back into a list whose last part it begins', () => {
  const [one] = fc.sample(expense, 1)
  const fillers = Array.from({ length: 49 }, (_, n) => ({
    type: 'ExpenseAdded',
    data: { expense: { ...one!, id: `filler ${n}` } },
  }))
  const removed = { type: 'ExpenseRemoved', data: { expense: one } }
  const all = corrected([{ type: 'ExpenseAdded', data: { expense: one } }, ...fillers, removed, removed])
  expect(all.slice(-3).map(({ type }) => type)).toEqual([
    'ExpenseRestored',
    'ExpenseRestored',
    'ExpenseRemoved',
  ])
  expect(listIn(recordLists.expenses as AnyProjection, all)).toHaveLength(49)
})

test('An activity that was added twice is listed once', () => {
  fc.assert(
    fc.property(fc.array(activityEvent, { maxLength: 12 }), (events) => {
      const all = corrected(events)
      const state = itineraryStreamType.initialState()
      for (const event of all) itineraryStreamType.evolve(state, event as never)
      const list = listIn(recordLists.activities as AnyProjection, all)
      expect(list).toHaveLength(state.activities.size)
      expect(byId(list)).toEqual(byId(state.activities.values()))
    }),
  )
})

describe('what is said', () => {
  test('A record that two nodes added for one command is named and counted once', () => {
    const [taxi] = fc.sample(expense, 1)
    const [first, second] = recorded([
      { type: 'ExpenseAdded', data: { expense: taxi } },
      { type: 'ExpenseAdded', data: { expense: taxi } },
    ])
    const doubled = [first!, { ...second!, meta: { ...second!.meta, key: first!.meta.key } }]
    const { events, findings } = corrections(doubled)
    expect(events.map(({ type }) => type)).toEqual(['ExpenseRemoved', 'ExpenseRemoved', 'ExpenseRestored'])
    expect(findings).toEqual([
      `ExpenseAdded of ann at ${at} was done 2 times, by events 0 and 1`,
      expect.stringContaining(`expense “${taxi!.description}”`) as string,
    ])
  })

  const message = (id: string, seq: number, createdAt = at) => ({
    type: 'MessageSent',
    data: { conversationId: 'c', message: { id, seq, content: id, createdAt, sender: user('ann') } },
  })
  const edit = (messageId: string, content: string, editedAt: string) => ({
    type: 'MessageEdited',
    data: { conversationId: 'c', messageId, content, editedAt },
  })
  const [later, latest] = ['2026-05-02T10:00:01.000Z', '2026-05-02T10:00:02.000Z']

  test.each([
    ['the later of two with one number', [message('a', 1), message('b', 1, later)], ['a']],
    ['the first of two of one time', [message('a', 1), message('b', 1)], ['b']],
    ['one that was edited later', [message('a', 1), message('b', 1, later), edit('a', 'new', latest)], ['b']],
    ['one of two numbers', [message('z', 4), message('x', 5), message('x', 4)], []],
    ['a doubled message', [message('a', 1), message('b', 2), message('b', 2)], []],
  ])('Devices show %s, and each message that they do not show is sent again', (_, events, again) => {
    const sent = corrections(recorded(events)).events
    expect(sent.map(({ data }) => (data as { message: { content: string } }).message.content)).toEqual(again)
  })

  test('A message is sent again as it was last edited, with a number and a time of its own', () => {
    const hidden = [message('a', 7), message('b', 7, later), edit('a', 'as edited', at)]
    const { events } = corrections(recorded(hidden))
    expect(events).toMatchObject([
      { data: { message: { seq: 8, content: 'as edited', createdAt: later, clientMessageId: null } } },
    ])
    expect(corrections(recorded([...hidden, ...events])).events, 'once').toEqual([])
  })
})
