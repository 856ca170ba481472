// The worker that reads a file, so that the screen stays responsive while 10,000 rows are read.

import { anonymizeFile } from '#core/imports/anonymizeFile.ts'
import { readBytes, type ReadAnswers, type ReadFile } from '#web/money/imports/readBytes.ts'

export interface ParseRequest {
  bytes: Uint8Array
  answers: ReadAnswers
  /** To copy the file without names, and not to read it. */
  isAnonymous?: boolean
}

export interface AnonymousReply {
  /** null for a file that is no text. */
  anonymous: string | null
}

export type ParseReply = { progress: number } | ReadFile | AnonymousReply

addEventListener('message', ({ data }: MessageEvent<ParseRequest>) => {
  const reply = (message: ParseReply) => postMessage(message)
  if (data.isAnonymous) return reply({ anonymous: anonymizeFile(data.bytes, data.answers) })
  reply(readBytes(data.bytes, data.answers, (progress) => reply({ progress })))
})
