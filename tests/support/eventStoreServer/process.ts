// Starts the test server as a process that can be killed and started again on its file and its port.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface EventStoreProcess {
  url: string
  port: number
  /** Kills it with SIGKILL; resolves when it is gone. */
  kill9(): Promise<void>
}

const program = join(import.meta.dirname, 'main.ts')
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** @throws Error with its output when it does not start */
export async function startEventStoreProcess(options: {
  file: string
  port?: number
}): Promise<EventStoreProcess> {
  const args = [program, '--file', options.file, '--port', String(options.port ?? 0)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const ended = once(child, 'exit').then(() => void running.delete(child))
  let said = ''
  const url = await new Promise<string | undefined>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
        const found = /esdb:\S+/.exec(said)?.[0]
        if (found) resolve(found)
      })
    void ended.then(() => resolve(undefined))
  })
  if (url === undefined) throw new Error(`The event store server did not start:\n${said}`)
  return {
    url,
    port: Number(/:(\d+)/.exec(url)![1]),
    async kill9() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
