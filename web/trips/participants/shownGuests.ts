// The guests with the pending commands that are about them, and the body of a guest's form.

import type { GuestBody } from '#core/trips/bodies.ts'
import { addGuest, changeGuest, removeGuest } from '#core/trips/contract.ts'
import type { GuestResponse } from '#core/trips/responses.ts'
import type { InviteeRole } from '#core/trips/events.ts'
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

type Optional = 'email' | 'phone' | 'notes'
export type ListedGuest = { name: string; role: InviteeRole } & Record<Optional, string | null>
type GuestFormBody = Pick<ListedGuest, 'name' | 'role'> & Partial<ListedGuest>

/**
 * Empty optional values are omitted (spec §7), except those an edit clears.
 * @param base the guest as the form opened; null for a new one. A value it had and has no more goes out as null.
 */
export function guestBody(
  { name, role, ...optional }: ListedGuest,
  base: Pick<GuestResponse, Optional> | null,
): GuestFormBody {
  const isStated = ([key, text]: [string, string | null]) => text !== null || Boolean(base?.[key as Optional])
  return { name, role, ...Object.fromEntries(Object.entries(optional).filter(isStated)) }
}
