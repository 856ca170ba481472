// Erases the bytes of files that nothing refers to any more (docs/decisions/0262): of a deleted message, chat or trip at once,
// of an upload that nobody used after a day, and what was taken off an expense or an activity after thirty days, because until
// then it can be brought back. It follows from the log alone and is safe to repeat.

import { fileStreamType } from '#core/files/decider.ts'
import type { RecordedEvent } from '#core/kernel/decider.ts'
import { fileLimits } from '#core/kernel/files.ts'
import { kindOfEvent } from '#core/recordKinds.ts'
import type { Codec } from '#core/store/codec.ts'
import type { HandleCommand } from '#core/store/command.ts'
import { eraserMetadata } from '#core/store/eraseStream.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import { runCommand } from '#core/store/runCommand.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import { type FileUse, fileUse, usedFiles } from '#projections/files/fileUse.ts'
import type { Projection } from '#projections/platform/projection.ts'
import { HOUR_MS, isReferenceOpen } from '#api/files/fileAccess.ts'
import type { FileStore } from '#api/platform/fileStore.ts'

interface Deps {
  store: EventStore
  codec: Codec
  reader: StreamReader
  handleCommand: HandleCommand
  files: FileStore
  /** A document that includes this position; it may be newer. */
  readAt<Doc>(projection: Projection<Doc>, key: string, position: string): Promise<Doc | null>
  /** Milliseconds since 1970. */
  clock(): number
}

/** A command that was accepted just before the end of the time is in the log by then. */
const MARGIN_MS = HOUR_MS
const UNUSED_MS = fileLimits.unusedHours * HOUR_MS + MARGIN_MS
const DROPPED_MS = 30 * 24 * HOUR_MS + MARGIN_MS

/** What a later look at an event may find unused, and how much later. */
export const laterErasures = {
  uploads: { afterMs: UNUSED_MS, concerns: (type: string) => type === 'FileStored' },
  droppedFiles: {
    afterMs: DROPPED_MS,
    concerns: (type: string) => kindOfEvent(type)?.files !== undefined || type === 'ImportUndone',
  },
}
export type LaterErasure = keyof typeof laterErasures

export function createFileEraser({ store, codec, reader, handleCommand, files, readAt, clock }: Deps) {
  const isOver = (at: string | null, ms: number) => at === null || Date.parse(at) <= clock() - ms

  /** @param cause the event that it follows from */
  async function eraseIfUnused(hash: string, cause: StoredEvent | RecordedEvent): Promise<void> {
    const use = await readAt(fileUse, hash, cause.position)
    if (await isInUse(use)) return
    const { storedAt } = await reader.state(fileStreamType, hash)
    const by = eraserMetadata(hash, cause.meta)
    await runCommand(handleCommand, fileStreamType, hash, { type: 'EraseFile', storedAt }, by)
    // Also after an earlier run that a crash ended between the event and this.
    if ((await reader.state(fileStreamType, hash)).file === null) await files.delete(hash)
  }

  async function isInUse(use: FileUse | null): Promise<boolean> {
    if (!use) return false
    const { references, waiting, droppedAt } = use
    if (!isOver(droppedAt, DROPPED_MS)) return true
    if (Object.values(waiting).some((at) => !isOver(at, UNUSED_MS))) return true
    for (const reference of references) if (await isReferenceOpen(reader, reference, null)) return true
    return false
  }

  return {
    /** Takes each event of the log, in order, before the streams of what it deletes are truncated. */
    async onEvent(stored: StoredEvent): Promise<void> {
      const { type, position } = stored
      if (type === 'MessageDeleted')
        for (const hash of fileUse.keys(codec.decode(stored))) await eraseIfUnused(hash, stored)
      if (type !== 'TripChatDeleted' && type !== 'TripDeleted') return
      const { tripId, conversationId = tripId } = stored.data as { tripId: string; conversationId?: string }
      const all = await readAt(usedFiles, conversationId, position)
      for (const hash of Object.keys(all ?? {})) await eraseIfUnused(hash, stored)
    },

    /** Looks at the events after this position that are old enough by now. @returns the position of the last of them */
    async eraseLater(what: LaterErasure, after: string): Promise<string> {
      const { afterMs, concerns } = laterErasures[what]
      const head = await store.head()
      if (head <= after) return after
      const stop = new AbortController()
      let done = after
      try {
        for await (const batch of store.subscribe({ after, signal: stop.signal })) {
          for (const stored of batch) {
            if (!isOver(stored.meta.at, afterMs)) return done
            if (concerns(stored.type))
              for (const hash of fileUse.keys(codec.decode(stored))) await eraseIfUnused(hash, stored)
            done = stored.position
          }
          if (done >= head) break
        }
        return done
      } finally {
        stop.abort()
      }
    },
  }
}
