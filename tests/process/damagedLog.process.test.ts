// A damaged log ends the server and the operator's commands with one message that names the damage, its position and
// the remedy. None of them waits. A server that has read models reads only newer events at its start, so it starts
// without them here.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '#tests/support/server.ts'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { breakJson, zeroPage } from '#tests/store/damage.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

const folder = mkdtempSync(join(tmpdir(), 'damaged-'))
const whole = join(folder, 'whole')
/** The stream whose second event is damaged. */
let tripStream: string

beforeAll(async () => {
  const server = await startServer({ dataDir: whole })
  await server.stop()
  const store = await openSqliteEventStore({ file: join(whole, 'events.db') })
  for await (const events of store.subscribe({ after: '', signal: new AbortController().signal })) {
    tripStream = events.find(({ stream }) => stream.startsWith('trip-'))!.stream
    break
  }
  await store.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

const damages: [string, (log: string) => void, RegExp][] = [
  ['a damaged page', zeroPage, /The log is damaged: reading the log after \S+ revision \d+ \(position \d+\)/],
  [
    'an event that is no JSON',
    (log) => breakJson(log, tripStream, 1),
    /The log is damaged: trip-\S+ revision 1 \(position \d+\) is not JSON/,
  ],
]

describe.each(damages)('a log: %s', (name, damage, message) => {
  let dataDir: string
  beforeAll(() => {
    dataDir = join(folder, name.replaceAll(' ', '-'))
    const isNoReadModel = (path: string) => !basename(path).startsWith('readmodels-')
    cpSync(whole, dataDir, { recursive: true, filter: isNoReadModel })
    damage(join(dataDir, 'events.db'))
  })

  test.each([
    ['the server', ['api/main.ts']],
    ['the check of the log', ['api/history/cli.ts', '--verify']],
    ['the list of users', ['api/people/cli.ts', 'list']],
  ])('A damaged log ends %s with a message that names the position and the remedy', async (_, args) => {
    const { code, text } = await run(args, dataDir)
    expect(text).toMatch(message)
    expect(text).toContain('npm run restore')
    expect(text, 'no stack').not.toMatch(/\n\s+at /)
    expect(code).toBe(1)
  })
})

async function run(args: string[], dataDir: string): Promise<{ code: number | null; text: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', DEMO_DATA: 'off', PASSWORD_COST: 'low' }
  const child = spawn(process.execPath, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, text }
}
