// Copies files from one store to another and checks them: each is what its name, a SHA-256, says.

import { hash as hashOf } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { StoredEvent } from '#core/store/eventStore.ts'
import type { FileStore } from '#api/platform/fileStore.ts'

export interface FilesChecked {
  files: number
  bytes: number
  /** Hashes of files whose bytes are others. */
  damaged: string[]
}

/** The bytes of a file that is there and whole; null for none, 'damaged' for others. */
async function wholeFile(store: FileStore, hash: string): Promise<Uint8Array | 'damaged' | null> {
  const file = await store.get(hash)
  if (!file) return null
  const content = await buffer(file.content)
  return hashOf('sha256', content) === hash ? content : 'damaged'
}

/** Safe to repeat: what is there already is not copied again. A damaged file is left out. */
export async function copyFiles(from: FileStore, to: FileStore): Promise<FilesChecked> {
  const checked: FilesChecked = { files: 0, bytes: 0, damaged: [] }
  for await (const hash of from.list()) {
    const content = await wholeFile(from, hash)
    if (content === 'damaged') checked.damaged.push(hash)
    else if (content) {
      if (!(await to.has(hash))) await to.put(hash, content)
      checked.files++
      checked.bytes += content.length
    }
  }
  return checked
}

/** Compares a store with the log: which files are missing, damaged, or there without an event. */
export async function checkFiles(log: AsyncIterable<StoredEvent>, store: FileStore) {
  const known = new Set<string>()
  for await (const { type, data } of log)
    if (type === 'FileStored') known.add((data as { file: { hash: string } }).file.hash)
    else if (type === 'FileErased') known.delete((data as { hash: string }).hash)
  const findings = {
    files: known.size,
    missing: [] as string[],
    damaged: [] as string[],
    unknown: [] as string[],
  }
  for (const hash of known) {
    const content = await wholeFile(store, hash)
    if (content === null) findings.missing.push(hash)
    else if (content === 'damaged') findings.damaged.push(hash)
  }
  for await (const hash of store.list()) if (!known.has(hash)) findings.unknown.push(hash)
  return findings
}
