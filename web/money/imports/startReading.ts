// Starts reading a file in a worker.

import type { ReadAnswers, ReadFile } from '#web/money/imports/readBytes.ts'
import type { ReadingReply, ReadingRequest } from '#web/money/imports/readingWorker.ts'

export interface StartedReading {
  /** Never settles once it is cancelled. Rejects if no worker starts, or its code cannot be loaded. */
  result: Promise<ReadFile>
  cancel: () => void
}

/** @param onProgress with a number from 0 to 1 */
export function startReading(
  bytes: Uint8Array,
  answers: ReadAnswers,
  onProgress: (part: number) => void,
): StartedReading {
  let worker: Worker | undefined
  const result = new Promise<ReadFile>((resolve, reject) => {
    worker = new Worker(new URL('./readingWorker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<ReadingReply>) => {
      if ('progress' in data) return onProgress(data.progress)
      worker?.terminate()
      resolve(data)
    })
    worker.addEventListener('error', reject)
    worker.postMessage({ bytes, answers } satisfies ReadingRequest)
  })
  return { result, cancel: () => worker?.terminate() }
}
