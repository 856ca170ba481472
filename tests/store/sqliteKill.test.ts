// Acknowledged events survive in SQLite, whether the process is killed at any moment or shares the file.
// KILL_ROUNDS=100 for the long run.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { START, type StoredEvent } from '#core/store/eventStore.ts'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { everything } from '#tests/contracts/logDriver.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 5)
/** After these rounds a new file is used, so that a hundred rounds do not read an ever longer log. */
const ROUNDS_PER_FILE = 5

interface Acknowledged {
  stream: string
  /** The revision of the append's last event. */
  revision: number
  position: string
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test(
  'A process killed at a random moment leaves no acknowledged event lost, doubled or half written',
  { timeout: (2 + ROUNDS) * TIMEOUT_MS },
  async () => {
    let acknowledged: Acknowledged[] = []
    for (let round = 0; round < ROUNDS; round++) {
      if (round % ROUNDS_PER_FILE === 0) acknowledged = []
      const file = join(folder, `${Math.floor(round / ROUNDS_PER_FILE)}.db`)
      const before = acknowledged.length
      const writer = startWriter(file, 'w')
      await writer.ready()
      writer.begin()
      writer.goOn()
      while (writer.acknowledged().length === 0) await pause(5)
      await pause(Math.random() * 150)
      await writer.kill()
      acknowledged.push(...writer.acknowledged())
      expect(acknowledged.length).toBeGreaterThan(before)
      expectAll(acknowledged, await readLog(file))
    }
  },
)

test('Two processes that append to one file at once lose nothing and get one order', async () => {
  const file = join(folder, 'log.db')
  const appends = 300
  const writers = ['one', 'two'].map((name) => startWriter(file, name, appends))
  for (const writer of writers) await writer.ready()
  for (const writer of writers) writer.begin()
  // A process that is slow to begin could otherwise find the other at its end.
  for (const writer of writers) while (writer.acknowledged().length < 7) await pause(5)
  for (const writer of writers) writer.goOn()
  expect(await Promise.all(writers.map((writer) => writer.ended()))).toEqual([0, 0])
  const log = await readLog(file)
  const acknowledged = writers.map((writer) => writer.acknowledged())
  for (const own of acknowledged) expect(own).toHaveLength(7 * appends)
  expectAll(acknowledged.flat(), log)
  expect(log).toHaveLength(2 * 7 * (appends / 3) * (1 + 2 + 3))
  const shared = log.filter((event) => event.stream === 'shared').map((event) => by(event))
  expect(shared.filter((name) => name === 'one')).toHaveLength(shared.length / 2)
  expect(shared.indexOf('two'), 'both wrote at the same time').toBeLessThan(shared.lastIndexOf('one'))
  expect(shared.indexOf('one'), 'both wrote at the same time').toBeLessThan(shared.lastIndexOf('two'))
})

/** The log and its streams have no gaps, every append is whole, and every acknowledged append is in the log. */
function expectAll(acknowledged: Acknowledged[], log: StoredEvent[]) {
  expect(log.map((event) => Number(event.position))).toEqual(log.map((_, index) => index + 1))
  const next = new Map<string, number>()
  let open = 0
  for (const { stream, revision, data } of log) {
    if (revision !== (next.get(stream) ?? 0)) throw new Error(`${stream} jumps to ${revision}`)
    next.set(stream, revision + 1)
    const { part, of } = data as { part: number; of: number }
    if (part !== open) throw new Error(`${stream} ${revision} is part ${part} after ${open} parts`)
    open = part + 1 === of ? 0 : part + 1
  }
  expect(open, 'the last append is whole').toBe(0)
  for (const { stream, revision, position } of acknowledged) {
    const event = log[Number(position) - 1]
    if (event?.stream !== stream || event.revision !== revision)
      throw new Error(`${stream} ${revision} was acknowledged at ${position} and is not there`)
  }
}

function by(event: StoredEvent): string {
  return (event.data as { by: string }).by
}

async function readLog(file: string): Promise<StoredEvent[]> {
  const store = await openSqliteEventStore({ file })
  const log = await everything(store, START)
  await store.close()
  return log
}

function startWriter(file: string, name: string, appends?: number) {
  const program = join(import.meta.dirname, 'appendLoop.ts')
  const args = [program, file, name, ...(appends === undefined ? [] : [String(appends)])]
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const closed = once(child, 'close')
  const started = once(child.stdout!, 'data')
  return {
    ready: () => Promise.race([started, closed.then(() => expect.fail('it did not start'))]),
    /** Appends once to each stream. */
    begin: () => child.stdin!.write('go'),
    goOn: () => child.stdin!.end(),
    /** Ignores a last line that the kill cut short. */
    acknowledged: (): Acknowledged[] =>
      printed
        .split('\n')
        .slice(1, -1)
        .map((line) => {
          const [stream, revision, position] = line.split(' ')
          return { stream: stream!, revision: Number(revision), position: position! }
        }),
    async kill() {
      expect(child.exitCode, 'it was alive until now').toBeNull()
      child.kill('SIGKILL')
      await closed
    },
    ended: async () => (await closed)[0] as number,
  }
}
