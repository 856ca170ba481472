// Measures the trip at a change, for a trip of 10,000 changes: from the history that the server caches to the JSON of
// the response, and for the first request, which reads and folds the trip's whole log.

import type { DomainEvent } from '#core/kernel/decider.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { type Expense, sharedEqually } from '#core/money/events.ts'
import type { Codec } from '#core/store/codec.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { tripStateOf } from '#projections/history/stateAt.ts'
import type { TripHistory } from '#projections/history/tripHistory.ts'
import { createHistories } from '#api/history/histories.ts'
import { tripPrefixes } from '#api/tripStreams.ts'
import { createProductCodec } from '#api/platform/productCodec.ts'
import { type Row, atMost } from './figures.ts'

const CHANGES = 10_000
const PEOPLE = 12
const LOOKS = 400
const TRIP = idFrom('bench', 'trip')
const person = (i: number) => ({
  id: idFrom('bench', `person ${i % PEOPLE}`),
  username: `person ${i % PEOPLE}`,
})
const ref = (i: number) => ({ type: 'user' as const, id: person(i).id })

export async function bench(): Promise<Row[]> {
  const store = createMemoryEventStore()
  const codec = createProductCodec()
  await writeTrip(store, codec)
  const position = await store.head()
  const readModels = { getTogether: async () => ({ position, docs: [null] }) }
  const histories = createHistories({ store, codec, readModels, prefixes: tripPrefixes })
  const started = performance.now()
  const past = await histories.of(TRIP)
  const first = performance.now() - started
  if (past.length !== CHANGES) throw new Error(`${past.length} changes, not ${CHANGES}`)
  const times: number[] = []
  for (let i = 0; i < LOOKS; i++) times.push(await msToLook(past, 1 + ((i * 7919) % CHANGES)))
  times.sort((a, b) => a - b)
  const percentile = (share: number) => times[Math.floor(share * LOOKS)]!
  return [
    atMost(
      100,
      'ms',
      `state of a ${CHANGES.toLocaleString('en-HK')}-change trip at any change, p95`,
      percentile(0.95),
    ),
    atMost(100, 'ms', 'the same, p50', percentile(0.5)),
    atMost(2000, 'ms', 'the first request: read and fold the whole trip', first),
  ]
}

async function msToLook(past: TripHistory, n: number): Promise<number> {
  const start = performance.now()
  const docs = await past.docsAt(n)
  const reader = { userId: person(0).id, emailOf: () => null }
  JSON.stringify({ body: tripStateOf({ ...docs, trip: docs.trip! }, reader) })
  return performance.now() - start
}

/** Half of the changes add an expense; the others edit or remove one, deposit, pay, or plan. */
async function writeTrip(store: EventStore, codec: Codec): Promise<void> {
  const revisions = new Map<string, number>()
  const write = async (prefix: string, event: DomainEvent) => {
    const revision = revisions.get(prefix) ?? -1
    const meta = {
      actor: person(revision + 1).id,
      at: new Date(Date.UTC(2026, 4, 2) + revision * 60_000).toISOString(),
      key: idFrom(prefix, String(revision)),
      digest: '0'.repeat(64),
      requestId: '',
      v: codec.version(event.type),
      prev: null,
    }
    await store.append(prefix + TRIP, revision, [{ ...event, meta }])
    revisions.set(prefix, revision + 1)
  }
  const details = {
    title: 'A long trip',
    description: null,
    destination: 'Everywhere',
    startDate: '2026-05-02',
    endDate: '2027-05-01',
    status: 'in_progress',
    budget: null,
    currency: 'HKD',
    isPublic: false,
  }
  await write('trip-', { type: 'TripPlanned', data: { tripId: TRIP, details, organizer: person(0) } })
  for (let i = 1; i < PEOPLE; i++) {
    const data = { invitationId: idFrom('invite', String(i)), user: person(i), invitedBy: person(0) }
    await write('trip-', { type: 'ParticipantInvited', data })
  }
  const expenses: { n: number; expense: Expense }[] = []
  for (let i = 0; i < CHANGES - PEOPLE; i++) {
    const amount = 100 + ((i * 7919) % 99_991)
    const deposit = {
      id: idFrom('deposit', String(i)),
      amount,
      currency: 'HKD',
      description: 'Pool contribution',
    }
    const expense = expenseOf(i, amount)
    const old = expenses[(i * 31) % Math.max(1, expenses.length)]
    if (i % 2 === 0 || !old) {
      expenses.push({ n: i, expense })
      await write('money-', { type: 'ExpenseAdded', data: { expense } })
    } else if (i % 10 === 1) {
      const edited = expenseOf(old.n, amount)
      await write('money-', { type: 'ExpenseEdited', data: { expense: edited, was: old.expense } })
      old.expense = edited
    } else if (i % 10 === 3) {
      expenses.splice(expenses.indexOf(old), 1)
      await write('money-', { type: 'ExpenseRemoved', data: { expense: old.expense } })
    } else if (i % 10 === 5)
      await write('money-', {
        type: 'ContributionMade',
        data: { contribution: { ...deposit, contributor: ref(i) } },
      })
    else if (i % 10 === 7) {
      const payment = {
        id: idFrom('payment', String(i)),
        from: ref(i),
        to: ref(i + 1),
        amount,
        currency: 'HKD',
        note: null,
      }
      await write('money-', { type: 'PaymentMade', data: { payment } })
    } else await write('itinerary-', { type: 'ActivityAdded', data: { activity: activityOf(i) } })
  }
}

function expenseOf(i: number, amount: number): Expense {
  return sharedEqually({
    id: idFrom('expense', String(i)),
    description: `Dinner number ${i}`,
    amount,
    currency: 'HKD',
    category: 'food',
    payer: i % 10 === 0 ? { type: 'pool' } : ref(i * i + 3 * i),
    sharedBy: Array.from({ length: 5 }, (_, j) => ref(i + j)),
    expenseDate: '2026-05-02',
    receiptUrl: null,
    notes: null,
    original: null,
  })
}

function activityOf(i: number) {
  return {
    id: idFrom('activity', String(i)),
    date: '2026-05-02',
    title: `Walk ${i}`,
    description: null,
    startTime: '10:00',
    endTime: null,
    location: null,
    status: 'planned',
    sortOrder: i,
  }
}
