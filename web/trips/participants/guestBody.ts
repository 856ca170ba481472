// The body of a guest's form: empty optional values are omitted (spec §7), except those an edit clears.

import type { GuestResponse } from '#core/trips/responses.ts'
import type { InviteeRole } from '#core/trips/events.ts'

type Optional = 'email' | 'phone' | 'notes'
export type ListedGuest = { name: string; role: InviteeRole } & Record<Optional, string | null>
export type GuestFormBody = Pick<ListedGuest, 'name' | 'role'> & Partial<ListedGuest>

/** @param base the guest as the form opened; null for a new one. A value it had and has no more goes out as null. */
export function guestBody(
  { name, role, ...optional }: ListedGuest,
  base: Pick<GuestResponse, Optional> | null,
): GuestFormBody {
  const isStated = ([key, text]: [string, string | null]) => text !== null || Boolean(base?.[key as Optional])
  return { name, role, ...Object.fromEntries(Object.entries(optional).filter(isStated)) }
}
