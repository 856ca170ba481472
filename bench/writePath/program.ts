// The measured server as a process of its own, with its own event loop, and the folder of its data.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Program {
  port: number
  pid: number
  /** Stops it and waits until it is gone. */
  end(): Promise<void>
}

const STARTS_WITHIN_MS = 120_000
const ENDS_WITHIN_MS = 5000

/** Runs with an empty folder, and ends the programs that were started and removes the folder afterwards. */
export async function inFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    return await run(folder)
  } finally {
    await Promise.all([...running].map((program) => program.end()))
    rmSync(folder, { recursive: true, force: true })
  }
}

const running = new Set<Program>()

/** The product with the built client, on the log in this folder. */
export const startWithClient = (folder: string, env: Record<string, string> = {}): Promise<Program> =>
  start(['--import', './scripts/buildIfNeeded.ts', 'api/main.ts'], {
    DATA_DIR: folder,
    PASSWORD_COST: 'low',
    REGISTRATION: 'open',
    DEMO_DATA: 'off',
    ...env,
  })

/**
 * Node with these arguments, until `inFolder` ends; it must print its URL.
 * @throws Error with its output when it does not start
 */
export async function start(args: readonly string[], env: Record<string, string>): Promise<Program> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', RATE_LIMIT: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = once(child, 'exit')
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  let printed = ''
  const port = await new Promise<number>((resolve, reject) => {
    const fail = () => {
      kill()
      reject(new Error(`${args.join(' ')} did not start:\n${printed}`))
    }
    const late = setTimeout(fail, STARTS_WITHIN_MS)
    child.once('exit', fail)
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        const found = /http:\/\/[^:]+:(\d+)/.exec(printed)?.[1]
        if (!found) return
        clearTimeout(late)
        child.off('exit', fail)
        resolve(Number(found))
      })
  })
  const program: Program = {
    port,
    pid: child.pid!,
    async end() {
      running.delete(program)
      const late = setTimeout(kill, ENDS_WITHIN_MS)
      child.kill('SIGTERM')
      await gone
      clearTimeout(late)
      process.off('exit', kill)
    },
  }
  running.add(program)
  return program
}

/** An empty client build, which no bench requests, because the server does not start without one. @returns its folder */
export function emptyClient(folder: string): string {
  const client = join(folder, 'client')
  mkdirSync(client, { recursive: true })
  for (const name of ['index.html', 'app.html', 'demo.html'])
    writeFileSync(join(client, name), '<!doctype html><html></html>')
  return client
}
