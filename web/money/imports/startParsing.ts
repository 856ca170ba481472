// Starts a worker that reads a file, or copies it without names.

import type { ReadAnswers, ReadFile } from '#web/money/imports/readBytes.ts'
import type { ParseReply, ParseRequest } from '#web/money/imports/parseWorker.ts'

export interface StartedParsing {
  /** Never settles once it is cancelled. Rejects if no worker starts, or its code cannot be loaded. */
  result: Promise<ReadFile>
  cancel: () => void
}

/** @param onProgress with a number from 0 to 1 */
export function startParsing(
  bytes: Uint8Array,
  answers: ReadAnswers,
  onProgress: (part: number) => void,
): StartedParsing {
  let worker: Worker | undefined
  const result = new Promise<ReadFile>((resolve, reject) => {
    worker = newWorker({ bytes, answers }, reject, (reply) => {
      if ('progress' in reply) return onProgress(reply.progress)
      worker?.terminate()
      if ('parsed' in reply) resolve(reply)
    })
  })
  return { result, cancel: () => worker?.terminate() }
}

/** null for a file that is no text. */
export function startAnonymizing(bytes: Uint8Array, answers: ReadAnswers): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const worker = newWorker({ bytes, answers, isAnonymous: true }, reject, (reply) => {
      worker.terminate()
      if ('anonymous' in reply) resolve(reply.anonymous)
    })
  })
}

function newWorker(
  request: ParseRequest,
  onFailure: (event: ErrorEvent) => void,
  onReply: (reply: ParseReply) => void,
): Worker {
  const worker = new Worker(new URL('./parseWorker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<ParseReply>) => onReply(data))
  worker.addEventListener('error', onFailure)
  worker.postMessage(request)
  return worker
}
