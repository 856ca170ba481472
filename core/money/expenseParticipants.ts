// Adds to the people of an expense what everybody on the trip sees of them: the role, and the contact details of guests.

import type {
  ExpenseParticipant,
  ExpenseResponse,
  ExpenseWithParticipants,
  NamedRef,
} from '#core/money/responses.ts'
import type { GuestContact } from '#core/trips/events.ts'
import type { Trip } from '#core/trips/trip.ts'

type Contact = Pick<GuestContact, 'email' | 'phone'>

/** Of guests who were removed, and their contact details erased. */
const erased: Contact = { email: null, phone: null }

/** @param contacts those of the trip's guests, in their order; null where the response has none */
export function participantsOf(
  { participants, guests }: Trip,
  contacts: readonly Contact[] | null,
): (expense: ExpenseResponse) => ExpenseWithParticipants {
  const contactFields = (contact: Contact = erased) =>
    contacts && { email: contact.email, phone: contact.phone }
  const known = new Map<string, Omit<ExpenseParticipant, keyof NamedRef>>()
  for (const { id, role } of participants) known.set(id, { role })
  for (const [index, { id, role }] of guests.entries())
    known.set(id, { role, ...contactFields(contacts?.[index]) })
  const ofOthers = { user: { role: null }, guest: { role: null, ...contactFields() } }
  const withDetails = <Ref extends NamedRef>(ref: Ref) => ({
    ...ref,
    ...(known.get(ref.id) ?? ofOthers[ref.type]),
  })
  return (expense) => ({
    ...expense,
    paidBy: expense.paidBy && withDetails(expense.paidBy),
    payers: expense.payers === 'pool' ? 'pool' : expense.payers.map(withDetails),
    sharedBy: expense.sharedBy.map(withDetails),
  })
}
