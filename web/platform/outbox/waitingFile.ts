// Bytes of photos and files that wait on this device until the server has them, and the port to their store. Every adapter
// passes tests/contracts/waitingFileStore.ts.

import type { AttachedFile } from '#core/kernel/files.ts'

export interface WaitingFile extends Pick<AttachedFile, 'hash' | 'type'> {
  /** The id of the person who chose it. */
  by: string
  bytes: Uint8Array<ArrayBuffer>
  /** When the server took it, in ms since 1970; null if it has not. */
  uploadedAt: number | null
}

export interface WaitingFileStore {
  /** Resolves when it is durable. Replaces one of the same person and hash. */
  put(file: WaitingFile): Promise<void>
  /** Null if there is none. */
  find(by: string, hash: string): Promise<WaitingFile | null>
  /** Hashes of everybody's. */
  hashes(): Promise<string[]>
  /** Everybody's with this hash. */
  remove(hash: string): Promise<void>
}

/** The files that a command refers to, also with the records of an import. */
export function filesInBody(body: unknown): readonly AttachedFile[] {
  const { files, receipts, attachments, records } = (body ?? {}) as Record<
    'files' | 'receipts' | 'attachments',
    readonly AttachedFile[] | null
  > & { records?: unknown }
  return (
    files ??
    receipts ??
    attachments ??
    (Array.isArray(records) ? records.flatMap((of) => filesInBody(of)) : [])
  )
}
