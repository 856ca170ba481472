// `npm run replay`: prints a trip at a change, and checks that all documents follow from the log.

import { spawn } from 'node:child_process'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it } from 'vitest'
import { createClient, expectSuccess, type Client } from '#tests/support/client.ts'
import { PASSWORD } from '#tests/support/product.ts'
import { startRedis } from '#tests/support/redisServer.ts'
import { startServer, type Server } from '#tests/support/server.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'
import { connectRedis } from '#api/stores/redis/redisConnection.ts'

let server: Server
let alice: Client
let tripId: string

async function signIn(at: Server): Promise<Client> {
  const port = Number(new URL(at.url).port)
  const { token } = expectSuccess(
    await createClient(port).post('/auth/login', { username: 'alice', password: PASSWORD }),
  )
  return createClient(port, token as string)
}

beforeAll(async () => {
  server = await startServer()
  alice = await signIn(server)
  const dates = { startDate: '2030-06-01', endDate: '2030-06-08' }
  tripId = expectSuccess(await alice.post('/trips', { title: 'Porto', destination: 'Portugal', ...dates }))
    .trip.id
  const { id } = expectSuccess(await alice.get('/auth/me')).user
  const body = { description: 'Dinner', amount: 12.34, category: 'food', sharedBy: [id] }
  const { expense } = expectSuccess(await alice.post(`/trips/${tripId}/expenses`, body))
  expectSuccess(await alice.put(`/expenses/${expense.id}`, { amount: 20 }))
  expectSuccess(await alice.del(`/expenses/${expense.id}`))
})

interface Ended {
  code: number | null
  out: string
  err: string
}

/** Printed every half second, so the number of lines depends on the load of the machine. */
const PROGRESS = /^[\d,]+ events (?:checked|folded) …\n/gm

function replay(...given: (string | Record<string, string>)[]): Promise<Ended> {
  const args = given.filter((one) => typeof one === 'string')
  const settings = given.filter((one) => typeof one !== 'string')
  const env = { ...process.env, DATA_DIR: server.dataDir, ...settings[0] }
  const child = spawn(process.execPath, ['api/history/cli.ts', ...args], { env })
  const ended = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (ended.out += chunk))
  child.stderr.on('data', (chunk: Buffer) => (ended.err += chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, out: ended.out, err: ended.err.replaceAll(PROGRESS, '') }))
  })
}

describe('trip at a change', () => {
  it('The program prints the trip after any change, as text and as JSON', async () => {
    const then = await replay(tripId, '--at', '3')
    expect([then.code, then.err]).toEqual([0, ''])
    expect(then.out).toContain('Change 3 of 4')
    expect(then.out).toContain('alice changed the amount of the expense “Dinner”')
    expect(then.out).toContain('Amount: HK$12.34 → HK$20.00')
    const { entry, state } = JSON.parse((await replay(tripId, '--at', '2', '--json')).out)
    expect([entry.n, state.expenses[0].amount]).toEqual([2, 12.34])
    const now = JSON.parse((await replay(tripId, '--json')).out)
    expect([now.entry.n, now.state.expenses]).toEqual([4, []])
  })

  it('The program refuses unknown arguments and missing trips', async () => {
    expect((await replay(tripId, 'more')).code).toBe(2)
    expect(await replay('no-such-trip-anywhere')).toMatchObject({ code: 1, out: '' })
    expect((await replay(tripId, '--at', '5')).err).toContain('no change 5')
  })
})

describe('check of the log', () => {
  it('The check compares with the documents of the running server, in a file that only its owner can read', async () => {
    const file = readdirSync(server.dataDir).find((name) => /^readmodels-\w+\.db$/.test(name))!
    expect(statSync(join(server.dataDir, file)).mode & 0o777).toBe(0o600)
    const { code, out, err } = await replay('--verify')
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(`Comparing with the documents in ${join(server.dataDir, file)}`)
    expect(out).toMatch(/Checked \d\d+ events in \d\d+ chains and \d\d+ documents/)
  })

  it('The check leaves out data that was erased with a deleted trip', async () => {
    const dates = { startDate: '2030-06-01', endDate: '2030-06-08' }
    const { trip } = expectSuccess(
      await alice.post('/trips', { title: 'Gone', destination: 'Nowhere', ...dates }),
    )
    const { chat } = expectSuccess(await alice.post(`/trips/${trip.id}/chats`, { name: 'Plans' }))
    expectSuccess(await alice.post(`/conversations/${chat.id}/messages`, { content: 'Hello' }))
    const { id } = expectSuccess(await alice.get('/auth/me')).user
    const body = { description: 'Dinner', amount: 5, category: 'food', sharedBy: [id] }
    expectSuccess(await alice.post(`/trips/${trip.id}/expenses`, body))
    expectSuccess(await alice.del(`/trips/${trip.id}`))
    const skips = { code: 0, out: expect.stringContaining('skipped 1 deleted trip.') as string }
    // The read models in the file follow within a second or so.
    await expect.poll(() => replay('--verify'), { interval: 500 }).toMatchObject(skips)
    expect(await replay(trip.id as string)).toMatchObject({ code: 1 })
  })

  it('The check finds a stored document that differs, works without stored ones, and names an event changed outside of the server', async () => {
    await server.stop()
    const name = readdirSync(server.dataDir).find((file) => /^readmodels-\w+\.db$/.test(file))!
    const readModels = new DatabaseSync(join(server.dataDir, name))
    const title = `UPDATE leaves SET text = replace(text, '"title":"', '"title":"Other ') WHERE projection LIKE 'trips@%'`
    expect(readModels.prepare(title).run().changes).toBeGreaterThan(0)
    readModels.close()
    const found = await replay('--verify')
    expect([found.code, found.err]).toEqual([1, expect.stringContaining(`${tripId} differs from the log`)])

    rmSync(join(server.dataDir, name))
    const before = await replay('--verify')
    expect([before.code, before.err]).toEqual([0, ''])
    expect(before.out).toContain('No read models are stored')

    const log = new DatabaseSync(join(server.dataDir, 'events.db'))
    const { changes } = log
      .prepare(
        `UPDATE events SET data = replace(data, '"amount":1234', '"amount":9234') WHERE type = 'ExpenseAdded' AND data LIKE '%"amount":1234%'`,
      )
      .run()
    log.close()
    expect(changes).toBe(1)
    const after = await replay('--verify')
    expect(after.code).toBe(1)
    expect(after.err).toContain(`money-${tripId} does not follow what was before at revision 1`)
  })
})

describe('check of Redis', () => {
  it('The check finds a changed document in Redis', async () => {
    const redis = await startRedis()
    const connection = connectRedis(redis.url, () => undefined, TIMEOUT_MS)
    try {
      server = await startServer({ env: { REDIS_URL: redis.url } })
      const env = { REDIS_URL: redis.url }
      await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200)
      const before = await replay('--verify', env)
      expect([before.code, before.err]).toEqual([0, ''])
      expect(before.out).toContain('documents in Redis')

      const key = (await connection.run((client) => client.keys('*:trips@*'))).toSorted()[0]!
      await connection.run((client) => client.set(key, '{"title":"Nowhere"}'))
      const after = await replay('--verify', env)
      expect(after.code).toBe(1)
      expect(after.err).toContain(`${key.split(':').at(-2)} ${key.split(':').at(-1)} differs from the log`)
      await server.stop()
    } finally {
      await connection.close()
      await redis.stop()
    }
  })
})
