// Reads the bytes of a file of another app. Runs in a worker (parseWorker.ts).

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { readImportFile } from '#core/imports/readImportFile.ts'
import type { ParsedFile, ReadOptions, RefusedFile } from '#core/imports/parsedFile.ts'

/** Answers, without functions, so that they can be posted to a worker. */
export type ReadAnswers = Omit<ReadOptions, 'onProgress' | 'sha256'>

export interface ReadFile {
  parsed: ParsedFile | RefusedFile
  /** SHA-256, hex. */
  fileHash: string
}

/** @param onProgress with a number from 0 to 1, at most a hundred times */
export function readBytes(
  bytes: Uint8Array,
  answers: ReadAnswers,
  onProgress: (part: number) => void,
): ReadFile {
  let reported = 0
  const parsed = readImportFile(bytes, {
    ...answers,
    onProgress(done, all) {
      if (done / all - reported < 0.01) return
      reported = done / all
      onProgress(reported)
    },
  })
  return { parsed, fileHash: bytesToHex(sha256(bytes)) }
}
