// The records of a list as screens show them: with the commands of this device that are about them. A record that is being
// removed stays on the screen, and so does one whose addition was refused.

import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { type RecordChange, type SubjectKind, subjectOf } from '#web/records/subjectOf.ts'

export interface ShownRecord<Record> {
  record: Record
  /** About it, pending or refused, oldest first. */
  commands: readonly PendingCommand[]
  /** It is being removed, or was not added: shown, but in no sum. */
  isAbsent: boolean
}

/** What is its own of each kind. */
export interface RecordList<Record> {
  kind: SubjectKind
  /** Default: the records in their order, then the absent ones. */
  compare?(a: Record, b: Record): number
  /** The record of a refused addition, as it was entered; absent where nobody adds one. */
  entered?(addition: PendingCommand, me: Me): Record
}

/** Of the record of an addition: it is the newest of its time. */
export const originOfAddition = ({ by, at }: PendingCommand) => ({
  by,
  createdAt: at,
  updatedAt: at,
  revision: Number.MAX_SAFE_INTEGER,
})

/** The signed-in person, who sent the commands. */
interface Me {
  id: string
  username: string
}

/** `orphaned`: refused changes of records that somebody else has removed. */
export interface ShownRecords<Record> {
  rows: ShownRecord<Record>[]
  orphaned: readonly PendingCommand[]
}

/**
 * @param records with the pending commands applied, in the order of the list
 * @param confirmed without them
 * @param commands of the trip, oldest first; those about anything else are ignored
 */
export function showRecords<Record extends { id: string }>(
  { kind, compare, entered }: RecordList<Record>,
  records: readonly Record[],
  confirmed: readonly Record[],
  commands: readonly PendingCommand[],
  me: Me,
): ShownRecords<Record> {
  const orphaned: PendingCommand[] = []
  const changed = new Map<string, ShownRecord<Record>>()
  for (const command of commands) {
    const subject = subjectOf(command)
    if (subject?.kind !== kind) continue
    const { id } = subject
    const find = (all: readonly Record[]) => all.find((record) => record.id === id)
    const isNew = subject.change === 'add'
    if (isNew && find(confirmed)) continue
    const present = find(records)
    const before = changed.get(id)
    const record = before?.record ?? present ?? (isNew ? entered?.(command, me) : find(confirmed))
    if (record)
      changed.set(id, { record, commands: [...(before?.commands ?? []), command], isAbsent: !present })
    else if (command.state === 'refused') orphaned.push(command)
  }
  const present = records.map((record) => changed.get(record.id) ?? rowOf(record))
  const absent = [...changed.values()].filter(({ isAbsent }) => isAbsent)
  const rows = [...present, ...absent]
  // Without commands they are in order, and there may be thousands.
  if (compare && changed.size > 0) rows.sort((a, b) => compare(a.record, b.record))
  return { rows, orphaned }
}

const rowsWithoutCommands = new WeakMap<object, ShownRecord<object>>()

/** The row of a record without commands: the same for the same record, so that only changed rows render. */
export function rowOf<Record extends object>(record: Record): ShownRecord<Record> {
  const existing = rowsWithoutCommands.get(record)
  if (existing) return existing as ShownRecord<Record>
  const row = { record, commands: [], isAbsent: false }
  rowsWithoutCommands.set(record, row)
  return row
}

/** A rule refuses its addition: it is shown as it was entered. */
export const isNotAdded = ({ isAbsent, commands }: ShownRecord<unknown>): boolean =>
  isAbsent && ofChange('add', commands).length > 0

/** Until the server has confirmed it. */
export const isBeingRemoved = ({ isAbsent, commands }: ShownRecord<unknown>): boolean =>
  isAbsent && isUnderWay('remove', commands)

/** Those that make this change. */
export const ofChange = (change: RecordChange, commands: readonly PendingCommand[]): PendingCommand[] =>
  commands.filter((command) => subjectOf(command)?.change === change)

/** Whether a command that makes this change is not refused. */
export const isUnderWay = (change: RecordChange, commands: readonly PendingCommand[]): boolean =>
  ofChange(change, commands).some(({ state }) => state !== 'refused')
