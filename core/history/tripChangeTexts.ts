// The history's texts for a trip's details and people.

import { formatDate } from '#core/kernel/format.ts'
import { inSentence } from '#core/kernel/inSentence.ts'
import type { Guest, TripDetails, TripRole, TripStatus, TripUser } from '#core/trips/events.ts'
import type { TripHistoryEvent } from '#core/history/events.ts'
import type { HistoryFields, ChangeTexts } from '#core/history/changeText.ts'
import { differences, fieldsIn, money, quoted } from '#core/history/changeText.ts'

const statuses: Record<TripStatus, string> = {
  planning: 'Planning',
  confirmed: 'Confirmed',
  in_progress: 'In progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
}
const roles: Record<TripRole, string> = {
  organizer: 'Organizer',
  co_organizer: 'Co-organizer',
  member: 'Member',
}

const fieldsOf = (details: TripDetails): HistoryFields => [
  ['Title', details.title],
  ['Destination', details.destination],
  ['Start date', formatDate(details.startDate)],
  ['End date', formatDate(details.endDate)],
  ['Status', statuses[details.status]],
  ['Budget', details.budget === null ? null : money(details.budget, details.currency)],
  ['Currency', details.currency],
  ['Visibility', details.isPublic ? 'Public' : 'Private'],
  ['Description', details.description],
]

const guestFields = ({ name, role }: Guest): HistoryFields => [
  ['Name', name],
  ['Role', roles[role]],
]

const user = ({ id }: TripUser) => ({ type: 'user', id }) as const
const guest = ({ id }: Guest) => ({ type: 'guest', id }) as const

export const tripChangeTexts: ChangeTexts<TripHistoryEvent> = {
  TripPlanned: ({ tripId, details }, { actor }) => ({
    text: `${actor} planned the trip ${quoted(details.title)}`,
    changes: differences([], fieldsOf(details)),
    subject: { type: 'trip', id: tripId },
  }),
  TripDetailsChanged({ details, was }, { actor }) {
    const changes = differences(fieldsOf(was), fieldsOf(details))
    return {
      text: `${actor} changed ${fieldsIn(changes) ?? 'the details'} of the trip`,
      changes,
      subject: null,
    }
  },
  ParticipantInvited: ({ user: one }, { actor }) => ({
    text: `${actor} added ${one.username} to the trip`,
    changes: [{ field: 'Role', before: null, after: roles.member }],
    subject: user(one),
  }),
  InvitationAccepted: ({ user: one }, { actor }) => ({
    text: `${actor} accepted the invitation`,
    changes: [{ field: 'Invitation', before: 'Pending', after: 'Accepted' }],
    subject: user(one),
  }),
  InvitationDeclined: ({ user: one }, { actor }) => ({
    text: `${actor} declined the invitation and is no longer on the trip`,
    changes: [{ field: 'Invitation', before: 'Pending', after: 'Declined' }],
    subject: user(one),
  }),
  InvitationCancelled: ({ user: one }, { actor }) => ({
    text: `${actor} withdrew the invitation of ${one.username}, who is no longer on the trip`,
    changes: [{ field: 'Invitation', before: 'Pending', after: 'Withdrawn' }],
    subject: user(one),
  }),
  JoinRequestMade: ({ user: one, message }) => ({
    text: `${one.username} asked to join the trip`,
    changes: differences([], [['Message', message]]),
    subject: user(one),
  }),
  JoinRequestAccepted: ({ user: one }, { actor }) => ({
    text: `${actor} let ${one.username} join the trip`,
    changes: [{ field: 'Role', before: null, after: roles.member }],
    subject: user(one),
  }),
  JoinRequestDeclined: ({ user: one }, { actor }) => ({
    text: `${actor} declined the request of ${one.username} to join`,
    changes: [],
    subject: user(one),
  }),
  JoinRequestCancelled: ({ user: one }) => ({
    text: `${one.username} took back the request to join`,
    changes: [],
    subject: user(one),
  }),
  ParticipantRoleChanged: ({ user: one, role, was }, { actor }) => ({
    text: `${actor} made ${one.username} a ${roles[role].toLowerCase()}`,
    changes: [{ field: 'Role', before: roles[was], after: roles[role] }],
    subject: user(one),
  }),
  OrganizerHandedOver: ({ from, to }, { actor }) => ({
    text: `${actor} handed the trip over to ${to.username}`,
    changes: [{ field: 'Organizer', before: from.username, after: to.username }],
    subject: user(to),
  }),
  ParticipantLeft: ({ user: one }) => ({
    text: `${one.username} left the trip`,
    changes: [],
    subject: user(one),
  }),
  ParticipantRemoved: ({ user: one }, { actor }) => ({
    text: `${actor} removed ${one.username} from the trip`,
    changes: [],
    subject: user(one),
  }),
  GuestAdded: ({ guest: one }, { actor }) => ({
    text: `${actor} added the guest ${inSentence(one.name)}`,
    changes: differences([], guestFields(one)),
    subject: guest(one),
  }),
  GuestChanged({ guest: one, was }, { actor }) {
    const changes = differences(guestFields(was), guestFields(one))
    // A guest's e-mail, phone and notes are not in the trip's stream.
    const what = fieldsIn(changes) ?? 'the contact details'
    return {
      text: `${actor} changed ${what} of the guest ${inSentence(one.name)}`,
      changes,
      subject: guest(one),
    }
  },
  GuestRemoved: ({ guest: one }, { actor }) => ({
    text: `${actor} removed the guest ${inSentence(one.name)}`,
    changes: differences(guestFields(one), []),
    subject: guest(one),
  }),
}
