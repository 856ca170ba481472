// The guests with the pending commands that are about them.

import type { GuestBody } from '#core/trips/bodies.ts'
import { addGuest, changeGuest } from '#core/trips/contract.ts'
import type { GuestResponse } from '#core/trips/responses.ts'
import { isEndpoint } from '#web/platform/outbox/outboxItem.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'
import { refusedEntry } from '#web/platform/outbox/refusedEntry.ts'

export interface ShownGuest {
  guest: GuestResponse
  /** Pending or refused commands, oldest first. */
  pending: readonly PendingCommand[]
  /** False for a guest whose addition was refused. */
  isAdded: boolean
}

/**
 * A guest whose addition was refused stays on the screen, after the others.
 * @param guests with the pending commands applied, and those that are being removed
 */
export function shownGuests(
  guests: readonly GuestResponse[],
  pending: readonly PendingCommand[],
): ShownGuest[] {
  const additions = pending.filter((command) => isEndpoint(command, addGuest))
  const refused = additions.filter((command) => !guests.some(({ id }) => id === command.id))
  const about = (guestId: string) => [
    ...additions.filter(({ id }) => id === guestId),
    ...pending.filter(({ params }) => params['guestId'] === guestId),
  ]
  return [
    ...guests.map((guest) => ({ guest, pending: about(guest.id), isAdded: true })),
    ...refused.map((command) => ({
      guest: enteredGuest(command),
      pending: about(command.id),
      isAdded: false,
    })),
  ]
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
