// A kind of record: a thing of a trip with an id and fields that people add, change, remove, restore and undo. Activities,
// expenses, contributions and payments are kinds. The table of a kind names its events and lists; the functions below fold
// them.

import type { RecordedEvent, DomainEvent, Upcasts } from '#core/kernel/decider.ts'
import { type AttachedFile, attached } from '#core/kernel/files.ts'
import type { Limit } from '#core/kernel/limits.ts'

export type RecordRole = 'added' | 'changed' | 'removed' | 'restored'

/** The types of a kind. */
export interface KindTypes {
  name: string
  list: string
  /** What its events hold. */
  content: { id: string }
  /** The content with who added it, and when. */
  record: { id: string }
  event: DomainEvent
  /** The types of its events by what they do; without `changed` where a record is never edited. */
  events: Readonly<Record<Exclude<RecordRole, 'changed'>, string> & { changed?: string }>
}

export interface RecordKind<Of extends KindTypes> {
  /** The field of the events that holds the content: `{ activity: … }`. Also the type of its subject in the history. */
  name: Of['name']
  /** The field of states and documents that holds the records. */
  list: Of['list']
  events: Of['events']
  /** The field of records and restorations with the id of the user who added it first. */
  by: 'addedBy' | 'recordedBy'
  /** Functions of the kind, and not of a list of names: they are the innermost loop of each fold. */
  toRecord(content: Of['content'], origin: Origin): Of['record']
  toContent(record: Of['record']): Of['content']
  /** One step for each version of the content: from the content before to that of the next version. */
  // oxlint-disable-next-line no-explicit-any
  lift: readonly ((content: any) => object)[]
  /** Raised where the list of its records changes otherwise than by a step of `lift`. */
  listVersion: number
  /** Whether an import adds and takes away such records, too. */
  isImported?: true
  /** How many a trip can have. */
  limit: Limit
  /** Names a record in refusals. */
  titleOf(content: Of['content']): string
  /** The field of content and bodies with the files of a record; absent in events where there are none. */
  files?: 'receipts' | 'attachments'
  topic: 'plan' | 'money'
  /** Never set: carries the types only. */
  readonly types?: Of
}
/** The named ones: a table for all events of a feature does not compile where the kind does not name one of its own. */
type EventType<Of extends KindTypes> = Of['events'][keyof Of['events']] & string

/** Where a record comes from. */
interface Origin {
  by: string
  createdAt: string
  /** The time and the revision of the last change; the revision is the record's ETag. */
  updatedAt: string
  revision: number
}

/** A table with a row for each type of its events. @param rows what becomes of each */
export const byEventType = <Of extends KindTypes, const Rows extends Record<RecordRole, unknown>>(
  { events }: RecordKind<Of>,
  rows: Rows,
): Record<EventType<Of>, Rows[RecordRole]> =>
  Object.fromEntries(Object.entries(events).map(([role, type]) => [type, rows[role as RecordRole]])) as never

type WithFiles = Partial<Record<'receipts' | 'attachments', readonly AttachedFile[]>>

export const filesOf = (
  { files }: Pick<RecordKind<KindTypes>, 'files'>,
  content: object,
): readonly AttachedFile[] => (files && (content as WithFiles)[files]) ?? []

/** The content without these files, as when their bytes are gone. */
export function withoutFiles<Content extends object>(
  kind: Pick<RecordKind<KindTypes>, 'files'>,
  content: Content,
  gone: ReadonlySet<string>,
): Content {
  const kept = filesOf(kind, content).filter(({ hash }) => !gone.has(hash))
  if (!kind.files || kept.length === filesOf(kind, content).length) return content
  const { [kind.files]: _, ...others } = content as Content & WithFiles
  return { ...others, ...attached(kind.files, kept) } as unknown as Content
}

/** Of each of its events. */
export const upcastsOf = ({ name, lift }: Pick<RecordKind<KindTypes>, 'name' | 'lift'>): Upcasts[string] =>
  lift.map((next) => (data: object) => {
    const { [name]: content, was, ...others } = data as Record<string, object>
    return { ...others, [name]: next(content!), ...(was && { was: next(was) }) }
  })

type Records<Of extends KindTypes> = Record<Of['list'], Map<string, Of['record']>>

/** The records of a stream's state, by id; the removed ones as they last were, because they can be restored. */
export type RecordState<Of extends KindTypes> = Records<Of> & { removed: Records<Of> }

export function recordsIn<Of extends KindTypes>({ list }: RecordKind<Of>, state: RecordState<Of>) {
  const of: Of['list'] = list
  return { present: state[of], removed: state.removed[of] }
}

/**
 * The record that an addition or a restoration leaves; a restored one keeps who added it first, and when.
 * @param content of an event that adds several records
 */
export function recordedIn<Of extends KindTypes>(
  kind: RecordKind<Of>,
  { data, meta, revision }: Recorded,
  content = contentIn(kind, data),
): Of['record'] {
  const { [kind.by]: by = meta.actor, createdAt = meta.at } = data as Partial<Record<string, string>>
  return kind.toRecord(content, { by, createdAt, updatedAt: meta.at, revision })
}

type Recorded = Pick<RecordedEvent, 'data' | 'meta' | 'revision'>

/** The record after a change of it. */
export const changedIn = <Of extends KindTypes>(
  kind: RecordKind<Of>,
  record: Of['record'],
  { data, meta, revision }: Recorded,
): Of['record'] =>
  kind.toRecord(contentIn(kind, data), { ...originOf(kind, record), updatedAt: meta.at, revision })

/** Who added a record first, and when. */
export function originOf<Of extends KindTypes>({ by }: RecordKind<Of>, record: Of['record']) {
  const { [by]: added, createdAt } = record as Of['record'] & Record<string, string>
  return { by: added!, createdAt: createdAt! }
}

export const contentIn = <Of extends KindTypes>({ name }: RecordKind<Of>, data: unknown): Of['content'] =>
  (data as Record<string, Of['content']>)[name]!

/** Changes `state` in place, as the functions below do. Events of other kinds change nothing. */
export function evolveRecords<Of extends KindTypes>(
  kind: RecordKind<Of>,
  state: RecordState<Of>,
  event: RecordedEvent,
): void {
  const { added, changed, removed, restored } = kind.events
  if (event.type === added || event.type === restored) putRecord(kind, state, recordedIn(kind, event))
  else if (event.type === removed) takeRecord(kind, state, contentIn(kind, event.data).id)
  else if (event.type === changed) {
    const { present } = recordsIn(kind, state)
    const record = present.get(contentIn(kind, event.data).id)
    if (record) present.set(record.id, changedIn(kind, record, event))
  }
}

export function putRecord<Of extends KindTypes>(
  kind: RecordKind<Of>,
  state: RecordState<Of>,
  record: Of['record'],
): void {
  const { present, removed } = recordsIn(kind, state)
  removed.delete(record.id)
  present.set(record.id, record)
}

export function takeRecord<Of extends KindTypes>(
  kind: RecordKind<Of>,
  state: RecordState<Of>,
  id: string,
): void {
  const { present, removed } = recordsIn(kind, state)
  const record = present.get(id)
  if (!record) return
  present.delete(id)
  removed.set(id, record)
}
