// E-mail, phone and notes of a guest, in a stream of their own that keeps the newest event only, so that they are
// really erased with the guest. The erasure is its last event.

import type { Decider } from '#core/kernel/decider.ts'
import { notFound } from '#core/kernel/refusals.ts'
import type { StreamType } from '#core/store/streamType.ts'
import type { GuestContact, GuestEvent } from '#core/trips/events.ts'

export const noContact: GuestContact = { email: null, phone: null, notes: null }

export interface GuestContactState {
  contact: GuestContact
  isErased: boolean
  /** The idempotency key of the command that wrote them; null before the first. */
  writtenBy: string | null
}

export type GuestContactChanges = Partial<{ [K in keyof GuestContact]: GuestContact[K] | undefined }>

export type GuestContactCommand =
  | { type: 'SetGuestContact'; guestId: string; changes: GuestContactChanges }
  | { type: 'EraseGuestContact'; guestId: string }

export const guestStreamType: StreamType<GuestContactState, GuestContactCommand, GuestEvent> &
  Decider<GuestContactState, GuestContactCommand, GuestEvent> = {
  prefix: 'guest-',
  maxEvents: 1,
  initialState: () => ({ contact: noContact, isErased: false, writtenBy: null }),
  evolve(state, event) {
    state.writtenBy = event.meta.key
    state.isErased = event.type === 'GuestContactErased'
    state.contact = event.type === 'GuestContactSet' ? event.data.contact : noContact
  },
  decide(command, { contact, isErased }) {
    const { guestId } = command
    if (isErased) return notFound()
    if (command.type === 'EraseGuestContact') return [{ type: 'GuestContactErased', data: { guestId } }]
    const after = changedContact(contact, command.changes)
    return after ? [{ type: 'GuestContactSet', data: { guestId, contact: after } }] : []
  },
}

/** Null where nothing changes. */
export function changedContact(was: GuestContact, changes: GuestContactChanges): GuestContact | null {
  const { email = was.email, phone = was.phone, notes = was.notes } = changes
  const isSame = email === was.email && phone === was.phone && notes === was.notes
  return isSame ? null : { email, phone, notes }
}
