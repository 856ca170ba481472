// What refers to a file, and which files something has: for who may read it, for when its bytes are erased, and for how much
// room they take.

import type { ChatMessageEvent } from '#core/chat/events.ts'
import type { FileEvent } from '#core/files/events.ts'
import type { RecordedEvent, RecordedEventOf } from '#core/kernel/decider.ts'
import type { AttachedFile } from '#core/kernel/files.ts'
import type { ImportEvent } from '#core/money/events.ts'
import { type RecordEvent, kindOfEvent, byRecordEvent } from '#core/recordKinds.ts'
import { filesOf } from '#core/records/recordKind.ts'
import { type Projection, idIn } from '#projections/platform/projection.ts'

/** A message, an expense or an activity. */
export interface FileReference {
  /** Of its conversation, money or itinerary. */
  stream: string
  id: string
  /** Of a message. */
  seq?: number
}

export interface FileUse {
  references: readonly FileReference[]
  /** User id → when they uploaded it, without those who have referred to it since. */
  waiting: Readonly<Record<string, string>>
  /** When an expense or an activity last ceased to refer to it, as it can be brought back; null: never. */
  droppedAt: string | null
}

type FileStored = Extract<FileEvent, { type: 'FileStored' }>
type UsingEvent = ChatMessageEvent | RecordEvent | ImportEvent

interface Change extends Pick<FileReference, 'id' | 'seq'> {
  /** Hashes. */
  before: readonly string[]
  after: readonly Pick<AttachedFile, 'hash' | 'bytes'>[]
}

const nothing: readonly AttachedFile[] = []
const hashesOf = (files: readonly AttachedFile[]) => files.map(({ hash }) => hash)

/** What the event changes of what its messages or records refer to. */
function changesIn({ type, data }: RecordedEvent): Change[] {
  const event = { type, data } as UsingEvent
  if (event.type === 'MessageSent') {
    const { id, seq, files: after = [] } = event.data.message
    return [{ id, seq, before: [], after }]
  }
  if (event.type === 'MessageDeleted')
    return [{ id: event.data.messageId, before: event.data.files ?? [], after: [] }]
  if (event.type === 'ImportApplied' || event.type === 'ImportUndone')
    return event.data.import.expenses.map(({ id, receipts = nothing }) =>
      event.type === 'ImportApplied'
        ? { id, before: [], after: receipts }
        : { id, before: hashesOf(receipts), after: [] },
    )
  const kind = kindOfEvent(type)
  if (!kind) return []
  const { [kind.name]: content, was } = data as Record<string, { id: string }>
  const now = filesOf(kind, content!)
  if (type === kind.events.removed) return [{ id: content!.id, before: hashesOf(now), after: [] }]
  return [{ id: content!.id, before: was ? hashesOf(filesOf(kind, was)) : [], after: now }]
}

const hashesIn = (event: RecordedEvent): string[] => [
  ...new Set(changesIn(event).flatMap(({ before, after }) => [...before, ...after.map(({ hash }) => hash)])),
]

const isOfFile = (event: RecordedEvent): event is RecordedEventOf<FileEvent> =>
  event.type === 'FileStored' || event.type === 'FileErased'

function used(use: FileUse, event: RecordedEvent, hash: string): FileUse {
  let { references, waiting, droppedAt } = use
  const { stream, meta } = event
  for (const { id, seq, before, after } of changesIn(event)) {
    const isAfter = after.some((file) => file.hash === hash)
    if (!isAfter && !before.includes(hash)) continue
    const others = references.filter((one) => one.stream !== stream || one.id !== id)
    references = isAfter ? [...others, { stream, id, ...(seq && { seq }) }] : others
    if (!isAfter && event.type !== 'MessageDeleted') droppedAt = meta.at
    if (isAfter) {
      const { [meta.actor]: _, ...rest } = waiting
      waiting = rest
    }
  }
  return { references, waiting, droppedAt }
}

const usingEvents = {
  MessageSent: true,
  MessageDeleted: true,
  ImportApplied: true,
  ImportUndone: true,
  ...byRecordEvent(() => true),
}
const onUsing = <Doc>(change: (doc: Doc, event: RecordedEvent, key: string) => Doc | null) =>
  Object.fromEntries(Object.keys(usingEvents).map((type) => [type, change]))

/** By hash. */
export const fileUse: Projection<FileUse> = {
  name: 'fileUse',
  version: 2,
  keys: (event) => (isOfFile(event) ? [idIn(event.stream)] : hashesIn(event)),
  empty: () => ({ references: [], waiting: {}, droppedAt: null }),
  on: {
    ...onUsing(used),
    FileStored: (use: FileUse, { data: { by }, meta }: RecordedEventOf<FileStored>): FileUse => ({
      ...use,
      waiting: { ...use.waiting, [by]: meta.at },
    }),
    FileErased: ({ references }: FileUse): FileUse | null =>
      references.length > 0 ? { references, waiting: {}, droppedAt: null } : null,
  },
}

/** Hash → its bytes, and how often it is referred to. */
export type UsedFiles = Readonly<Record<string, { bytes: number; count: number }>>

/** By the id of the trip, for its money and its itinerary, or of the conversation. */
export const usedFiles: Projection<UsedFiles> = {
  name: 'usedFiles',
  version: 1,
  keys: (event) => (hashesIn(event).length > 0 ? [idIn(event.stream)] : []),
  empty: () => ({}),
  on: onUsing((doc: UsedFiles, event) => {
    const files = { ...doc }
    const count = (hash: string, by: number, bytes = 0) => {
      const file = files[hash] ?? { bytes, count: 0 }
      files[hash] = { ...file, count: file.count + by }
      if (files[hash].count <= 0) delete files[hash]
    }
    for (const { before, after } of changesIn(event)) {
      for (const { hash, bytes } of after) count(hash, 1, bytes)
      for (const hash of before) count(hash, -1)
    }
    return Object.keys(files).length > 0 ? files : null
  }),
}
