// Starts the server as a process on a free port with a folder of its own. Both are always removed, also when the test
// fails.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { PATIENCE_MS } from '#tests/support/patience.ts'

export interface Server {
  /** Without a slash at the end. */
  url: string
  pid: number
  dataDir: string
  /** All it has printed so far. */
  readonly logs: string
  /** Asks it to end and waits; gives its exit code, null when a signal ended it. Throws when it stays. */
  stop(): Promise<number | null>
  /** Takes its power away, as `kill -9` does, and waits until it is gone. Its folder stays until the file's end. */
  kill9(): Promise<void>
}

const late = Symbol('late')
const running = new Map<ChildProcess, Promise<unknown>>()
const folders = new Set<string>()

afterAll(async () => {
  const gone = [...running.values()]
  killAll()
  await Promise.all(gone)
  removeFolders()
})
process.once('exit', () => {
  killAll()
  removeFolders()
})

/**
 * Starts `node api/main.ts` and waits until it prints where it listens.
 * @param options.env beside PORT=0, HOST=127.0.0.1 and DATA_DIR
 * @param options.dataDir the folder of an earlier server, to start again on what it left
 * @throws when it ends or stays silent instead, with what it printed
 */
export async function startServer(
  options: { env?: Record<string, string>; dataDir?: string } = {},
): Promise<Server> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'trips-'))
  folders.add(dataDir)
  const env = {
    ...plainEnvironment(),
    PORT: '0',
    HOST: '127.0.0.1',
    RATE_LIMIT: 'off',
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

  const url = await Promise.race([listening, ended, after(PATIENCE_MS)])
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
      const code = await Promise.race([ended, after(PATIENCE_MS)])
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

/** The environment without what the test runner added: the server must not behave otherwise for being tested. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(NODE_ENV|TEST|VITEST.*)$/.test(name)),
  )
}

/** A timer that holds nothing up. */
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
