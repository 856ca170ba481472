// `npm run user` as a process of its own, beside a server with the same log open.

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { EventStore } from '#core/store/eventStore.ts'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { type Process, startProcess } from '#tests/people/processes.ts'
import { testClock } from '#tests/support/clock.ts'
import { longTimeout } from '#tests/support/timeout.ts'

let dataDir: string
let store: EventStore
let server: Process

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'user-'))
  store = await openSqliteEventStore({ file: join(dataDir, 'events.db') })
  server = startProcess(store, { clock: testClock(new Date().toISOString()) })
})
afterAll(async () => {
  await server.stop()
  await store.close()
  rmSync(dataDir, { recursive: true })
})

interface Ended {
  code: number | null
  out: string
  err: string
}

function user(args: string[], stdin = ''): Promise<Ended> {
  const env = { ...process.env, DATA_DIR: dataDir, PASSWORD_COST: 'low' }
  const child = spawn(process.execPath, ['api/people/cli.ts', ...args], { env })
  const ended = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (ended.out += chunk))
  child.stderr.on('data', (chunk: Buffer) => (ended.err += chunk))
  child.stdin.end(stdin)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...ended }))
  })
}

const enter = async (token: string) => (await server.gate.authenticate(`Bearer ${token}`)).username

/** Retries, because the running server reads another process' events a moment later. */
const eventually = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, longTimeout)

it('The program lists its commands', async () => {
  const { code, out, err } = await user([])
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain('npm run user -- add <username>')
})

it('The list of a new log is empty', async () => {
  expect(await user(['list'])).toMatchObject({ code: 0, out: 'There are no users yet\n' })
})

it('The program adds people, who can sign in on the running server', async () => {
  const added = await user(['add', 'ann', '--email', 'ann@example.com', '--admin'], 'correct horse\n')
  expect(added).toEqual({ code: 0, out: 'Added ann, an admin\n', err: '' })
  expect(await user(['add', 'ben'], 'correct horse')).toMatchObject({ code: 0, out: 'Added ben\n' })
  const { token } = await server.signIn('ann', 'correct horse')
  expect(await server.gate.authenticate(`Bearer ${token}`)).toMatchObject({ isAdmin: true })
})

it('The program says why a command failed', async () => {
  const refused = [
    [['add', 'ANN'], 'correct horse', 'This username is already taken'],
    [['add', 'xy'], 'correct horse', 'Username must be at least 3 characters'],
    [['add', 'carl', '--email', 'carl'], 'correct horse', 'Please enter a valid email address'],
    [['add', 'carl'], 'short', 'Password must be at least 8 characters'],
    [['add', 'carl'], '', 'There is no password on standard input'],
    [['disable', 'nobody'], '', 'User not found'],
    [['reset-password', 'nobody'], 'correct horse', 'User not found'],
  ] as const
  for (const [args, stdin, text] of refused)
    expect(await user([...args], stdin)).toEqual({ code: 1, out: '', err: `${text}\n` })
})

it('The program signs a person out of the running server when it disables them or resets their password', async () => {
  const before = await server.signIn('ben', 'correct horse')
  expect(await enter(before.token)).toBe('ben')
  expect(await user(['reset-password', 'ben'], 'battery staple\n')).toMatchObject({ code: 0, err: '' })
  await eventually(() => expect(enter(before.token)).rejects.toMatchObject({ code: 'INVALID_TOKEN' }))

  const after = await server.signIn('ben', 'battery staple')
  expect(await enter(after.token)).toBe('ben')
  expect(await user(['disable', 'Ben'])).toEqual({ code: 0, out: 'Ben is disabled\n', err: '' })
  await eventually(() => expect(enter(after.token)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' }))
  expect(await server.accounts.verifyLogin('ben', 'battery staple')).toBeNull()

  expect((await user(['list'])).out).toBe(
    `${'ann'.padEnd(20)}  ann@example.com  admin\n${'ben'.padEnd(20)}  -  disabled\n`,
  )
  expect(await user(['enable', 'ben'])).toMatchObject({ code: 0, out: 'ben is enabled again\n' })
  expect(await server.accounts.verifyLogin('ben', 'battery staple')).toMatchObject({
    user: { username: 'ben' },
  })
})

it('The program lists accounts that nobody uses before it disables them', async () => {
  expect(await user(['prune'])).toMatchObject({
    code: 0,
    out: 'No account without a password is unused for 90 days\n',
  })
  expect((await user(['list', '--yes'])).code).toBe(2)
})
