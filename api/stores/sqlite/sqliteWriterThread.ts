// The main thread's side of the writer: the appends of one tick travel in one message, and the outcomes return in the
// order of the jobs.

import { Worker } from 'node:worker_threads'
import { LogDamaged, StoreUnavailable } from '#core/store/eventStore.ts'
import { errorText } from '#api/platform/diskError.ts'
import type { LastTransaction } from '#api/stores/sqlite/lastTransaction.ts'
import type {
  AppendJob,
  Job,
  WriterMessage,
  WriteOutcome,
  WriterReply,
  TruncateJob,
  WriterOptions,
  WrittenOutcome,
  WrongRevisionOutcome,
} from '#api/stores/sqlite/sqliteWriter.ts'

/** The thread has ended, and is not replaced: nothing can be written until the process starts again. */
export class WriterEnded extends StoreUnavailable {
  override name = 'WriterEnded'
}

/**
 * Throws StoreUnavailable when the disk fails or another process writes for too long; WriterEnded; LogDamaged when the
 * file is damaged.
 */
export interface WriterThread {
  append(job: AppendJob): Promise<WrittenOutcome | WrongRevisionOutcome>
  truncate(job: TruncateJob): Promise<void>
  /** Finishes the jobs under way, then ends the thread. */
  close(): Promise<void>
}

interface PendingJob {
  job: Job
  resolve(outcome: WriteOutcome): void
  reject(error: Error): void
}

/**
 * @param onCommitted called with the jobs of a transaction when their events are readable, before their appends resolve
 * @param onError receives LogDamaged and WriterEnded
 * @throws StoreUnavailable when the file cannot be opened
 */
export async function startWriterThread(
  options: WriterOptions,
  { onCommitted, onError }: { onCommitted: LastTransaction['committed']; onError(error: Error): void },
): Promise<WriterThread> {
  const worker = new Worker(new URL('./sqliteWriter.ts', import.meta.url), { workerData: options })
  const pending: PendingJob[] = []
  let outgoing: Job[] = []
  let failure: WriterEnded | undefined
  let state: 'opening' | 'open' | 'closing' = 'opening'

  const opened = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  worker.on('message', (reply: WriterReply) => {
    if (reply === 'ready') return opened.resolve()
    const completed = pending.splice(0, reply.length)
    onCommitted(
      completed.map(({ job }) => job),
      reply,
    )
    for (const [index, { resolve }] of completed.entries()) resolve(reply[index]!)
  })
  worker.on('error', (cause) => {
    failure = new WriterEnded(reasonFor(cause), { cause })
  })
  worker.on('exit', () => {
    const error = (failure ??= new WriterEnded(reasonFor('its thread has ended')))
    opened.reject(error)
    ended.resolve()
    if (state === 'open') onError(error)
    for (const { reject } of pending.splice(0)) reject(error)
  })
  await opened.promise
  state = 'open'

  function post() {
    if (outgoing.length > 0) worker.postMessage(outgoing satisfies WriterMessage)
    outgoing = []
  }

  async function send(job: Job): Promise<WriteOutcome> {
    if (failure) throw failure
    if (outgoing.push(job) === 1) setImmediate(post)
    const outcome = await new Promise<WriteOutcome>((resolve, reject) =>
      pending.push({ job, resolve, reject }),
    )
    if (outcome === 'truncated' || !('failed' in outcome)) return outcome
    if (!outcome.damaged) throw new StoreUnavailable(reasonFor(outcome.failed), { cause: outcome.failed })
    const damaged = new LogDamaged(`writing: ${outcome.failed}`)
    onError(damaged)
    throw damaged
  }

  return {
    append: (job) => send(job) as Promise<WrittenOutcome | WrongRevisionOutcome>,
    async truncate(job) {
      await send(job)
    },
    close() {
      state = 'closing'
      post()
      worker.postMessage('close' satisfies WriterMessage)
      return ended.promise
    },
  }
}

const reasonFor = (cause: unknown) => `the event store cannot be written: ${errorText(cause)}`
