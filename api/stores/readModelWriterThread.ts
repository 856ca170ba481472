// The main thread's side of the writer of the read models: replies come in the order of the jobs.

import { Worker } from 'node:worker_threads'
import type {
  CommitJob,
  LeafRow,
  ReadModelJob,
  ReadModelReply,
  ReadModelWriterOptions,
} from '#api/stores/readModelWriter.ts'

/** Writing again does not help, only another file. */
export class DamagedFile extends Error {
  override name = 'DamagedFile'
}

/** `commit` and `reset` reject when the disk fails or the thread is gone. */
export interface ReadModelWriter {
  /** Rows of the next commit. */
  write(rows: LeafRow[]): void
  commit(commit: CommitJob): Promise<void>
  /** Replaces the file by an empty one; no reader may have it open. */
  reset(): Promise<void>
  close(): Promise<void>
}

export function startReadModelWriter(options: ReadModelWriterOptions): ReadModelWriter {
  const worker = new Worker(new URL('./readModelWriter.ts', import.meta.url), { workerData: options })
  const pending: PromiseWithResolvers<void>[] = []
  const ended = Promise.withResolvers<void>()
  let failure: Error | undefined
  worker.on('message', ({ failed, isDamaged }: ReadModelReply) => {
    const next = pending.shift()
    if (failed === null) next?.resolve()
    else next?.reject(isDamaged ? new DamagedFile(failed) : new Error(failed))
  })
  worker.on('error', (error) => (failure = error as Error))
  worker.on('exit', () => {
    failure ??= new Error('the thread has ended')
    for (const { reject } of pending.splice(0)) reject(failure)
    ended.resolve()
  })

  function send(job: ReadModelJob): Promise<void> {
    if (failure) return Promise.reject(failure)
    const reply = Promise.withResolvers<void>()
    pending.push(reply)
    worker.postMessage(job)
    return reply.promise
  }

  return {
    write: (rows) => worker.postMessage({ rows } satisfies ReadModelJob),
    commit: send,
    reset: () => send('reset'),
    close() {
      worker.postMessage('close' satisfies ReadModelJob)
      return ended.promise
    },
  }
}
