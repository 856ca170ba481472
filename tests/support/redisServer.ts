// The Redis the tests use is a real one: looked for, installed where that is allowed, otherwise named with the command
// that installs it. Each is started on a free port with a folder of its own, and ended by its process id.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export const redisHint =
  'Redis is missing: install it with `sudo apt-get update && sudo apt-get install -y redis-server`, or set REDIS_SERVER to the path of a redis-server.'

/** Path of a redis-server; REDIS_SERVER in the environment comes first. */
export function findRedis(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/opt/homebrew/bin']
  const named = process.env['REDIS_SERVER']
  return (named ? [named] : folders.map((folder) => join(folder, 'redis-server'))).find(isExecutable)
}

/** Finds it or, as root where there is apt-get, installs it without starting it. Undefined when neither was possible. */
export function findOrInstallRedis(): string | undefined {
  const found = findRedis()
  if (found || process.env['REDIS_SERVER']) return found
  if (process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) return undefined
  console.log('Installing Redis for the tests: apt-get update && apt-get install -y redis-server')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  for (const args of [['update'], ['install', '-y', 'redis-server']]) {
    const { status, stdout, stderr } = spawnSync('/usr/bin/apt-get', args, {
      env,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    })
    if (status !== 0) console.error(`apt-get ${args.join(' ')} failed:\n${stdout}${stderr}`)
  }
  return findRedis()
}

export interface RedisServer {
  /** redis://127.0.0.1:port */
  url: string
  port: number
  /** As a power cut: nothing is saved. */
  kill9(): Promise<void>
  /** Holds it still, as a black hole: connections stay open and nobody answers. */
  freeze(): void
  thaw(): void
  /** On the same port, empty. */
  startAgain(): Promise<void>
  stop(): Promise<void>
}

const STARTS_WITHIN_MS = 10_000
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * @param args further settings, such as `['--requirepass', 'x']`
 * @throws when there is none, with the command that installs it
 */
export async function startRedis(args: readonly string[] = []): Promise<RedisServer> {
  const path = findRedis()
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
    const end = performance.now() + STARTS_WITHIN_MS
    while (!(await answers(port))) {
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

/** Of this machine; nobody keeps it for you. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
