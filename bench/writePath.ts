// Measures a durable expense: posted through the whole path compared with a bare Koa route that appends the same bytes,
// and on a long trip compared with a short one. Both sides are measured in turn, since a machine's speed changes within
// a minute.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Row } from './figures.ts'
import { ratio, type Turn } from './ratio.ts'
import { type Client, signIn } from './writePath/client.ts'
import { load, type Measured } from './writePath/load.ts'
import { type Program, start } from './writePath/program.ts'

const connections = 50
const roundMs = 1500
const rounds = 9
const shortTrip = 100
const longTrip = 10_000
/** Few enough for the long trip to stay below the 20,000 expenses that a trip may have. */
const tripRounds = 31
/** Few enough for the trip to stay short. */
const requestsOnATrip = 300

export async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const programs: Program[] = []
  const run = async (args: string[], env: Record<string, string>): Promise<Program> => {
    const program = await start(args, env)
    programs.push(program)
    return program
  }
  try {
    const env = { DATA_DIR: folder, PASSWORD_COST: 'low' }
    const { port } = await run(['--import', './scripts/buildIfNeeded.ts', 'api/main.ts'], env)
    const client = await signIn(port)
    const sample = JSON.stringify(await client.sample(join(folder, 'events.db')))
    const bare = await run([join(import.meta.dirname, 'writePath/bare.ts'), folder, sample], {})
    return [...(await besideBare(client, bare.port)), await longBesideShort(client)]
  } finally {
    await Promise.all(programs.map((program) => program.end()))
    rmSync(folder, { recursive: true, force: true })
  }
}

async function besideBare(client: Client, barePort: number): Promise<Row[]> {
  const turns: Turn<Measured>[] = []
  // The first turn warms up. Each turn has a trip of its own, because a trip may have 20,000 expenses at most.
  for (let turn = 0; turn <= rounds; turn++) {
    const product = {
      ...client.expenses(await client.plan()),
      connections,
      requests: Infinity,
      forMs: roundMs,
    }
    const measured: Turn<Measured> = [await load(product), await load({ ...product, port: barePort })]
    if (turn > 0) turns.push(measured)
  }
  const name = `POST expense, ${connections} connections`
  return [
    ratio(
      `${name}: requests a second ÷ bare Koa on SQLite`,
      turns,
      ({ perSecond }) => perSecond,
      'a second',
      {
        atLeast: 0.5,
      },
    ),
    ratio(`${name}: p99 ÷ bare Koa on SQLite`, turns, ({ p99 }) => p99, 'ms', { atMost: 2 }),
  ]
}

async function longBesideShort(client: Client): Promise<Row> {
  const of = { connections, requests: requestsOnATrip, forMs: 10_000 }
  const long = client.expenses(await client.plan())
  await load({ ...long, ...of, requests: longTrip, forMs: 60_000 })
  const turns: Turn<Measured>[] = []
  for (let turn = 0; turn < tripRounds; turn++) {
    const short = client.expenses(await client.plan())
    await load({ ...short, ...of, requests: shortTrip })
    // The second one finds a warmer server, so they alternate.
    const ahead = turn % 2 === 0 ? await load({ ...long, ...of }) : null
    const besides = await load({ ...short, ...of })
    turns.push([ahead ?? (await load({ ...long, ...of })), besides])
  }
  const name = `POST expense on a trip of ${longTrip} events: p95 ÷ one of ${shortTrip}`
  return ratio(name, turns, ({ p95 }) => p95, 'ms', { atMost: 1.2 })
}
