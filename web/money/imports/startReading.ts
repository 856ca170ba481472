// Starts reading a file: in a worker, and on the page where a worker cannot start.

import type { ReadAnswers, ReadFile } from '#web/money/imports/readBytes.ts'
import type { ReadingReply, ReadingRequest } from '#web/money/imports/readingWorker.ts'

export interface StartedReading {
  /** Never settles once it is cancelled. Rejects if the code cannot be loaded. */
  result: Promise<ReadFile>
  cancel: () => void
}

/** @param onProgress with a number from 0 to 1 */
export function startReading(
  bytes: Uint8Array,
  answers: ReadAnswers,
  onProgress: (part: number) => void,
): StartedReading {
  let cancel = () => {}
  const result = new Promise<ReadFile>((resolve, reject) => {
    const readHere = () =>
      void import('#web/money/imports/readBytes.ts')
        .then(({ readBytes }) => readBytes(bytes, answers, onProgress))
        .then(resolve, reject)
    let worker: Worker
    try {
      worker = new Worker(new URL('./readingWorker.ts', import.meta.url), { type: 'module' })
    } catch {
      return readHere()
    }
    cancel = () => worker.terminate()
    worker.addEventListener('message', ({ data }: MessageEvent<ReadingReply>) => {
      if ('progress' in data) return onProgress(data.progress)
      worker.terminate()
      resolve(data)
    })
    worker.addEventListener('error', () => {
      worker.terminate()
      readHere()
    })
    worker.postMessage({ bytes, answers } satisfies ReadingRequest)
  })
  return { result, cancel: () => cancel() }
}
