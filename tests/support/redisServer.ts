// Starts a real Redis for tests: found, installed where that is allowed, and otherwise named with the command that
// installs it. Each runs on a free port with a folder of its own, and is ended by its process id.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/support/freePort.ts'
import { findOrInstall, findProgram, hintOf, type Wanted } from '#tests/support/program.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

const wanted: Wanted = {
  names: ['redis-server'],
  named: 'REDIS_SERVER',
  packages: ['redis-server'],
  purpose: 'Redis for the tests',
}
export const redisHint = hintOf(wanted)
export const findOrInstallRedis = () => findOrInstall(wanted)

export interface RedisServer {
  /** redis://127.0.0.1:port */
  url: string
  port: number
  pid(): number
  /** Removes everything (FLUSHALL). */
  empty(): Promise<void>
  /** Whether it refuses every write that needs memory, as one that is full or cannot write to its disk. */
  setFull(isFull: boolean): Promise<void>
  /** Simulates a power cut: nothing is saved. */
  kill9(): Promise<void>
  /** Stops the process (SIGSTOP): connections stay open and get no response. */
  freeze(): void
  thaw(): void
  /** Starts it on the same port, empty. */
  startAgain(): Promise<void>
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * @param args further settings, such as `['--requirepass', 'x']`
 * @throws Error with the command that installs it, when it is missing
 */
export async function startRedis(args: readonly string[] = []): Promise<RedisServer> {
  const path = findProgram(wanted)
  if (!path) throw new Error(redisHint)
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  const port = await freePort()
  let child = await run()

  async function run(): Promise<ChildProcess> {
    const own = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder]
    const nothingKept = ['--save', '', '--appendonly', 'no']
    const started = spawn(path!, [...own, ...nothingKept, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(started)
    started.once('exit', () => running.delete(started))
    let said = ''
    for (const stream of [started.stdout, started.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text))
    const end = performance.now() + TIMEOUT_MS
    while (!(await isOpen(port))) {
      if (started.exitCode === null && performance.now() < end) await pause(5)
      else throw new Error(`redis-server did not start:\n${said}`)
    }
    return started
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pid: () => child.pid!,
    empty: () => command(port, 'FLUSHALL'),
    setFull: (isFull) => command(port, `CONFIG SET maxmemory ${isFull ? 1 : 0}`),
    kill9: () => end('SIGKILL'),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async startAgain() {
      child = await run()
    },
    async stop() {
      await end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function command(port: number, text: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${text}\r\n`)
  await once(socket, 'data')
  socket.destroy()
}

/** Whether a server listens on this port. */
export function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })
}
