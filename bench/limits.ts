// Measures each endpoint on trips at their limits, on the default stores: a process with its log and its read models in
// files, just started. Of each endpoint two figures count, by the processor time of the thread that serves everybody: of the
// first call, which reads what is not in memory, and of the slowest of a few calls after it; and how long /healthz waits while
// twelve such calls run at once.

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { idFrom } from '#core/kernel/ids.ts'
import type { DomainEvent } from '#core/kernel/decider.ts'
import { limits } from '#core/kernel/limits.ts'
import { type Expense, sharedEqually } from '#core/money/events.ts'
import { charactersOf } from '#core/money/expenseLength.ts'
import { shareParts } from '#core/money/split/shares.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import { openEventStore } from '#api/stores/openEventStore.ts'
import { freePort } from '#tests/support/freePort.ts'
import { PASSWORD, startProduct } from '#tests/support/product.ts'
import { endServers, startServer } from '#tests/support/server.ts'
import { writeStream } from '#tests/support/writeStream.ts'
import { type Row, table } from './figures.ts'

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
  { name: 'receipts', expenses: 723, expense: (i, people) => receipt(i, people, 55, 100) },
]

interface Measured {
  call: string
  isWholeList: boolean
  firstMs: number
  /** Of the slowest call after the first. */
  processorMs: number
  healthMs: number
}

export async function bench(): Promise<{ rows: Row[]; below: string }> {
  const rows: Row[] = []
  const tables: string[] = []
  for (const scene of scenes) {
    if (process.env['SCENE'] && scene.name !== process.env['SCENE']) continue
    const measured = await benchScene(scene)
    const counted = measured.filter(({ isWholeList }) => !isWholeList)
    const row = (
      name: string,
      of: readonly Measured[],
      figure: 'firstMs' | 'processorMs' | 'healthMs',
      most: number,
    ): Row => {
      const slowest = of.reduce((worst, one) => (one[figure] > worst[figure] ? one : worst))
      const value = slowest[figure]
      return {
        ...{ name: `${scene.name}: ${name}`, value, unit: 'ms', target: `≤ ${most}` },
        ...{ met: value <= most, note: slowest.call },
      }
    }
    rows.push(
      row('processor time of the slowest call', counted, 'processorMs', MOST_MS),
      row('the slowest first call after a start', counted, 'firstMs', MOST_MS),
      row(`/healthz beside ${AT_ONCE} calls`, measured, 'healthMs', MOST_HEALTH_MS),
    )
    tables.push(
      table(
        [scene.name, 'first', `slowest of ${TIMES - 1} more`, `/healthz beside ${AT_ONCE}`],
        measured.map(({ call, firstMs, processorMs, healthMs }) => [
          call,
          `${firstMs.toFixed(1)} ms`,
          `${processorMs.toFixed(1)} ms`,
          `${healthMs.toFixed(0)} ms`,
        ]),
      ),
    )
  }
  return { rows, below: tables.join('\n\n') }
}

async function benchScene(scene: Scene): Promise<Measured[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limits-'))
  try {
    await write(dataDir, scene)
    const env = { DEMO_DATA: 'off' }
    await build(dataDir)
    // Nothing of the trip is in memory.
    const server = await startServer({ dataDir, env })
    try {
      return await measure(server.url, server.pid)
    } finally {
      await server.stop()
    }
  } finally {
    await endServers()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Builds the read models, which takes longer than a start may. */
async function build(dataDir: string): Promise<void> {
  const port = String(await freePort())
  const env = { ...process.env, DATA_DIR: dataDir, PORT: port, DEMO_DATA: 'off', LOG_LEVEL: 'fatal' }
  const child = spawn(process.execPath, ['api/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), gone])
  if (child.exitCode !== null) throw new Error(`The read models were not built: ${child.exitCode}`)
  child.kill('SIGTERM')
  await gone
}

async function measure(url: string, pid: number): Promise<Measured[]> {
  const send = sender(url)
  const signedIn = await send('POST', '/api/auth/login', { body: { username: 'ann', password: PASSWORD } })
  const { token } = JSON.parse(signedIn.text) as { token: string }
  const ask = async (method: string, path: string, more: Sending = {}) => {
    const { status, text } = await send(method, `/api${path}`, { ...more, token })
    if (status >= 400) throw new Error(`${method} ${path} got ${status}: ${text}`)
  }
  const trip = `/trips/${TRIP}`
  const get = (path: string) => () => ask('GET', path)
  let turn = 0
  const edit = (key: string, n: number) =>
    ask('PUT', `/expenses/${idFrom('expense', '0')}`, { key, body: { description: `Dinner ${n}` } })
  const party = (n: number) => ({ id: idFrom('person', String(n)), type: 'user' })
  const pay = () => {
    const body = { from: party(0), to: party(1), amount: ++turn / 100, confirm: true }
    return ask('POST', `${trip}/payments`, { key: randomUUID(), body })
  }
  const old = Array.from({ length: TIMES + AT_ONCE }, () => randomUUID())
  let repeated = 0
  const calls: [name: string, call: () => Promise<void>, kind?: 'list' | 'change'][] = [
    ['the trip', get(trip)],
    ['its participants', get(`${trip}/all-participants`)],
    ['its balances', get(`${trip}/balances`)],
    ['its settlement', get(`${trip}/settlement`)],
    ['the summary of its expenses', get(`${trip}/expense-summary`)],
    ['a page of its expenses', get(`${trip}/expenses?limit=50`)],
    ['a page by amount', get(`${trip}/expenses?limit=50&category=food&sortBy=amount`)],
    ['all its expenses', get(`${trip}/expenses`), 'list'],
    ['its pool', get(`${trip}/pool`), 'list'],
    ['its payments', get(`${trip}/payments`), 'list'],
    ['its itinerary', get(`${trip}/itinerary`), 'list'],
    ['its replica', get(`${trip}/replica`), 'list'],
    ['its chats', get(`${trip}/chats`)],
    ['a page of conversations', get('/conversations?limit=20')],
    ['all trips', get('/trips')],
    ['a page of its history', get(`${trip}/history?limit=100`)],
    ['a past state', get(`${trip}/history/500`), 'list'],
    ['its change feed again, nothing missed', () => resume(url, `/api${trip}/changes`, token)],
    ['an edit of an expense', () => edit(old[turn % old.length]!, turn++), 'change'],
    ['a repeat of an old edit', () => edit(old[repeated % old.length]!, repeated++)],
    ['a payment', pay, 'change'],
    ['a page of its expenses, after changes', get(`${trip}/expenses?limit=50`)],
    ['its history, after changes', get(`${trip}/history?limit=100`)],
  ]
  await untilIdle(pid)
  const measured: Measured[] = []
  for (const [name, call, kind] of calls) {
    const times: number[] = []
    for (let i = 0; i < TIMES; i++) {
      const before = processorMsOf(pid)
      await call()
      if (kind === 'change') await after(WRITTEN_AFTER_MS)
      times.push(processorMsOf(pid) - before)
    }
    const [firstMs = 0, ...others] = times
    const processorMs = Math.max(...others)
    const healthMs = await longestHealth(url, () =>
      Promise.allSettled(Array.from({ length: AT_ONCE }, call)).then(() => undefined),
    )
    measured.push({ call: name, isWholeList: kind === 'list', firstMs, processorMs, healthMs })
  }
  return measured
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
async function longestHealth(url: string, work: () => Promise<void>): Promise<number> {
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

interface Sending {
  token?: string
  key?: string
  body?: unknown
  headers?: Record<string, string>
}
type Send = (method: string, path: string, more?: Sending) => Promise<{ status: number; text: string }>

/** Reads each response to its end, and keeps the beginning of its text. */
function sender(url: string): Send {
  return (method, path, { token, key, body } = {}) =>
    new Promise((resolve, reject) => {
      const headers = {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(key && { 'Idempotency-Key': key }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      }
      const sent = request(url + path, { agent: false, method, headers }, (response) => {
        let text = ''
        response.on('data', (part: Buffer) => {
          if (text.length < 2000) text += part.toString()
        })
        response.on('error', reject)
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
      sent.on('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
}

/** Opens a change feed behind the newest change, as a device does that comes back to the screen. */
async function resume(url: string, path: string, token: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const headers = { Authorization: `Bearer ${token}`, 'Last-Event-ID': await headOf(url, token) }
  const sent = request(url + path, { headers, agent: false }, (response) => {
    response.once('data', () => setTimeout(resolve, 300))
    response.on('error', () => undefined)
    if (response.statusCode !== 200) reject(new Error(`The change feed got ${response.statusCode}`))
  })
  sent.on('error', reject)
  sent.end()
  await promise
  sent.destroy()
}

/** The position of the newest event that the read models have. */
async function headOf(url: string, token: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/me`, { headers: { Authorization: `Bearer ${token}` } })
  await response.text()
  return response.headers.get('Position')!
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

/** The plain fields of an expense, of a usual length. */
const plain = (i: number) => ({
  id: idFrom('expense', String(i)),
  description: `Dinner number ${i} in the harbour, with everybody`,
  currency: 'HKD' as const,
  category: i % 100 === 0 ? 'other' : 'food',
  expenseDate: `2026-${String(5 + (i % 8)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')}`,
  receiptUrl: null,
  notes: null,
  original: null,
})

function equally(i: number, people: readonly Person[], sharers: number): Expense {
  return sharedEqually({
    ...plain(i),
    amount: 100_000 + ((i * 7919) % 99_991),
    payer: i % 10 === 0 ? { type: 'pool' } : people[(i * i + 3 * i) % people.length]!,
    sharedBy: Array.from({ length: sharers }, (_, j) => people[(i * 7 + j) % people.length]!),
  })
}

function receipt(i: number, people: readonly Person[], items: number, sharers: number): Expense {
  const by = Array.from({ length: sharers }, (_, j) => people[(i * 7 + j) % people.length]!)
  const of = by.map(({ id }) => id)
  const amount = items * 1000
  const shares = shareParts(plain(i).id, amount, of)
  return {
    ...plain(i),
    kind: 'expense',
    amount,
    payers: [{ ...by[0]!, amount, originalAmount: null }],
    sharedBy: by.map((person, n) => ({ ...person, share: shares[n]! })),
    split: {
      mode: 'items',
      items: Array.from({ length: items }, (_, n) => ({ text: `Item ${n} of the menu`, amount: 1000, of })),
      rest: 'proportional',
    },
  }
}

async function write(dataDir: string, scene: Scene): Promise<void> {
  const store = await openEventStore({
    dataDir,
    eventStoreDbUrl: undefined,
    onError: console.error,
    onBack: () => undefined,
  })
  try {
    const begun = await startProduct({ people: ['ann'], store })
    await begun.stop()
    await writeTrip(store, begun.people.ann, scene)
  } finally {
    await store.close()
  }
}

async function writeTrip(
  store: EventStore,
  ann: { id: string; username: string },
  scene: Scene,
): Promise<void> {
  const users = [ann, ...others()]
  const people: Person[] = [
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
  const money: DomainEvent[] = []
  const fit = Math.floor(limits.charactersOfExpenses.max / charactersOf(scene.expense(1, people)))
  for (let i = 0; i < Math.min(scene.expenses, fit) - 1; i++)
    money.push({ type: 'ExpenseAdded', data: { expense: scene.expense(i, people) } })
  for (let i = 0; i < limits.contributionsOfTrip.max - 50; i++)
    money.push({
      type: 'ContributionMade',
      data: {
        contribution: {
          id: idFrom('contribution', String(i)),
          amount: 1000 + (i % 77),
          currency: 'HKD',
          description: 'Pool contribution',
          contributor: people[i % people.length]!,
        },
      },
    })
  for (let i = 0; i < limits.paymentsOfTrip.max - 50; i++)
    money.push({
      type: 'PaymentMade',
      data: {
        payment: {
          id: idFrom('payment', String(i)),
          from: people[i % people.length]!,
          to: people[(i + 1) % people.length]!,
          amount: 1000 + (i % 77),
          currency: 'HKD',
          note: null,
        },
      },
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
