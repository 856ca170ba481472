// The guests with the pending commands that are about them.

import type { GuestBody } from '#core/trips/bodies.ts'
import { addGuest, changeGuest, removeGuest } from '#core/trips/contract.ts'
import type { GuestResponse } from '#core/trips/responses.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'
import { withPending } from '#web/platform/outbox/pendingRecords.ts'
import { refusedEntry } from '#web/platform/outbox/refusedEntry.ts'

export interface ShownGuest {
  guest: GuestResponse
  /** Pending or refused commands, oldest first. */
  pending: readonly PendingCommand[]
  /** False for a guest whose addition was refused. */
  isAdded: boolean
}

/**
 * @param guests with the pending commands applied, and those that are being removed
 * @returns also `orphanedCommands`: refused changes of guests whom somebody else has removed
 */
export function shownGuests(guests: readonly GuestResponse[], pending: readonly PendingCommand[]) {
  const { rows, orphanedCommands } = withPending(guests, [], pending, {
    add: [addGuest],
    change: [changeGuest, removeGuest],
    entered: enteredGuest,
  })
  const shown = rows.map(({ record: guest, pending, isAbsent }): ShownGuest => ({
    guest,
    pending,
    isAdded: !isAbsent,
  }))
  return { guests: shown, orphanedCommands }
}

export const refusedGuest = ({ pending }: ShownGuest) =>
  refusedEntry<GuestBody>(pending, { add: [addGuest], change: [changeGuest] })

function enteredGuest({ id, by, body, at }: PendingCommand): GuestResponse {
  const { name, role, email = null, phone = null, notes = null } = body as GuestBody
  const addedByUser = { id: by, username: '' }
  return {
    id,
    name: name ?? '',
    role: role ?? 'member',
    email,
    phone,
    notes,
    addedByUser,
    createdAt: at,
    revision: 0,
  }
}
