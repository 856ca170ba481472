// Several guests at once: from a pasted list, or from the contacts of the phone.

import { GuestBody } from '#core/trips/bodies.ts'
import { tripLimits } from '#core/trips/limits.ts'
import { checkForm } from '#web/platform/forms/form.ts'
import type { ListedGuest } from '#web/trips/participants/guestList.ts'

/** The lines of a list that was made elsewhere, without their bullets and numbers. */
export const pastedGuests = (text: string): ListedGuest[] =>
  text.split(/\r?\n/).map((line) => guestNamed(line.replace(/^\s*(?:[-–*•]|\d+[.)])\s+/, '')))

/** As a browser hands over a contact of the phone: all values of each kind. */
export interface PhoneContact {
  name?: readonly string[]
  email?: readonly string[]
  tel?: readonly string[]
}

/** @param contact one without a name is called by its address or number */
export function contactGuest({ name = [], email = [], tel = [] }: PhoneContact): ListedGuest {
  const guest = guestNamed([...name, ...email, ...tel].find((text) => text.trim() !== '') ?? '')
  const reached = { ...guest, email: email[0]?.trim() || null, phone: tel[0]?.trim() || null }
  // What the app does not take as an address or a number is left out.
  return [reached, { ...reached, email: null }, guest].find((of) => isValidGuest(of)) ?? guest
}

/** The ones to add: nobody without a name, nobody twice, and nobody with the name of a guest. */
export function newGuests(found: readonly ListedGuest[], names: readonly string[]): ListedGuest[] {
  const taken = new Set(['', ...names.map((name) => name.toLowerCase())])
  return found.filter(({ name }) => {
    const isNew = !taken.has(name.toLowerCase())
    taken.add(name.toLowerCase())
    return isNew
  })
}

const guestNamed = (name: string): ListedGuest => ({
  name: name.trim().slice(0, tripLimits.guestName.max).trim(),
  role: 'member',
  email: null,
  phone: null,
  notes: null,
})

const isValidGuest = (guest: ListedGuest): boolean => 'body' in checkForm(GuestBody, guest)
