// What a command is about: the kind of a record, its id, and what happens to it. The endpoints are written as method and
// path, because each screen of a trip loads this table, and not the contracts of all features.

import type { RecordKindName } from '#core/recordKinds.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'

export type SubjectKind =
  | RecordKindName
  | 'import'
  | 'guest'
  | 'guestClaim'
  | 'poll'
  | 'participant'
  | 'trip'
  | 'invitation'
  | 'joinRequest'
  | 'historyEntry'
  | 'tripChat'
  | 'conversation'
  | 'message'
  | 'reaction'
export type RecordChange =
  | 'add'
  | 'invite'
  | 'change'
  | 'remove'
  | 'restore'
  | 'handOver'
  | 'leave'
  | 'mute'
  | 'answer'
  | 'undo'
  | 'pin'
  | 'unpin'

export interface CommandSubject {
  kind: SubjectKind
  /** Of the record. */
  id: string
  change: RecordChange
}

export type SubjectEndpoints = Partial<Record<SubjectKind, Partial<Record<RecordChange, readonly string[]>>>>

/**
 * What a row shows or a device decides; `failures.ts` has the others. Of an addition the record has the id of the command;
 * of the others the last parameter of the path names it, and of a hand-over the body names the new organizer.
 */
const endpoints: SubjectEndpoints = {
  activity: {
    add: ['POST /itineraries/:tripId/items'],
    change: ['PATCH /itinerary-items/:itemId'],
    remove: ['DELETE /itinerary-items/:itemId'],
    restore: ['POST /itinerary-items/:itemId/restore'],
  },
  expense: {
    add: ['POST /trips/:tripId/expenses', 'POST /trips/:tripId/expenses-enhanced'],
    change: ['PUT /expenses/:expenseId'],
    remove: ['DELETE /expenses/:expenseId'],
    restore: ['POST /expenses/:expenseId/restore'],
  },
  contribution: {
    add: ['POST /trips/:tripId/pool/contribute'],
    remove: ['DELETE /trips/:tripId/pool/transactions/:transactionId'],
  },
  payment: {
    add: ['POST /trips/:tripId/payments'],
    remove: ['DELETE /trips/:tripId/payments/:paymentId'],
  },
  import: {
    add: ['POST /trips/:tripId/imports'],
    remove: ['DELETE /trips/:tripId/imports/:importId'],
  },
  guest: {
    add: ['POST /trips/:tripId/guest-participants'],
    change: ['PUT /trips/:tripId/guest-participants/:guestId'],
    remove: ['DELETE /trips/:tripId/guest-participants/:guestId'],
  },
  guestClaim: { add: ['POST /trips/:tripId/guest-claims'] },
  poll: {
    add: ['POST /trips/:tripId/polls'],
    change: ['PUT /polls/:pollId/vote', 'POST /polls/:pollId/close'],
  },
  participant: {
    change: ['PUT /trips/:tripId/participants/:userId'],
    remove: ['DELETE /trips/:tripId/participants/:userId'],
    handOver: ['POST /trips/:tripId/organizer'],
  },
  trip: {
    change: ['PUT /trips/:tripId'],
  },
}

type OfCommand = Pick<PendingCommand, 'id' | 'params' | 'body'> & {
  endpoint: { method: string; path: string }
}

/** Null for a command that is about no record. */
export const subjectOf = (command: OfCommand): CommandSubject | null => subjectAmong(endpoints, command)

export function subjectAmong(
  endpoints: SubjectEndpoints,
  { endpoint: { method, path }, ...command }: OfCommand,
): CommandSubject | null {
  const name = `${method} ${path}`
  for (const kind of Object.keys(endpoints) as SubjectKind[])
    for (const change of Object.keys(endpoints[kind]!) as RecordChange[])
      if (endpoints[kind]![change]!.includes(name)) return { kind, change, id: idOf(command, change, path) }
  return null
}

function idOf({ id, params, body }: Omit<OfCommand, 'endpoint'>, change: RecordChange, path: string): string {
  if (change === 'add') return id
  if (change === 'handOver') return (body as { userId: string }).userId
  return params[/:(\w+)[^:]*$/.exec(path)![1]!]!
}
