// The rules of a file. Who may upload and what may be stored was checked before.

import type { Decider } from '#core/kernel/decider.ts'
import type { StoredFile } from '#core/kernel/files.ts'
import type { StreamType } from '#core/store/streamType.ts'
import type { FileEvent } from '#core/files/events.ts'

export interface FileState {
  /** null before it is stored, and once it is erased. */
  file: StoredFile | null
  isErased: boolean
  /** User id → when they uploaded it last, RFC 3339 UTC. */
  uploads: Map<string, string>
  /** The newest of these times; '' for none. */
  storedAt: string
}

type FileCommand =
  | { type: 'StoreFile'; file: StoredFile; by: string }
  /** Does nothing where somebody has uploaded it since that time. */
  | { type: 'EraseFile'; storedAt: string }

export const fileStreamType: StreamType<FileState, FileCommand, FileEvent> &
  Decider<FileState, FileCommand, FileEvent> = {
  prefix: 'file-',
  initialState: () => ({ file: null, isErased: false, uploads: new Map(), storedAt: '' }),
  evolve(state, { type, data, meta }) {
    if (type === 'FileErased') {
      state.file = null
      state.isErased = true
      state.uploads.clear()
      return
    }
    state.file = data.file
    state.isErased = false
    state.uploads.set(data.by, meta.at)
    state.storedAt = meta.at
  },
  decide(command, { file, storedAt }) {
    if (command.type === 'StoreFile')
      return [{ type: 'FileStored', data: { file: command.file, by: command.by } }]
    return file && storedAt === command.storedAt ? [{ type: 'FileErased', data: { hash: file.hash } }] : []
  },
}
