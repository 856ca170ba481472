// Starts the server as a process on a free port with a folder of its own. Both are removed when this process ends, or
// with `endServers`, which runs after each test file.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/support/freePort.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

export interface Server {
  /** Without a trailing slash. */
  url: string
  pid: number
  dataDir: string
  /** The output so far. */
  readonly logs: string
  /** Sends SIGTERM and waits. @returns its exit code, null when a signal ended it @throws when it does not end */
  stop(): Promise<number | null>
  /** Kills it with SIGKILL and waits until it is gone. Its folder stays until the end. */
  kill9(): Promise<void>
}

const late = Symbol('late')
const running = new Map<ChildProcess, Promise<unknown>>()
const folders = new Set<string>()

/** Kills all servers and removes their folders. */
export async function endServers(): Promise<void> {
  const gone = [...running.values()]
  killAll()
  await Promise.all(gone)
  removeFolders()
}
process.once('exit', () => {
  killAll()
  removeFolders()
})

/**
 * Starts `node api/main.ts` and waits until it prints its address.
 * @param options.env in addition to PORT, HOST=127.0.0.1, DATA_DIR, no limit of requests, and passwords that cost little
 * @param options.dataDir the folder of an earlier server, to start again on its log
 * @throws Error with its output when it ends or does not start in time
 */
export async function startServer(
  options: { env?: Record<string, string>; dataDir?: string } = {},
): Promise<Server> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'trips-'))
  folders.add(dataDir)
  const env = {
    ...plainEnvironment(),
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    RATE_LIMIT: 'off',
    PASSWORD_COST: 'low',
    DATA_DIR: dataDir,
    ...options.env,
  }
  const child = spawn(process.execPath, ['api/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit').then(([code]) => {
    running.delete(child)
    return code as number | null
  })
  running.set(child, ended)
  let logs = ''
  const listening = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        logs += text
        const url = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(logs)?.[0]
        if (url) resolve(url)
      })
  })

  const url = await Promise.race([listening, ended, after(TIMEOUT_MS)])
  if (typeof url !== 'string') {
    child.kill('SIGKILL')
    throw new Error(`The server did not start:\n${logs}`)
  }

  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    get logs() {
      return logs
    },
    async stop() {
      child.kill('SIGTERM')
      const code = await Promise.race([ended, after(TIMEOUT_MS)])
      if (code !== late) return code
      child.kill('SIGKILL')
      throw new Error(`The server did not end by itself:\n${logs}`)
    },
    async kill9() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The environment without the test runner's variables, which could change the server's behaviour. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(NODE_ENV|TEST|VITEST.*)$/.test(name)),
  )
}

/** A timer that does not keep the process alive. */
function after(ms: number) {
  return new Promise<typeof late>((resolve) => setTimeout(resolve, ms, late).unref())
}

function killAll() {
  for (const child of running.keys()) child.kill('SIGKILL')
}

function removeFolders() {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  folders.clear()
}
