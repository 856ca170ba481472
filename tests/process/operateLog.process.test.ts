// An operator backs a log up beside the running server, restores it, and moves it to EventStoreDB, where the same
// people find the same trips.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { type Client, createClient, expectSuccess } from '#tests/support/client.ts'
import { startEventStoreProcess, type EventStoreProcess } from '#tests/support/eventStoreServer/process.ts'
import { startServer, type Server } from '#tests/support/server.ts'

let folder: string
let database: EventStoreProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'operate-'))
})
afterEach(async () => {
  await database?.kill9()
  rmSync(folder, { recursive: true })
})

const operate = (env: Record<string, string>, ...args: string[]) => run(env, 'api/stores/cli.ts', ...args)

async function run(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}

async function signIn(server: Server): Promise<Client> {
  const port = Number(new URL(server.url).port)
  const given = { username: 'alice', password: 'travel-demo' }
  const { token } = expectSuccess(await createClient(port).post('/auth/login', given))
  return createClient(port, token as string)
}

async function shown(server: Server) {
  const alice = await signIn(server)
  const { trips } = expectSuccess(await alice.get('/trips')) as { trips: { id: string }[] }
  return Promise.all(
    trips.map(async ({ id }) => [
      expectSuccess(await alice.get(`/trips/${id}/expenses`)),
      expectSuccess(await alice.get(`/trips/${id}/settlement`)),
      expectSuccess(await alice.get(`/trips/${id}/itinerary`)),
    ]),
  )
}

test('A log is backed up while the server runs, restored after it, and moved to EventStoreDB', async () => {
  const first = await startServer()
  const { dataDir } = first
  const env = { DATA_DIR: dataDir, EVENTSTOREDB_URL: '' }
  const before = await shown(first)
  const copy = join(folder, 'copy.db')
  expect(await operate(env, 'backup', copy)).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /^Backed up and checked: \d+ events in \d+ streams in .*copy\.db\n$/,
    ) as string,
  })
  const refused = await operate(env, 'restore', copy, '--force')
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringContaining('stop the server first') as string,
  })
  const alice = await signIn(first)
  const { trips } = expectSuccess(await alice.get('/trips')) as { trips: { id: string }[] }
  expectSuccess(await alice.del(`/trips/${trips[0]!.id}`))
  expect(await shown(first)).not.toEqual(before)
  expect(await first.stop()).toBe(0)

  expect(await operate(env, 'restore', copy)).toMatchObject({ code: 1 })
  expect(await operate(env, 'restore', copy, '--force')).toMatchObject({ code: 0 })
  const second = await startServer({ dataDir })
  expect(await shown(second)).toEqual(before)
  expect(await second.stop()).toBe(0)

  database = await startEventStoreProcess({ file: join(folder, 'log') })
  const places = ['--from', `sqlite:${join(dataDir, 'events.db')}`, '--to', database.url]
  const moved = await operate(env, 'move', ...places)
  expect(moved).toMatchObject({ code: 0, output: expect.stringContaining('Moved and checked') as string })
  const third = await startServer({ dataDir, env: { EVENTSTOREDB_URL: database.url } })
  expect(await shown(third)).toEqual(before)
  expect(await third.stop()).toBe(0)
  expect(await operate({ ...env, EVENTSTOREDB_URL: database.url }, 'backup', `${copy}2`)).toMatchObject({
    code: 1,
    output: expect.stringContaining('in EventStoreDB') as string,
  })
})

test('A move refuses addresses that are neither a file nor an event store', async () => {
  const env = { DATA_DIR: folder, EVENTSTOREDB_URL: '' }
  const answer = await operate(env, 'move', '--from', 'a', '--to', 'b')
  expect(answer).toMatchObject({ code: 2, output: expect.stringContaining('npm run backup') as string })
})

test('An expense that two nodes added at once is counted once after the repair, beside the running server', async () => {
  const server = await startServer()
  const env = { DATA_DIR: server.dataDir, EVENTSTOREDB_URL: '' }
  const alice = await signIn(server)
  const dates = { startDate: '2030-06-01', endDate: '2030-06-08' }
  const { trip } = expectSuccess(
    await alice.post('/trips', { title: 'Porto', destination: 'Portugal', ...dates }),
  )
  const { id } = expectSuccess(await alice.get('/auth/me')).user
  const body = { description: 'Taxi', amount: 40, category: 'food', sharedBy: [id] }
  expectSuccess(await alice.post(`/trips/${trip.id}/expenses`, body))
  const log = await openSqliteEventStore({ file: join(server.dataDir, 'events.db') })
  const [added] = await log.read(`money-${trip.id}`)
  await log.append(`money-${trip.id}`, 0, [{ ...added!, meta: { ...added!.meta, requestId: 'other node' } }])
  await log.close()
  const spent = async () => {
    const { summary } = expectSuccess(await alice.get(`/trips/${trip.id}/expense-summary`))
    const { expenses } = expectSuccess(await alice.get(`/trips/${trip.id}/expenses`))
    return [summary.totalAmount, expenses.length]
  }
  await expect.poll(spent).toEqual([80, 2])
  const verify = () => run(env, 'api/history/cli.ts', '--verify')
  await expect.poll(verify).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /money-\S+ does not follow what was before at revision 1.*\n.*hash chain is broken/,
    ) as string,
  })

  const found = await operate(env, 'repair')
  expect(found).toMatchObject({ code: 0, output: expect.stringContaining('Nothing was written') as string })
  expect(found.output).toMatch(/ExpenseAdded of \S+ at \S+ was done 2 times, by events 0 and 1/)
  expect(found.output).toContain('expense “Taxi”, HK$40.00: counted once from now on')
  expect(await operate(env, 'repair', '--write')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/money-\S+: 4 events appended/) as string,
  })
  await expect.poll(spent).toEqual([40, 1])
  await expect.poll(verify).toMatchObject({ code: 0 })
  const { entries } = expectSuccess(await alice.get(`/trips/${trip.id}/history`))
  expect(entries[0].text).toContain('the operator brought back the expense “Taxi”')
  expectSuccess(
    await alice.del(
      `/expenses/${expectSuccess(await alice.get(`/trips/${trip.id}/expenses`)).expenses[0].id}`,
    ),
  )
  expect(await spent()).toEqual([0, 0])
  expect(await server.stop()).toBe(0)
})
