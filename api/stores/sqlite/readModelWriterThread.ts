// The main thread's side of the writer of the read models: replies come in the order of the jobs. A thread that dies is
// started again; what it had not committed is lost, and its caller writes it anew.

import { Worker } from 'node:worker_threads'
import type {
  CommitJob,
  LeafRow,
  ReadModelJob,
  ReadModelReply,
  ReadModelWriterOptions,
} from '#api/stores/sqlite/readModelWriter.ts'

/** Writing again does not help, only another file. */
export class DamagedFile extends Error {
  override name = 'DamagedFile'
}

/** `commit` and `reset` reject when the disk fails or the thread is gone for now. */
export interface ReadModelWriter {
  /** Rows of the next commit. */
  write(rows: LeafRow[]): void
  commit(commit: CommitJob): Promise<void>
  /** Replaces the file by an empty one; no reader may have it open. */
  reset(): Promise<void>
  close(): Promise<void>
}

const MIN_RESTART_MS = 500
const MAX_RESTART_MS = 60_000

/** @param onDeath called when the thread dies */
export function startReadModelWriter(
  options: ReadModelWriterOptions,
  onDeath: (error: Error) => void,
): ReadModelWriter {
  const pending: PromiseWithResolvers<void>[] = []
  /** null while the thread is gone. */
  let worker: Worker | null = start()
  /** The thread that has the rows of the next commit: another one must not commit without them. */
  let holder: Worker | null | undefined
  let restartMs = MIN_RESTART_MS
  let restarting: NodeJS.Timeout | undefined
  let closed: PromiseWithResolvers<void> | undefined

  function start(): Worker {
    const thread = new Worker(new URL('./readModelWriter.ts', import.meta.url), { workerData: options })
    let failure = new Error('the thread that writes the read models has ended')
    thread.on('message', ({ failed, isDamaged }: ReadModelReply) => {
      restartMs = MIN_RESTART_MS
      const next = pending.shift()
      if (failed === null) next?.resolve()
      else next?.reject(isDamaged ? new DamagedFile(failed) : new Error(failed))
    })
    thread.on('error', (error) => (failure = error as Error))
    thread.on('exit', () => {
      worker = null
      for (const { reject } of pending.splice(0)) reject(failure)
      if (closed) return closed.resolve()
      onDeath(failure)
      restarting = setTimeout(() => (worker = start()), restartMs).unref()
      restartMs = Math.min(restartMs * 2, MAX_RESTART_MS)
    })
    return thread
  }

  function send(job: ReadModelJob, to: Worker | null): Promise<void> {
    if (!to || to !== worker)
      return Promise.reject(new Error('the thread that writes the read models is gone'))
    const reply = Promise.withResolvers<void>()
    pending.push(reply)
    to.postMessage(job)
    return reply.promise
  }

  return {
    write(rows) {
      if (holder === undefined) holder = worker
      holder?.postMessage({ rows } satisfies ReadModelJob)
    },
    commit(job) {
      const to = holder === undefined ? worker : holder
      holder = undefined
      return send(job, to)
    },
    reset: () => send('reset', worker),
    close() {
      closed ??= Promise.withResolvers()
      clearTimeout(restarting)
      if (worker) worker.postMessage('close' satisfies ReadModelJob)
      else closed.resolve()
      return closed.promise
    },
  }
}
