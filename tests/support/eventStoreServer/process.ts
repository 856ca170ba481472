// Starts the test server as a process that can be killed and started again on its file and its port, or the program of
// EVENTSTOREDB_PROGRAM in its place: a command line with {port} and {folder}, such as
//   eventstored --insecure --mem-db=false --node-port={port} --db={folder}/db --index={folder}/index --log={folder}/log
// It is split at spaces and started without a shell, so a script must end with `exec`, or its kill would spare the server.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { openEventStoreDb } from '#api/stores/eventstoredb/eventstoredb.ts'
import { freePort } from '#tests/support/freePort.ts'
import { isOpen } from '#tests/support/redisServer.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

export interface EventStoreProcess {
  url: string
  port: number
  pid: number
  /** Kills it with SIGKILL; resolves when it is gone. */
  kill9(): Promise<void>
}

const smallServer = join(import.meta.dirname, 'main.ts')
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/**
 * @param options.file of the log; the folder of another program is beside it
 * @param options.readDelay of the test server, in ms: '5-200' (visibility.ts)
 * @throws Error with its output when it does not start
 */
export async function startEventStoreProcess(options: {
  file: string
  port?: number
  readDelay?: string
}): Promise<EventStoreProcess> {
  const program = process.env['EVENTSTOREDB_PROGRAM']
  const port = options.port ?? (await freePort())
  const folder = `${options.file}.d`
  if (program) mkdirSync(folder, { recursive: true })
  const [command = '', ...args] = program
    ? program
        .split(/\s+/)
        .map((word) => word.replaceAll('{port}', String(port)).replaceAll('{folder}', folder))
    : [
        ...[process.execPath, smallServer, '--file', options.file, '--port', String(port)],
        ...(options.readDelay === undefined ? [] : ['--read-delay', options.readDelay]),
      ]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => void (said = (said + text).slice(-20_000)))
  running.add(child)
  // It rejects for a program that does not exist.
  const ended = once(child, 'close')
    .catch((error: unknown) => void (said += String(error)))
    .then(() => void running.delete(child))
  const url = `esdb://127.0.0.1:${port}?tls=false`
  const kill9 = async () => {
    child.kill('SIGKILL')
    await ended
  }
  if (!(await responds(url, port, () => running.has(child)))) {
    await kill9()
    throw new Error(`The event store server did not start:\n${said}`)
  }
  return { url, port, pid: child.pid!, kill9 }
}

/** Whether it responds, before it ends or the time is over. */
async function responds(url: string, port: number, isRunning: () => boolean): Promise<boolean> {
  for (
    const begin = performance.now();
    isRunning() && performance.now() - begin < TIMEOUT_MS;
    await after(20)
  ) {
    if (!(await isOpen(port))) continue
    // A new client for each attempt: after an outage a client waits longer and longer.
    const store = await openEventStoreDb({ connectionString: url, onError: () => undefined })
    const isUp = await store.head().then(
      () => true,
      () => false,
    )
    await store.close()
    if (isUp) return true
  }
  return false
}
