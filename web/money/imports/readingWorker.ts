// The worker that reads a file, so that the screen stays responsive while 10,000 rows are read.

import { readBytes, type ReadAnswers, type ReadFile } from '#web/money/imports/readBytes.ts'

export interface ReadingRequest {
  bytes: Uint8Array
  answers: ReadAnswers
}

export type ReadingReply = { progress: number } | ReadFile

addEventListener('message', ({ data }: MessageEvent<ReadingRequest>) => {
  const reply = (message: ReadingReply) => postMessage(message)
  reply(readBytes(data.bytes, data.answers, (progress) => reply({ progress })))
})
