// A whole installation of real processes: event store, Redis, a projector and a given number of API nodes.

import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { startEventStoreProcess } from '#tests/support/eventStoreServer/process.ts'
import { startRedis } from '#tests/support/redisServer.ts'
import { emptyClient } from '#bench/chat/emptyClient.ts'
import { type Program, start } from '#bench/writePath/program.ts'

const MANY_ACCOUNTS = join(import.meta.dirname, '../chat/manyAccounts.ts')

export interface Installation {
  /** The ports of its nodes. */
  ports: readonly number[]
  end(): Promise<void>
}

export async function install(nodes: number): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const [eventStore, redis] = [
    await startEventStoreProcess({ file: join(folder, 'log') }),
    await startRedis(),
  ]
  const secret = randomBytes(48).toString('base64')
  const programs: Program[] = []
  const end = async () => {
    await Promise.all(programs.map((program) => program.end()))
    await Promise.all([eventStore.kill9(), redis.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
  const run = async (name: string, env: Record<string, string>): Promise<Program> => {
    const dataDir = join(folder, name)
    mkdirSync(dataDir)
    const program = await start(['--import', MANY_ACCOUNTS, 'api/main.ts'], {
      DATA_DIR: dataDir,
      CLIENT_DIR: emptyClient(folder),
      EVENTSTOREDB_URL: eventStore.url,
      REDIS_URL: redis.url,
      JWT_SECRET: secret,
      PASSWORD_COST: 'low',
      REGISTRATION: 'open',
      ...env,
    })
    programs.push(program)
    return program
  }
  try {
    await run('projector', { ROLE: 'projector' })
    const ports: number[] = []
    for (let n = 0; n < nodes; n++) {
      const { port } = await run(`node${n}`, { ROLE: 'api', DEMO_DATA: n === 0 ? 'on' : 'off' })
      ports.push(port)
      await ready(port)
    }
    return { ports, end }
  } catch (error) {
    await end()
    throw error
  }
}

async function ready(port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if ((await fetch(`http://127.0.0.1:${port}/readyz`)).ok) return
    await after(50)
  }
  throw new Error('A node did not become ready')
}
