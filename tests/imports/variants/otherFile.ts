// A file of another app, and what has to come out of it.

import type { ReadOptions } from '#core/imports/parsedFile.ts'

export interface OtherFile {
  /** What is special about it. */
  of: string
  file: string | Uint8Array
  label: string
  /** Of the records, in minor units. */
  balances: string[]
  /** Lines and reasons. */
  refused?: string[]
  options?: ReadOptions
  /** Kinds. */
  questions?: string[]
}

export const lines = (...rows: string[]) => [...rows, ''].join('\n')
