// The port to the bytes of photos and PDF files, by their SHA-256. Every adapter passes tests/contracts/fileStore.ts.

import { Readable } from 'node:stream'

export interface FileStore {
  /** All or nothing, and durable. A file that is there is written again: its bytes are the same, unless they were damaged. */
  put(hash: string, content: Uint8Array): Promise<void>
  /** null for none. */
  get(hash: string): Promise<{ bytes: number; content: Readable } | null>
  has(hash: string): Promise<boolean>
  /** Also of one that is not there. */
  delete(hash: string): Promise<void>
  /** All hashes, in any order. */
  list(): AsyncIterable<string>
}

/** For tests, and for what starts a server without a disk. */
export function memoryFileStore(): FileStore {
  const files = new Map<string, Uint8Array>()
  return {
    put: async (hash, content) => void files.set(hash, content.slice()),
    async get(hash) {
      const content = files.get(hash)
      return content
        ? { bytes: content.length, content: Readable.from([content], { objectMode: false }) }
        : null
    },
    has: async (hash) => files.has(hash),
    delete: async (hash) => void files.delete(hash),
    async *list() {
      yield* [...files.keys()]
    },
  }
}
