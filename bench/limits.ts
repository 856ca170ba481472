// Measures endpoints on trips at their limits, and the search of 100,000 messages, on the default stores: a process with its log and its read models in files,
// just started. By the processor time of the thread that serves everybody: the first call, which reads what is not in
// memory, and the slowest of a few after it; and how long /healthz waits while twelve such calls run at once.

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { idFrom } from '#core/kernel/ids.ts'
import type { DomainEvent } from '#core/kernel/decider.ts'
import { activityKind } from '#core/itinerary/activity.ts'
import { limits } from '#core/kernel/limits.ts'
import { type Expense, contributionKind, paymentKind, sharedEqually } from '#core/money/events.ts'
import { charactersOf } from '#core/money/expenseLength.ts'
import { shareParts } from '#core/money/split/shares.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { PASSWORD, startProduct } from '#tests/support/product.ts'
import { writeStream } from '#tests/support/writeStream.ts'
import { atMost, type Report, type Row, table } from './figures.ts'
import { emptyClient, inFolder, start } from './writePath/program.ts'

/** Processor time of one call; a whole list is sent in slices while it is read, and may take longer in all. */
const MOST_MS = 50
const AT_ONCE = 12
/** The longest that /healthz waits beside that many calls. */
const MOST_HEALTH_MS = 250
const TIMES = 5
/** Until a change is in the file of the read models. */
const WRITTEN_AFTER_MS = 1500
const GUESTS = 50
const TRIP = idFrom('bench', 'a trip at its limits')

type Person = { type: 'user' | 'guest'; id: string }

interface Scene {
  name: string
  expenses: number
  expense(i: number, people: readonly Person[]): Expense
}

const scenes: Scene[] = [
  { name: 'expenses of 12', expenses: 20_000, expense: (i, people) => equally(i, people, 12) },
  { name: 'expenses of 200', expenses: 6000, expense: (i, people) => equally(i, people, 200) },
  { name: 'receipts', expenses: 723, expense: receipt },
]

interface Measured {
  call: string
  isWholeList: boolean
  firstMs: number
  /** Of the slowest call after the first. */
  laterMs: number
  healthMs: number
}

export async function bench(): Promise<Report> {
  const rows: Row[] = []
  const benches = [
    ...scenes.map((scene) => ({
      name: scene.name,
      write: (store: EventStore, ann: Ann) => writeTrip(store, ann, scene),
      calls: callsOfTrip,
    })),
    { name: '100,000 messages', write: writeMessages, calls: callsOfSearch },
  ]
  for (const scene of benches) {
    const measured = await inFolder((folder) => benchScene(folder, scene))
    const lines = measured.map(({ call, ...of }) => [
      call,
      ...[of.firstMs, of.laterMs, of.healthMs].map((ms) => ms.toFixed(1)),
    ])
    console.log(table([scene.name, 'first, ms', `slowest of ${TIMES - 1} more`, '/healthz beside'], lines))
    const counted = measured.filter(({ isWholeList }) => !isWholeList)
    const slowest = (
      name: string,
      of: readonly Measured[],
      figure: 'firstMs' | 'laterMs' | 'healthMs',
      most: number,
    ): Row => {
      const worst = of.reduce((worst, one) => (one[figure] > worst[figure] ? one : worst))
      return atMost(most, 'ms', `${scene.name}: ${name}`, worst[figure], worst.call)
    }
    rows.push(
      slowest('slowest call', counted, 'laterMs', MOST_MS),
      slowest('slowest first call', counted, 'firstMs', MOST_MS),
      slowest(`/healthz beside ${AT_ONCE} calls`, measured, 'healthMs', MOST_HEALTH_MS),
    )
  }
  return { rows, below: '' }
}

type Ann = { id: string; username: string }
type Send = (method: string, path: string, body?: unknown, key?: string) => Promise<string>
type Call = [name: string, call: () => Promise<unknown>, kind?: 'list' | 'change']

interface Measurement {
  write(store: EventStore, ann: Ann): Promise<void>
  calls(send: Send): Call[]
}

async function benchScene(folder: string, { write, calls }: Measurement): Promise<Measured[]> {
  const store = await openSqliteEventStore({ file: `${folder}/events.db` })
  const begun = await startProduct({ people: ['ann'], store })
  await begun.stop()
  await write(store, begun.people.ann)
  await store.close()
  const env = { DATA_DIR: folder, CLIENT_DIR: emptyClient(folder), DEMO_DATA: 'off' }
  // Builds the read models; after it nothing of the trip is in memory.
  const built = await start(['api/main.ts'], env)
  while (!(await fetch(`http://127.0.0.1:${built.port}/readyz`)).ok) await after(100)
  await built.end()
  const { port, pid } = await start(['api/main.ts'], env)
  return measure(`http://127.0.0.1:${port}`, pid, calls)
}

async function measure(url: string, pid: number, callsOf: Measurement['calls']): Promise<Measured[]> {
  let token = ''
  const send: Send = async (method, path, body, key = randomUUID()) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        'Accept-Encoding': 'identity',
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json', 'Idempotency-Key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} got ${response.status}: ${text.slice(0, 300)}`)
    return text
  }
  const credentials = { username: 'ann', password: PASSWORD }
  token = (JSON.parse(await send('POST', '/auth/login', credentials)) as { token: string }).token
  await untilIdle(pid)
  const measured: Measured[] = []
  for (const [call, run, kind] of callsOf(send)) {
    const times: number[] = []
    for (let i = 0; i < TIMES; i++) {
      const before = processorMsOf(pid)
      await run()
      if (kind === 'change') await after(WRITTEN_AFTER_MS)
      times.push(processorMsOf(pid) - before)
    }
    const [firstMs = 0, ...others] = times
    const twelve = () => Promise.allSettled(Array.from({ length: AT_ONCE }, run))
    const healthMs = await longestHealth(url, twelve)
    measured.push({ call, isWholeList: kind === 'list', firstMs, laterMs: Math.max(...others), healthMs })
  }
  return measured
}

function callsOfTrip(send: Send): Call[] {
  const trip = `/trips/${TRIP}`
  const get = (path: string) => () => send('GET', path)
  const keys = Array.from({ length: TIMES + AT_ONCE }, () => randomUUID())
  const editor = () => {
    let turn = 0
    return () => {
      const n = turn++ % keys.length
      return send('PUT', `/expenses/${idFrom('expense', '0')}`, { description: `Dinner ${n}` }, keys[n])
    }
  }
  let paid = 0
  const party = (n: number) => ({ id: idFrom('person', String(n)), type: 'user' })
  const pay = () =>
    send('POST', `${trip}/payments`, { from: party(0), to: party(1), amount: ++paid / 100, confirm: true })
  return [
    ['the trip', get(trip)],
    ['its participants', get(`${trip}/all-participants`)],
    ['its balances', get(`${trip}/balances`)],
    ['its settlement', get(`${trip}/settlement`)],
    ['the summary of its expenses', get(`${trip}/expense-summary`)],
    ['a page of its expenses', get(`${trip}/expenses?limit=50`)],
    ['all its expenses', get(`${trip}/expenses`), 'list'],
    ['its pool', get(`${trip}/pool`), 'list'],
    ['its payments', get(`${trip}/payments`), 'list'],
    ['its itinerary', get(`${trip}/itinerary`), 'list'],
    ['its replica', get(`${trip}/replica`), 'list'],
    ['its chats', get(`${trip}/chats`)],
    ['all trips', get('/trips')],
    ['a page of its history', get(`${trip}/history?limit=100`)],
    ['a past state', get(`${trip}/history/500`), 'list'],
    ['an edit of an expense', editor(), 'change'],
    ['a repeat of an old edit', editor()],
    ['a payment', pay, 'change'],
    ['a page of its expenses, after changes', get(`${trip}/expenses?limit=50`)],
  ]
}

/** Of many words, as of few: all messages, most of them, and those that an old page needs. */
function callsOfSearch(send: Send): Call[] {
  const search = (query: string) => () => send('GET', `/messages/search?${query}`)
  const oldest = `conversation=${talk(0)}&before=${messageId(talk(0), 1000)}`
  return [
    ['a word that no message has', search('q=sardinhas')],
    ['words that one old message has', search('q=lighthouse+keeper')],
    ['a word that all messages have', search('q=harbour')],
    ['a word in one conversation', search(`q=sardinhas&conversation=${talk(1)}`)],
    ['the oldest messages of one', search(`q=harbour&${oldest}`)],
  ]
}

const CONVERSATIONS = 20
const talk = (n: number) => idFrom('talk', String(n))
const messageId = (conversationId: string, seq: number) => idFrom(conversationId, String(seq))

/** Of a usual length, a third of them in Chinese. */
async function writeMessages(store: EventStore, { id, username }: Ann): Promise<void> {
  const texts = [
    'We meet at the harbour at half past',
    'The boat leaves the harbour from pier',
    '我哋去中環食飯, then the harbour',
  ]
  for (let n = 0; n < CONVERSATIONS; n++) {
    const conversationId = talk(n)
    const people = [
      { id, username },
      { id: idFrom('person', String(n)), username: `person${n}` },
    ]
    const message = (i: number) => ({
      id: messageId(conversationId, i),
      seq: i + 1,
      clientMessageId: null,
      content:
        i === 3 && n === 3
          ? 'The lighthouse keeper'
          : `${texts[i % 3]} ${i % 60}, call ${username} if you are late`,
      messageType: 'text',
      sender: people[i % 2],
      replyTo: null,
      createdAt: new Date(Date.UTC(2026, 4, 1) + i * 60_000 + n).toISOString(),
    })
    await writeStream(
      store,
      `conversation-${conversationId}`,
      [
        { type: 'DirectConversationStarted', data: { conversationId, people } },
        ...manyOf(100_000 / CONVERSATIONS, (i) => ({
          type: 'MessageSent',
          data: { conversationId, message: message(i) },
        })),
      ],
      id,
    )
  }
}

/** How long the main thread of a process has run so far. */
const processorMsOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

/** What a start leaves for later is done. */
async function untilIdle(pid: number): Promise<void> {
  for (let before = -Infinity, i = 0; i < 60; i++) {
    await after(500)
    const now = processorMsOf(pid)
    if (now - before < 10) return
    before = now
  }
}

/** Asks from a thread of its own: this one reads the answers of the work. */
async function longestHealth(url: string, work: () => Promise<unknown>): Promise<number> {
  const asking = new Worker(ASK, { eval: true, workerData: `${url}/healthz` })
  await once(asking, 'message')
  await work()
  asking.postMessage('done')
  const [longest] = (await once(asking, 'message')) as [number]
  await asking.terminate()
  return longest
}

const ASK = `
  const { parentPort, workerData: url } = require('node:worker_threads')
  let isDone = false
  parentPort.once('message', () => (isDone = true))
  // A server that is silent for long resets connections.
  const ask = () => fetch(url).then((answer) => answer.text()).catch(() => undefined)
  void (async () => {
    await ask()
    parentPort.postMessage('ready')
    let longest = 0
    while (!isDone) {
      const asked = performance.now()
      await ask()
      longest = Math.max(longest, performance.now() - asked)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    parentPort.postMessage(longest)
  })()
`

/** Of a usual length. */
const plainFields = (i: number) => ({
  id: idFrom('expense', String(i)),
  description: `Dinner number ${i} in the harbour, with everybody`,
  currency: 'HKD' as const,
  category: i % 100 === 0 ? 'other' : 'food',
  expenseDate: `2026-${String(5 + (i % 8)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')}`,
  receiptUrl: null,
  notes: null,
  original: null,
})

const manyOf = <Made>(count: number, make: (i: number) => Made): Made[] =>
  Array.from({ length: count }, (_, i) => make(i))

const sharersOf = (i: number, people: readonly Person[], count: number): Person[] =>
  manyOf(count, (j) => people[(i * 7 + j) % people.length]!)

const equally = (i: number, people: readonly Person[], sharers: number): Expense =>
  sharedEqually({
    ...plainFields(i),
    amount: 100_000 + ((i * 7919) % 99_991),
    payer: i % 10 === 0 ? { type: 'pool' } : people[(i * i + 3 * i) % people.length]!,
    sharedBy: sharersOf(i, people, sharers),
  })

/** Of 55 items for 100 people. */
function receipt(i: number, people: readonly Person[]): Expense {
  const by = sharersOf(i, people, 100)
  const of = by.map(({ id }) => id)
  const items = manyOf(55, (n) => ({ text: `Item ${n} of the menu`, amount: 1000, of }))
  const amount = items.length * 1000
  const shares = shareParts(plainFields(i).id, amount, of)
  return {
    ...plainFields(i),
    kind: 'expense',
    amount,
    payers: [{ ...by[0]!, amount, originalAmount: null }],
    sharedBy: by.map((person, n) => ({ ...person, share: shares[n]! })),
    split: { mode: 'items', items, rest: 'proportional' },
  }
}

async function writeTrip(store: EventStore, ann: Ann, scene: Scene): Promise<void> {
  const write = (stream: string, events: DomainEvent[]) => writeStream(store, stream, events, ann.id)
  const others = manyOf(limits.peopleOnTrip.max - GUESTS - 1, (i) => ({
    id: idFrom('person', String(i)),
    username: `person${i}`,
  }))
  const guests = manyOf(GUESTS, (i) => ({
    id: idFrom('guest', String(i)),
    name: `Guest ${i}`,
    role: 'member',
  }))
  const people: Person[] = [
    ...[ann, ...others].map(({ id }) => ({ type: 'user' as const, id })),
    ...guests.map(({ id }) => ({ type: 'guest' as const, id })),
  ]
  const person = (i: number) => people[i % people.length]!
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
  await write(`trip-${TRIP}`, [
    { type: 'TripPlanned', data: { tripId: TRIP, details, organizer: ann } },
    ...others.map((user) => ({
      type: 'ParticipantInvited',
      data: { invitationId: idFrom(user.id, 'invited'), user, invitedBy: ann },
    })),
    ...guests.map((guest) => ({ type: 'GuestAdded', data: { guest, addedBy: ann } })),
  ])
  const fit = Math.floor(limits.charactersOfExpenses.max / charactersOf(scene.expense(1, people)))
  const money = (i: number) => ({ amount: 1000 + (i % 77), currency: 'HKD' })
  await write(`money-${TRIP}`, [
    ...manyOf(Math.min(scene.expenses, fit) - 1, (i) => ({
      type: 'ExpenseAdded',
      data: { expense: scene.expense(i, people) },
    })),
    ...manyOf(contributionKind.limit.max - 50, (i) => ({
      type: 'ContributionMade',
      data: {
        contribution: {
          id: idFrom('contribution', String(i)),
          ...money(i),
          description: 'Pool contribution',
          contributor: person(i),
        },
      },
    })),
    ...manyOf(paymentKind.limit.max - 50, (i) => ({
      type: 'PaymentMade',
      data: {
        payment: {
          id: idFrom('payment', String(i)),
          ...money(i),
          note: null,
          from: person(i),
          to: person(i + 1),
        },
      },
    })),
  ])
  await write(
    `itinerary-${TRIP}`,
    manyOf(activityKind.limit.max, (i) => ({
      type: 'ActivityAdded',
      data: {
        activity: {
          id: idFrom('activity', String(i)),
          title: `Walk number ${i}`,
          description: null,
          date: new Date(Date.UTC(2026, 4, 2 + (i % 365))).toISOString().slice(0, 10),
          startTime: '10:00',
          endTime: null,
          location: null,
          status: 'planned',
          sortOrder: i % 20,
        },
      },
    })),
  )
  for (let i = 0; i < limits.chatsOfTrip.max; i++) {
    const conversationId = idFrom('chat', String(i))
    const data = { conversationId, tripId: TRIP, name: `Chat ${i}`, description: null, createdBy: ann }
    await write(`conversation-${conversationId}`, [{ type: 'TripChatCreated', data }])
  }
}
