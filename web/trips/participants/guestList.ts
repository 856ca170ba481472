// The guests of a trip as its participants are listed, and the body of a guest's form.

import type { GuestBody } from '#core/trips/bodies.ts'
import type { GuestResponse } from '#core/trips/responses.ts'
import type { InviteeRole } from '#core/trips/events.ts'
import type { RecordList, ShownRecord } from '#web/records/shownRecords.ts'
import { comparePeopleByName } from '#web/trips/participants/orderOfPeople.ts'

export type ShownGuest = ShownRecord<GuestResponse>

export const guestList: RecordList<GuestResponse> = {
  kind: 'guest',
  compare: comparePeopleByName,
  entered({ id, by, body, at }) {
    const { name, role, email = null, phone = null, notes = null } = body as GuestBody
    const addedByUser = { id: by, username: '' }
    return {
      ...{ id, name: name ?? '', role: role ?? 'member' },
      ...{ email, phone, notes, addedByUser, createdAt: at, revision: 0 },
    }
  },
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
