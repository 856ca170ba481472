// Combines the records of a list with the pending commands about them. A record that is being removed stays on the
// screen, and so does one whose addition was refused.

import type { Endpoint } from '#core/kernel/endpoint.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'

interface RecordKind<Record> {
  add: readonly Endpoint[]
  /** Its changes, its removal and restoration: the last parameter of their paths names the record. */
  change: readonly Endpoint[]
  /** The record of a refused addition, as it was entered. */
  entered(addition: PendingCommand): Record
}

interface PendingRecord<Record> {
  record: Record
  /** Pending or refused commands, oldest first. */
  pending: readonly PendingCommand[]
  /** It is being removed, or was not added. */
  isAbsent: boolean
}

/**
 * @returns `rows`: the records in their order, then the absent ones; `orphanedCommands`: refused changes of records that
 * somebody else has removed
 * @param records with the pending commands applied
 * @param confirmed without them
 * @param pending of the trip, oldest first; commands about anything else are ignored
 */
export function withPending<Record extends { id: string }>(
  records: readonly Record[],
  confirmed: readonly Record[],
  pending: readonly PendingCommand[],
  { add, change, entered }: RecordKind<Record>,
) {
  const orphanedCommands: PendingCommand[] = []
  const changed = new Map<string, PendingRecord<Record>>()
  for (const command of pending) {
    const isOf = (endpoints: readonly Endpoint[]) => endpoints.some((one) => isEndpoint(command, one))
    const isNew = isOf(add)
    const id = isNew ? command.id : isOf(change) ? namedIn(command) : undefined
    const find = (all: readonly Record[]) => all.find((record) => record.id === id)
    if (id === undefined || (isNew && find(confirmed))) continue
    const present = find(records)
    const { record = present ?? (isNew ? entered(command) : find(confirmed)), pending: before = [] } =
      changed.get(id) ?? {}
    if (record) changed.set(id, { record, pending: [...before, command], isAbsent: !present })
    else if (command.state === 'refused') orphanedCommands.push(command)
  }
  const unchanged = { pending: [], isAbsent: false }
  const present = records.map((record) => changed.get(record.id) ?? { record, ...unchanged })
  const absent = [...changed.values()].filter(({ isAbsent }) => isAbsent)
  return { rows: [...present, ...absent], orphanedCommands }
}

const namedIn = ({ endpoint: { path }, params }: PendingCommand): string | undefined =>
  params[/:(\w+)[^:]*$/.exec(path)?.[1] ?? '']
