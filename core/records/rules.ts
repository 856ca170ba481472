// The rules that all kinds of records have in common. What a kind adds to them comes in as a function.

import { isRefusal, refuse, type Decision, type Refusal } from '#core/kernel/decider.ts'
import { refuseBeyond } from '#core/kernel/limits.ts'
import { decideExistingId, notFound, refuseIfStale } from '#core/kernel/refusals.ts'
import { changedSince, changedSinceAdded, isUnchanged, removedSince, type UndoOf } from '#core/kernel/undo.ts'
import {
  type KindTypes,
  type RecordKind,
  type RecordState,
  contentIn,
  originOf,
  recordsIn,
  withoutFiles,
} from '#core/records/recordKind.ts'

/** Of a command that brings content back. */
export interface WithGoneFiles {
  /** Hashes of files whose bytes are gone. */
  gone?: ReadonlySet<string> | undefined
}

/** @param make describes the record of the command's id, or refuses it; called only where there is room for one more */
export function addRecord<Of extends KindTypes>(
  kind: RecordKind<Of>,
  state: RecordState<Of>,
  { id }: { id: string },
  make: () => Of['content'] | Refusal,
): Decision<Of['event']> {
  const { present, removed } = recordsIn(kind, state)
  const decided = decideExistingId({ id }, present, removed) ?? refuseBeyond(kind.limit, present.size)
  if (decided) return decided
  const content = make()
  return isRefusal(content) ? content : [eventOf(kind, kind.events.added, content)]
}

interface OfRecord {
  id: string
  ifMatch?: number | undefined
}

/** @param make the content after the change; a change to the same values writes nothing */
export function changeRecord<Of extends KindTypes>(
  kind: RecordKind<Of>,
  state: RecordState<Of>,
  command: OfRecord,
  make: (was: Of['content']) => Of['content'] | Refusal,
): Decision<Of['event']> {
  const record = findRecord(kind, state, command)
  if (isRefusal(record)) return record
  const was = kind.toContent(record)
  const content = make(was)
  return isRefusal(content) ? content : changeTo(kind, content, was)
}

export function removeRecord<Of extends KindTypes>(
  kind: RecordKind<Of>,
  state: RecordState<Of>,
  command: OfRecord,
): Decision<Of['event']> {
  const record = findRecord(kind, state, command)
  return isRefusal(record) ? record : [eventOf(kind, kind.events.removed, kind.toContent(record))]
}

/**
 * Restores a record under its id, as it was at its last removal.
 * @param content that of the removal's event
 * @param check refuses what cannot be there any more
 * @param gone hashes of the files that it comes back without
 */
export function restoreRecord<Of extends KindTypes>(
  kind: RecordKind<Of>,
  state: RecordState<Of>,
  content: Of['content'],
  check: () => Refusal | null,
  gone: ReadonlySet<string> = new Set(),
): Decision<Of['event']> {
  const { present, removed } = recordsIn(kind, state)
  if (present.has(content.id)) return refuse('IsThereAlready')
  const record = removed.get(content.id)
  if (!record) return notFound()
  if (!isUnchanged(kind.toContent(record), content)) return refuse('RemovedAgainSince')
  const { by, createdAt } = originOf(kind, record)
  return (
    check() ??
    refuseBeyond(kind.limit, present.size) ?? [
      eventOf(kind, kind.events.restored, withoutFiles(kind, content, gone), { [kind.by]: by, createdAt }),
    ]
  )
}

/**
 * The inverse of an addition, a change or a restoration, from the content in its event; nothing where it is undone already.
 * A removal is undone by `restoreRecord`.
 * @param refuseBefore refuses the content before an edit
 */
export function undoRecord<Of extends KindTypes>(
  kind: RecordKind<Of>,
  state: RecordState<Of>,
  { anyway, laterBy, gone = new Set() }: Omit<UndoOf<unknown>, 'change'> & WithGoneFiles,
  change: Of['event'],
  refuseBefore?: (before: Of['content'], now: Of['content']) => Refusal | null,
): Decision<Of['event']> {
  const { events, titleOf } = kind
  const after = contentIn(kind, change.data)
  const record = recordsIn(kind, state).present.get(after.id)
  if (!record) return removedSince(titleOf(after), laterBy)
  const now = kind.toContent(record)
  const isChanged = events.changed !== undefined && !isUnchanged(now, after)
  if (change.type === events.added || change.type === events.restored)
    return isChanged ? changedSinceAdded(titleOf(now), laterBy) : [eventOf(kind, events.removed, now)]
  if (change.type !== events.changed) throw new Error(`${change.type} is no addition or change`)
  if (isChanged && !anyway) return changedSince(titleOf(now), laterBy)
  const before = withoutFiles(kind, (change.data as { was: Of['content'] }).was, gone)
  return refuseBefore?.(before, now) ?? changeTo(kind, before, now)
}

const changeTo = <Of extends KindTypes>(kind: RecordKind<Of>, content: Of['content'], was: Of['content']) =>
  isUnchanged(content, was) ? [] : [eventOf(kind, kind.events.changed!, content, { was })]

function findRecord<Of extends KindTypes>(
  kind: RecordKind<Of>,
  state: RecordState<Of>,
  { id, ifMatch }: OfRecord,
): Of['record'] | Refusal {
  const record = recordsIn(kind, state).present.get(id)
  if (!record) return notFound()
  return refuseIfStale(ifMatch, (record as { revision?: number }).revision ?? 0) ?? record
}

const eventOf = <Of extends KindTypes>(
  { name }: RecordKind<Of>,
  type: string,
  content: Of['content'],
  more?: object,
): Of['event'] => ({ type, data: { [name]: content, ...more } })
