// The events of a file, in `file-{hash}`: who uploaded its bytes, and that they are gone. The bytes themselves are in the file
// store, so that they can be erased and the log stays as it is.

import type { DomainEvent, Upcasts } from '#core/kernel/decider.ts'
import type { StoredFile } from '#core/kernel/files.ts'

export type FileEvent =
  /** Written before the bytes are stored: no bytes are ever there without an event that leads to them. */
  DomainEvent<'FileStored', { file: StoredFile; by: string }> | DomainEvent<'FileErased', { hash: string }>

export const fileUpcasts = {
  FileStored: [],
  FileErased: [],
} satisfies Record<FileEvent['type'], Upcasts[string]>
