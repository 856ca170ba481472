// Measures each endpoint on a trip at all its limits at once, over a log in SQLite.

import { sharedEqually } from '#core/money/events.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { idFrom } from '#core/kernel/ids.ts'
import type { DomainEvent } from '#core/kernel/decider.ts'
import { limits } from '#core/kernel/limits.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import { openEventStore } from '#api/stores/openEventStore.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { writeStream } from '#tests/support/writeStream.ts'
import type { Row } from './figures.ts'

const MOST_MS = 250
const TIMES = 9
const GUESTS = 50
const TRIP = idFrom('bench', 'a trip at its limits')
const PEOPLE = ['ann', 'ben'] as const
type Scene = Product<(typeof PEOPLE)[number]>

export async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'limits-'))
  const store = await openEventStore({
    dataDir: folder,
    eventStoreDbUrl: undefined,
    onError: console.error,
    onBack: () => undefined,
  })
  try {
    const begun = await startProduct({ people: PEOPLE, store })
    await write(store, begun.people.ann)
    await begun.stop()
    // As after a restart: of the trip only the documents are in memory.
    const product = await startProduct({ people: PEOPLE, store })
    try {
      return await measured(product)
    } finally {
      await product.stop()
    }
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
  }
}

async function measured(product: Scene): Promise<Row[]> {
  const ann = product.as('ann')
  const trip = `/trips/${TRIP}`
  const everybody = [product.people.ann, ...others()].map(({ id }) => id).concat(guests().map(({ id }) => id))
  let turn = 0
  const expense = () => ({
    description: `Dinner ${turn++}`,
    amount: 123.45,
    category: 'food',
    sharedBy: everybody,
  })
  const added = (await ann.post(`${trip}/expenses`, expense())).status
  if (added !== 409) throw new Error(`The trip is not at its limit: one more expense got ${added}`)
  const first = idFrom('expense', '0')
  const calls: [string, () => Promise<{ status: number; headers: Record<string, unknown> }>][] = [
    [
      'edit of an expense with 200 sharers',
      () => ann.put(`/expenses/${first}`, { description: `Dinner ${turn++}` }),
    ],
    ['the trip', () => ann.get(trip)],
    ['its participants', () => ann.get(`${trip}/all-participants`)],
    ['its itinerary', () => ann.get(`${trip}/itinerary`)],
    ['its expenses of a category', () => ann.get(`${trip}/expenses?category=other`)],
    ['all its expenses', () => ann.get(`${trip}/expenses`)],
    ['the summary of its expenses', () => ann.get(`${trip}/expense-summary`)],
    ['its balances', () => ann.get(`${trip}/balances`)],
    ['its pool', () => ann.get(`${trip}/pool`)],
    ['its settlement', () => ann.get(`${trip}/settlement`)],
    [
      'a payment',
      () =>
        ann.post(`${trip}/payments`, {
          from: who(everybody[0]!),
          to: who(everybody[1]!),
          amount: ++turn,
          confirm: true,
        }),
    ],
    ['its chats', () => ann.get(`${trip}/chats`)],
    ['all conversations', () => ann.get('/conversations')],
    ['its history', () => ann.get(`${trip}/history?limit=100`)],
    ['a past state of the trip', () => ann.get(`${trip}/history/12345`)],
    ['all trips', () => ann.get('/trips')],
  ]
  const rows: Row[] = []
  for (const [name, call] of calls) {
    const times: number[] = []
    for (let i = 0; i < TIMES; i++) {
      const response = await call()
      if (response.status >= 400) throw new Error(`${name} got ${response.status}`)
      times.push(msOf(product, response.headers['x-request-id']))
    }
    const firstMs = times[0]!
    const value = times.toSorted((a, b) => a - b)[TIMES >> 1]!
    rows.push({
      name: `${name}, at the server`,
      value,
      unit: 'ms',
      target: `≤ ${MOST_MS}`,
      met: value <= MOST_MS,
      note: `the first ${firstMs} ms`,
    })
  }
  return rows
}

const who = (id: string) => ({ id, type: 'user' })

/** From the line of the request in the log, without the time that the client needs. */
function msOf({ logLines: logged }: Scene, requestId: unknown): number {
  const line = logged.findLast((one) => one.includes(String(requestId)) && one.includes('"msg":"request"'))
  if (!line) throw new Error(`No line of ${String(requestId)}`)
  return (JSON.parse(line) as { ms: number }).ms
}

const others = () =>
  Array.from({ length: limits.peopleOnTrip.max - GUESTS - 1 }, (_, i) => ({
    id: idFrom('person', String(i)),
    username: `person${i}`,
  }))
const guests = () =>
  Array.from({ length: GUESTS }, (_, i) => ({
    id: idFrom('guest', String(i)),
    name: `Guest ${i}`,
    role: 'member',
  }))

async function write(store: EventStore, ann: { id: string; username: string }): Promise<void> {
  const users = [ann, ...others()]
  const people = [
    ...users.map(({ id }) => ({ type: 'user' as const, id })),
    ...guests().map(({ id }) => ({ type: 'guest' as const, id })),
  ]
  const details = {
    title: 'Everybody, everywhere',
    description: null,
    destination: 'All over',
    startDate: '2026-05-02',
    endDate: '2027-05-01',
    status: 'in_progress',
    budget: null,
    currency: 'HKD' as const,
    isPublic: false,
  }
  await writeStream(
    store,
    `trip-${TRIP}`,
    [
      { type: 'TripPlanned', data: { tripId: TRIP, details, organizer: ann } },
      ...others().map((user) => ({
        type: 'ParticipantInvited',
        data: { invitationId: idFrom(user.id, 'invited'), user, invitedBy: ann },
      })),
      ...guests().map((guest) => ({ type: 'GuestAdded', data: { guest, addedBy: ann } })),
    ],
    ann.id,
  )
  const money = Array.from({ length: limits.expensesOfTrip.max }, (_, i): DomainEvent => {
    const expense = sharedEqually({
      id: idFrom('expense', String(i)),
      description: `Dinner number ${i}`,
      amount: 100 + ((i * 7919) % 99_991),
      currency: 'HKD' as const,
      category: i % 100 === 0 ? 'other' : 'food',
      payer: i % 10 === 0 ? { type: 'pool' } : people[(i * i + 3 * i) % people.length]!,
      // Everybody shares every fiftieth.
      sharedBy:
        i % 50 === 0 ? people : Array.from({ length: 5 }, (_, j) => people[(i * 7 + j) % people.length]!),
      expenseDate: `2026-${String(5 + (i % 8)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')}`,
      receiptUrl: null,
      notes: null,
      original: null,
    })
    return { type: 'ExpenseAdded', data: { expense } }
  })
  await writeStream(store, `money-${TRIP}`, money, ann.id)
  const activities = Array.from({ length: limits.activitiesOfTrip.max }, (_, i): DomainEvent => {
    const activity = {
      id: idFrom('activity', String(i)),
      date: new Date(Date.UTC(2026, 4, 2 + (i % 365))).toISOString().slice(0, 10),
      title: `Walk number ${i}`,
      description: null,
      startTime: '10:00',
      endTime: null,
      location: null,
      status: 'planned',
      sortOrder: i % 20,
    }
    return { type: 'ActivityAdded', data: { activity } }
  })
  await writeStream(store, `itinerary-${TRIP}`, activities, ann.id)
  for (let i = 0; i < limits.chatsOfTrip.max; i++) {
    const conversationId = idFrom('chat', String(i))
    const data = { conversationId, tripId: TRIP, name: `Chat ${i}`, description: null, createdBy: ann }
    await writeStream(store, `conversation-${conversationId}`, [{ type: 'TripChatCreated', data }], ann.id)
  }
}
