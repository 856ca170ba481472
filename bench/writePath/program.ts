// The measured server as a process of its own, with its own event loop.

import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Program {
  port: number
  pid: number
  /** Stops it and waits until it is gone. */
  end(): Promise<void>
}

const STARTS_WITHIN_MS = 30_000
const ENDS_WITHIN_MS = 5000

/** @param args after `node`; it must print its URL. @throws Error with its output when it does not start */
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
  return {
    port,
    pid: child.pid!,
    async end() {
      const late = setTimeout(kill, ENDS_WITHIN_MS)
      child.kill('SIGTERM')
      await gone
      clearTimeout(late)
      process.off('exit', kill)
    },
  }
}
