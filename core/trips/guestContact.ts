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
}

export type GuestContactCommand =
  | {
      type: 'SetGuestContact'
      guestId: string
      changes: Partial<{ [K in keyof GuestContact]: GuestContact[K] | undefined }>
    }
  | { type: 'EraseGuestContact'; guestId: string }

export const guestStreamType: StreamType<GuestContactState, GuestContactCommand, GuestEvent> &
  Decider<GuestContactState, GuestContactCommand, GuestEvent> = {
  prefix: 'guest-',
  maxEvents: 1,
  initialState: () => ({ contact: noContact, isErased: false }),
  evolve(state, event) {
    state.isErased = event.type === 'GuestContactErased'
    state.contact = event.type === 'GuestContactSet' ? event.data.contact : noContact
  },
  decide(command, { contact, isErased }) {
    const { guestId } = command
    if (isErased) return notFound()
    if (command.type === 'EraseGuestContact') return [{ type: 'GuestContactErased', data: { guestId } }]
    const { email = contact.email, phone = contact.phone, notes = contact.notes } = command.changes
    const same = email === contact.email && phone === contact.phone && notes === contact.notes
    return same ? [] : [{ type: 'GuestContactSet', data: { guestId, contact: { email, phone, notes } } }]
  },
}
