// The history's texts for a trip's details and people.

import { roleLabels, statusLabels } from '#core/trips/labels.ts'
import { formatDate } from '#core/kernel/format.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { shownName } from '#core/kernel/personName.ts'
import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import type { Guest, TripDetails, TripUser } from '#core/trips/events.ts'
import type { TripHistoryEvent } from '#core/history/events.ts'
import {
  type HistoryFields,
  type ChangeTexts,
  differences,
  fieldsIn,
  quoted,
} from '#core/history/changeText.ts'

const fieldsOf = (details: TripDetails): HistoryFields => [
  ['Title', details.title],
  ['Destination', details.destination],
  ['Start date', formatDate(details.startDate)],
  ['End date', formatDate(details.endDate)],
  ['Status', statusLabels[details.status]],
  ['Budget', details.budget === null ? null : formatMinor(details.budget, details.currency)],
  ['Currency', details.currency],
  ['Visibility', details.isPublic ? 'Public' : 'Private'],
  ['Description', details.description],
]

const guestFields = ({ name, role }: Guest): HistoryFields => [
  ['Name', name],
  ['Role', roleLabels[role]],
]

const nameOf = (user: TripUser) => isolateBidi(shownName(user))
const aboutUser = ({ id }: TripUser) => ({ type: 'user', id }) as const
const aboutGuest = ({ id }: Guest) => ({ type: 'guest', id }) as const

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
  ParticipantInvited: ({ user }, { actor }) => ({
    text: `${actor} added ${nameOf(user)} to the trip`,
    changes: [{ field: 'Role', before: null, after: roleLabels.member }],
    subject: aboutUser(user),
  }),
  InvitationAccepted: ({ user }, { actor }) => ({
    text: `${actor} accepted the invitation`,
    changes: [{ field: 'Invitation', before: 'Pending', after: 'Accepted' }],
    subject: aboutUser(user),
  }),
  InvitationDeclined: ({ user }, { actor }) => ({
    text: `${actor} declined the invitation and is no longer on the trip`,
    changes: [{ field: 'Invitation', before: 'Pending', after: 'Declined' }],
    subject: aboutUser(user),
  }),
  InvitationCancelled: ({ user }, { actor }) => ({
    text: `${actor} withdrew the invitation of ${nameOf(user)}, who is no longer on the trip`,
    changes: [{ field: 'Invitation', before: 'Pending', after: 'Withdrawn' }],
    subject: aboutUser(user),
  }),
  JoinRequestMade: ({ user, message }) => ({
    text: `${nameOf(user)} asked to join the trip`,
    changes: differences([], [['Message', message]]),
    subject: aboutUser(user),
  }),
  JoinRequestAccepted: ({ user }, { actor }) => ({
    text: `${actor} let ${nameOf(user)} join the trip`,
    changes: [{ field: 'Role', before: null, after: roleLabels.member }],
    subject: aboutUser(user),
  }),
  JoinRequestDeclined: ({ user }, { actor }) => ({
    text: `${actor} declined the request of ${nameOf(user)} to join`,
    changes: [],
    subject: aboutUser(user),
  }),
  JoinRequestCancelled: ({ user }) => ({
    text: `${nameOf(user)} took back the request to join`,
    changes: [],
    subject: aboutUser(user),
  }),
  InviteLinkCreated: ({ guestId }, { actor, name }) => ({
    text:
      guestId === null
        ? `${actor} made a link to join the trip`
        : `${actor} made a link for the guest ${name({ type: 'guest', id: guestId })}`,
    changes: [],
    subject: null,
  }),
  InviteLinkEnded: (_, { actor }) => ({
    text: `${actor} turned off a link to join the trip`,
    changes: [],
    subject: null,
  }),
  JoinedByLink: ({ user }) => ({
    text: `${nameOf(user)} joined by a link`,
    changes: [{ field: 'Role', before: null, after: roleLabels.member }],
    subject: aboutUser(user),
  }),
  ParticipantRoleChanged: ({ user, role, was }, { actor }) => ({
    text: `${actor} made ${nameOf(user)} a ${roleLabels[role].toLowerCase()}`,
    changes: [{ field: 'Role', before: roleLabels[was], after: roleLabels[role] }],
    subject: aboutUser(user),
  }),
  OrganizerHandedOver: ({ from, to }, { actor }) => ({
    text: `${actor} handed the trip over to ${nameOf(to)}`,
    changes: [{ field: 'Organizer', before: shownName(from), after: shownName(to) }],
    subject: aboutUser(to),
  }),
  ParticipantLeft: ({ user }) => ({
    text: `${nameOf(user)} left the trip`,
    changes: [],
    subject: aboutUser(user),
  }),
  ParticipantRemoved: ({ user }, { actor }) => ({
    text: `${actor} removed ${nameOf(user)} from the trip`,
    changes: [],
    subject: aboutUser(user),
  }),
  GuestAdded: ({ guest }, { actor, guestName }) => ({
    text: `${actor} added the guest ${guestName(guest)}`,
    changes: differences([], guestFields(guest)),
    subject: aboutGuest(guest),
  }),
  GuestChanged({ guest, was }, { actor, guestName }) {
    const changes = differences(guestFields(was), guestFields(guest))
    // A guest's e-mail, phone and notes are not in the trip's stream.
    const changed = fieldsIn(changes) ?? 'the contact details'
    return {
      text: `${actor} changed ${changed} of the guest ${guestName(guest)}`,
      changes,
      subject: aboutGuest(guest),
    }
  },
  GuestRestored: ({ guest }, { actor, guestName }) => ({
    text: `${actor} brought back the guest ${guestName(guest)}`,
    changes: differences([], guestFields(guest)),
    subject: aboutGuest(guest),
  }),
  GuestRemoved: ({ guest }, { actor, guestName }) => ({
    text: `${actor} removed the guest ${guestName(guest)}`,
    changes: differences(guestFields(guest), []),
    subject: aboutGuest(guest),
  }),
  GuestClaimAsked: ({ guest, user }) => ({
    text: `${nameOf(user)} says: I am the guest ${isolateBidi(guest.name)}`,
    changes: [],
    subject: aboutGuest(guest),
  }),
  GuestClaimed: ({ guest, user }, { actor, actorId }) => ({
    text:
      user.id === actorId
        ? `${nameOf(user)} is now the guest ${isolateBidi(guest.name)}`
        : `${actor} confirmed that ${nameOf(user)} is the guest ${isolateBidi(guest.name)}`,
    changes: [{ field: 'Name', before: guest.name, after: shownName(user) }],
    subject: aboutGuest(guest),
  }),
  GuestClaimDeclined: ({ guest, user }, { actor }) => ({
    text: `${actor} kept ${nameOf(user)} and the guest ${isolateBidi(guest.name)} apart`,
    changes: [],
    subject: aboutGuest(guest),
  }),
  PollOpened: ({ poll: { id, question, options } }, { actor }) => ({
    text: `${actor} asked ${quoted(question)}`,
    changes: differences(
      [],
      options.map(({ text }, index) => [`Answer ${index + 1}`, text]),
    ),
    subject: { type: 'poll', id },
  }),
  PollClosed: ({ pollId, question, winner }, { actor }) => ({
    text: `${actor} closed the poll ${quoted(question)}${winner ? `: ${isolateBidi(winner.text)}` : ''}`,
    changes: [],
    subject: { type: 'poll', id: pollId },
  }),
  GuestClaimUndone: ({ guest, user }, { actor }) => ({
    text: `${actor} undid that ${nameOf(user)} is the guest ${isolateBidi(guest.name)}`,
    changes: [{ field: 'Name', before: shownName(user), after: guest.name }],
    subject: aboutGuest(guest),
  }),
}
