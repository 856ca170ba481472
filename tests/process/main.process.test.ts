// `node api/main.ts` for its first user and its operator: its address, the demo users, one clear line when it cannot
// start, a quick stop, and a first start that may be interrupted at any moment.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { randomBytes, randomInt } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { NO_STREAM, START, type StoredEvent } from '#core/store/eventStore.ts'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { everything, meta } from '#tests/contracts/logDriver.ts'
import { createClient, sendRequest } from '#tests/support/client.ts'
import { freePort } from '#tests/support/freePort.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

const password = 'travel-demo'
const secret = () => randomBytes(48).toString('base64')

let dataDir: string
let started: ChildProcess[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'trips-'))
  started = []
})
afterEach(() => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
})

describe('a first start', () => {
  test('A first start prints the address and the demo users, who can sign in', async () => {
    const server = await startServer()
    await expect.poll(() => server.logs).toContain('\nSign in')
    expect(server.logs).toBe(
      `Listening on ${server.url}\nSign in as alice, bob, carol, dave, erin, password ${password}\n`,
    )
    for (const name of ['alice', 'bob', 'carol', 'dave', 'erin'])
      expect(await signIn(server, name)).toMatchObject({ status: 200, body: { user: { username: name } } })
    expect(await server.stop()).toBe(0)
  })

  test('A first start in production creates no users and no data, whatever DEMO_DATA says', async () => {
    const env = { NODE_ENV: 'production', JWT_SECRET: secret(), DEMO_DATA: 'on' }
    const server = await startServer({ dataDir, env })
    expect((await signIn(server, 'alice')).status).toBe(401)
    expect(await server.stop()).toBe(0)
    expect(server.logs).not.toContain('Sign in')
    expect(await logOf(dataDir)).toEqual([])
  })
})

test('A promise of a library that fails and that nobody awaits is logged, and the server goes on', async () => {
  const reject = `process.on('SIGUSR2', () => void Promise.reject(new Error('no leader')))`
  const preload = `--import=data:text/javascript,${encodeURIComponent(reject)}`
  const server = await startServer({ env: { DEMO_DATA: 'off', NODE_OPTIONS: preload } })
  process.kill(server.pid, 'SIGUSR2')
  await expect.poll(() => server.logs).toMatch(/"message":"no leader".*nobody awaited a promise that failed/)
  expect((await createClient(portOf(server)).get('/users')).status).toBe(401)
  expect(await server.stop()).toBe(0)
})

describe('a failing start', () => {
  test('A start on a used port fails with one line', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    expect(await startsNot({ PORT: String(port), DEMO_DATA: 'off' })).toBe(
      `Port ${port} is taken: set PORT to another`,
    )
    other.close()
  })

  test('A start in production with a guessable secret fails with one line, which does not contain the secret', async () => {
    const guessable = 'ab'.repeat(30)
    const output = await startsNot({ NODE_ENV: 'production', JWT_SECRET: guessable })
    expect(output).toMatch(/^JWT_SECRET can be guessed/)
    expect(output).not.toContain(guessable)
  })

  test('A start with PORT=http fails with one line that names the setting and its value', async () => {
    const output = await startsNot({ PORT: 'http' })
    expect(output).toContain('PORT')
    expect(output).toContain('http')
  })

  test('A start with a folder that cannot be created fails with its name', async () => {
    const file = join(dataDir, 'notes.txt')
    writeFileSync(file, 'Dinner at eight.')
    expect(await startsNot({ DATA_DIR: file })).toContain(file)
  })
})

/** After this time open connections are closed by force. */
const FORCED_AFTER_MS = 5000

describe('stop', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'The server stops on %s within a short time while a browser keeps its connection open',
    async (signal) => {
      // A busy machine may need that long for a stop that waits for nothing.
      for (let tries = 1; (await msToStop(signal)) >= FORCED_AFTER_MS; tries++)
        expect(tries, 'stops as late as by force').toBeLessThan(5)
    },
  )

  async function msToStop(signal: NodeJS.Signals): Promise<number> {
    const server = await startServer({ dataDir, env: { DEMO_DATA: 'off' } })
    const connection = connect(portOf(server), '127.0.0.1')
    connection.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const [answer] = (await once(connection, 'data')) as [Buffer]
    expect(answer.toString()).toContain('Connection: keep-alive')
    const before = performance.now()
    process.kill(server.pid, signal)
    expect(await server.stop()).toBe(0)
    const ms = performance.now() - before
    connection.destroy()
    return ms
  }

  test('A server that is stopped while it waits for the event store ends at once with success', async () => {
    const port = await freePort()
    const child = startMain({
      PORT: String(port),
      EVENTSTOREDB_URL: `esdb://127.0.0.1:${await freePort()}?tls=false`,
    })
    await expect.poll(() => healthOf(port)).toBe(200)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('A server that is stopped during its first build of the read models finishes the requests', async () => {
    const store = await openSqliteEventStore({ file: join(dataDir, 'events.db') })
    const events = Array.from({ length: 1000 }, (_, n) => ({ type: 'Noted', data: { n }, meta }))
    for (let n = 0; n < 100; n++) await store.append(`note-${n}`, NO_STREAM, events)
    await store.close()
    const port = await freePort()
    const child = startMain({ PORT: String(port), DEMO_DATA: 'off' })
    let output = ''
    child.stdout!.setEncoding('utf8').on('data', (text: string) => (output += text))
    await expect.poll(() => healthOf(port), { interval: 5 }).toBe(200)
    const body = JSON.stringify({ username: 'alice', password })
    const request = connect(port, '127.0.0.1')
    request.write(
      `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    )
    // The server reads the body.
    await once(request, 'data')
    child.kill('SIGTERM')
    await pause(100)
    expect(output, 'needs an unfinished build to mean anything').toBe('')
    request.write(body)
    const [answer] = (await once(request, 'data')) as [Buffer]
    expect(answer.toString()).toContain('HTTP/1.1 401')
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

describe('second start', () => {
  /** Dates of the demo data are those of the UTC day, so two seeds are equal only when they are of one day. */
  let seeded: { day: string; log: StoredEvent[] } | undefined
  const utcDay = () => new Date().toISOString().slice(0, 10)

  async function seed(): Promise<StoredEvent[]> {
    const day = utcDay()
    await (await startServer({ dataDir })).stop()
    seeded = { day, log: await logOf(dataDir) }
    return seeded.log
  }

  test('A second start finds the existing data and the signing key, and adds nothing', async () => {
    const first = await seed()
    expect(first.length).toBeGreaterThan(50)
    const signingKey = () => readFileSync(join(dataDir, 'signing.key'), 'utf8')
    const key = signingKey()
    const again = await startServer({ dataDir })
    expect(again.logs).not.toContain('stops at')
    await again.stop()
    expect(await logOf(dataDir)).toEqual(first)
    expect(signingKey()).toBe(key)
  })

  describe('a second start after a kill during the seed', () => {
    let whole: unknown[]

    test('The second start completes the demo data as if there had been no kill', async () => {
      let day: string
      let kills: number[]
      do {
        day = utcDay()
        whole = tellable(seeded?.day === day ? seeded.log : await seed())
        rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
        const first = await killInTheMiddle()
        kills = [first, await killAfter(randomInt(first, whole.length))]
        const server = await startServer({ dataDir })
        await server.stop()
      } while (utcDay() !== day)
      expect(tellable(await logOf(dataDir)), `killed at ${kills.join(' and ')} events`).toEqual(whole)
    })

    /** Kills the server while it seeds. On a busy machine the kill may come too late, when the seeding is complete. */
    async function killInTheMiddle(): Promise<number> {
      for (let tries = 1; tries <= 5; tries++) {
        const found = await killAfter(randomInt(1, whole.length - 10))
        if (found < whole.length) return found
        rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
      }
      throw new Error('The demo data was complete before the kill, five times')
    }

    /** Kills a starting server once it has appended this many events. @returns the final number of events */
    async function killAfter(events: number): Promise<number> {
      const child = startMain({})
      const ended = once(child, 'exit')
      const log = countEvents()
      while (child.exitCode === null && log.written() < events) await pause(1)
      log.close()
      expect(child.exitCode, 'it was alive until now').toBeNull()
      child.kill('SIGKILL')
      await ended
      return (await logOf(dataDir)).length
    }
  })
})

const healthOf = (port: number) =>
  sendRequest(port, 'GET', '/healthz', undefined, {}).then(
    ({ status }) => status,
    () => 0,
  )

/** Counts the events that another process has written so far. */
function countEvents() {
  let db: DatabaseSync | undefined
  let count: StatementSync | undefined
  const close = () => {
    db?.close()
    db = count = undefined
  }
  return {
    written(): number {
      try {
        db ??= new DatabaseSync(join(dataDir, 'events.db'), { readOnly: true, timeout: 1000 })
        count ??= db.prepare('SELECT count(*) AS count FROM events')
        return Number(count.get()?.['count'])
      } catch {
        // There is no log yet.
        close()
        return 0
      }
    },
    close,
  }
}

/**
 * The log without random values and times of day, which differ between two seeds: messages of later today are said now.
 */
function tellable(log: StoredEvent[]) {
  return log.map(({ stream, revision, type, data, meta }) => ({
    stream,
    revision,
    type,
    data: JSON.parse(
      JSON.stringify({ ...(data as object), hash: undefined }).replace(/T[\d:.]+Z/g, ''),
    ) as unknown,
    by: `${meta.actor} ${meta.key} ${meta.digest}`,
  }))
}

async function logOf(folder: string): Promise<StoredEvent[]> {
  const store = await openSqliteEventStore({ file: join(folder, 'events.db') })
  const log = await everything(store, START)
  await store.close()
  return log
}

function startMain(env: Record<string, string>): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const here = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir }
  const plain = { PATH, NODE_COMPILE_CACHE, ...here, PASSWORD_COST: 'low' }
  const child = spawn(process.execPath, ['api/main.ts'], { env: { ...plain, ...env } })
  started.push(child)
  return child
}

/** The one line that the server logs instead of starting. */
async function startsNot(env: Record<string, string>): Promise<string> {
  const child = startMain(env)
  let out = ''
  let output = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (output += text))
  const late = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(late)
  expect({ code, out, lines: output.trimEnd().split('\n').length }, output).toEqual({
    code: 1,
    out: '',
    lines: 1,
  })
  return output.trimEnd()
}

function portOf({ url }: Server): number {
  return Number(new URL(url).port)
}

async function signIn(server: Server, username: string) {
  return createClient(portOf(server)).post('/auth/login', { username, password })
}
