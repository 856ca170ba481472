// Folds a trip from its stream, for the decider's permissions and for the read model alike.

import {
  type ClaimedGuest,
  evolveClaims,
  type GuestClaim,
  type GuestRecord,
} from '#core/trips/guestRecords.ts'
import type { RecordedEventOf } from '#core/kernel/decider.ts'
import { type Poll, evolvePolls } from '#core/trips/pollRecords.ts'
import type { InviteeRole, TripDetails, TripEvent, TripRole, TripUser } from '#core/trips/events.ts'

/** Replaces a name that the trip does not have. */
export const SOMEONE_WHO_LEFT = 'someone who left'

export interface Participant extends TripUser {
  role: TripRole
}

/** A cancelled invitation is stored, so that a late response gets 409, but never shown. */
export type InvitationStatus = 'pending' | 'accepted' | 'declined' | 'cancelled'

/** `user` is the person who joins: invited by the organizer, or asking. */
export type InvitationRecord = {
  id: string
  user: TripUser
  status: InvitationStatus
  createdAt: string
  respondedAt: string | null
} & ({ direction: 'invite'; invitedBy: TripUser } | { direction: 'request'; message: string | null })

export interface InviteLink {
  id: string
  /** Of the guest whom it is for; null for everybody. */
  guestId: string | null
  createdAt: string
  /** null until it was turned off or replaced; it may have expired. */
  endedAt: string | null
  joined: { userId: string; at: string }[]
}

/** Plain JSON: it is also the read model's document. People are in the order they came. */
export interface Trip {
  id: string
  details: TripDetails
  participants: Participant[]
  guests: GuestRecord[]
  /** Former users, with their names. */
  formerUsers: TripUser[]
  formerGuests: GuestRecord[]
  claimedGuests: ClaimedGuest[]
  guestClaims: GuestClaim[]
  invitations: InvitationRecord[]
  /** Without those that ended before anybody joined. */
  inviteLinks: InviteLink[]
  /** In the order they were asked. */
  polls: readonly Poll[]
  createdAt: string
  updatedAt: string
  /** The revision of the last change of the details. */
  revision: number
  deleted: boolean
}

/**
 * null until planned. `evolveTrip` replaces the values of `trip` and never changes them, so a shallow copy of `trip` is a
 * snapshot.
 */
export interface TripState {
  trip: Trip | null
}

export const pendingRequestOf = ({ invitations }: Trip, userId: string): InvitationRecord | undefined =>
  invitations.find(
    ({ direction, status, user }) => direction === 'request' && status === 'pending' && user.id === userId,
  )

/** Whether this person is on the trip by an invitation that they have not answered. */
export const isInvited = ({ invitations }: Trip, userId: string): boolean =>
  invitations.some(
    ({ direction, status, user }) => direction === 'invite' && status === 'pending' && user.id === userId,
  )

/** Changes `state` in place. */
export function evolveTrip(state: TripState, event: RecordedEventOf<TripEvent>): void {
  const at = event.meta.at
  if (event.type === 'TripPlanned') {
    const { tripId, details, organizer } = event.data
    const participants: Participant[] = [{ ...organizer, role: 'organizer' }]
    state.trip = { ...emptyTrip(tripId, details, at), participants, revision: event.revision }
    return
  }
  // After a deletion the stream has only its last event.
  if (event.type === 'TripDeleted') {
    state.trip = { ...(state.trip ?? emptyTrip(event.data.tripId, noDetails, at)), deleted: true }
    return
  }
  const trip = state.trip
  if (trip) change(trip, event, at)
}

function change(
  trip: Trip,
  event: Exclude<RecordedEventOf<TripEvent>, { type: 'TripPlanned' | 'TripDeleted' }>,
  at: string,
) {
  switch (event.type) {
    case 'TripDetailsChanged':
      trip.details = event.data.details
      trip.updatedAt = at
      trip.revision = event.revision
      return
    case 'ParticipantInvited': {
      const { invitationId, user, invitedBy, role = 'member' } = event.data
      addUser(trip, user, role)
      addInvitation(trip, { id: invitationId, user, direction: 'invite', invitedBy }, at)
      return
    }
    case 'InvitationAccepted':
      setInvitationStatus(trip, event.data.invitationId, 'accepted', at)
      return
    case 'InvitationDeclined':
      setInvitationStatus(trip, event.data.invitationId, 'declined', at)
      removeUser(trip, event.data.user)
      return
    case 'InvitationCancelled':
      setInvitationStatus(trip, event.data.invitationId, 'cancelled', at)
      removeUser(trip, event.data.user)
      return
    case 'JoinRequestMade': {
      const { requestId, user, message } = event.data
      addInvitation(trip, { id: requestId, user, direction: 'request', message }, at)
      return
    }
    case 'JoinRequestAccepted':
      setInvitationStatus(trip, event.data.requestId, 'accepted', at)
      addUser(trip, event.data.user, 'member')
      return
    case 'JoinRequestDeclined':
      setInvitationStatus(trip, event.data.requestId, 'declined', at)
      return
    case 'JoinRequestCancelled':
      setInvitationStatus(trip, event.data.requestId, 'cancelled', at)
      return
    case 'ParticipantRoleChanged':
      setRole(trip, event.data.user.id, event.data.role)
      return
    case 'OrganizerHandedOver':
      setRole(trip, event.data.from.id, event.data.role ?? 'co_organizer')
      setRole(trip, event.data.to.id, 'organizer')
      return
    case 'InviteLinkCreated': {
      const { linkId: id, guestId } = event.data
      const link: InviteLink = { id, guestId, createdAt: at, endedAt: null, joined: [] }
      trip.inviteLinks = [...trip.inviteLinks.filter((other) => other.id !== id), link]
      return
    }
    case 'InviteLinkEnded':
      trip.inviteLinks = trip.inviteLinks
        .filter(({ id, joined }) => id !== event.data.linkId || joined.length > 0)
        .map((link) => (link.id === event.data.linkId ? { ...link, endedAt: at } : link))
      return
    case 'JoinedByLink': {
      const { linkId, user } = event.data
      trip.inviteLinks = trip.inviteLinks.map((link) =>
        link.id === linkId ? { ...link, joined: [...link.joined, { userId: user.id, at }] } : link,
      )
      addUser(trip, user, 'member')
      return
    }
    case 'ParticipantLeft':
    case 'ParticipantRemoved':
      // A pending invitation is cancelled with its person.
      for (const { id, user, status } of trip.invitations)
        if (user.id === event.data.user.id && status === 'pending')
          setInvitationStatus(trip, id, 'cancelled', at)
      removeUser(trip, event.data.user)
      return
    case 'GuestAdded': {
      const { guest, addedBy } = event.data
      const [, others] = takeOut(trip.guests, guest.id)
      trip.guests = [...others, { ...guest, addedBy, createdAt: at, revision: event.revision }]
      return
    }
    case 'GuestChanged':
      trip.guests = trip.guests.map((guest) =>
        guest.id === event.data.guest.id
          ? { ...guest, ...event.data.guest, revision: event.revision }
          : guest,
      )
      return
    case 'GuestRemoved': {
      const [removed, others] = takeOut(trip.guests, event.data.guest.id)
      trip.guests = others
      trip.formerGuests = [...trip.formerGuests, ...removed]
      return
    }
    case 'GuestRestored': {
      const { guest } = event.data
      const [restored, others] = takeOut(trip.formerGuests, guest.id)
      const back = restored.map((record) => ({ ...record, ...guest, revision: event.revision }))
      trip.guests = [...trip.guests, ...back].toSorted(
        (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt),
      )
      trip.formerGuests = others
      return
    }
    case 'PollOpened':
    case 'VoteCast':
    case 'PollClosed':
      trip.polls = evolvePolls(trip.polls, event)
      return
    default:
      evolveClaims(trip, event)
  }
}

/** The guest of this id, and the others. */
const takeOut = (guests: readonly GuestRecord[], guestId: string): [GuestRecord[], GuestRecord[]] => [
  guests.filter(({ id }) => id === guestId),
  guests.filter(({ id }) => id !== guestId),
]

// Nobody is on a trip twice, also where a damaged log adds or removes somebody twice (docs/decisions/0230).
function addUser(trip: Trip, user: TripUser, role: InviteeRole): void {
  takeOutUser(trip, user.id)
  trip.participants = [...trip.participants, { ...user, role }]
}

function removeUser(trip: Trip, user: TripUser): void {
  takeOutUser(trip, user.id)
  trip.guestClaims = trip.guestClaims.filter((claim) => claim.user.id !== user.id)
  trip.formerUsers = [...trip.formerUsers, user]
}

function takeOutUser(trip: Trip, userId: string): void {
  trip.participants = trip.participants.filter(({ id }) => id !== userId)
  trip.formerUsers = trip.formerUsers.filter(({ id }) => id !== userId)
}

function setRole(trip: Trip, userId: string, role: TripRole): void {
  trip.participants = trip.participants.map((entry) => (entry.id === userId ? { ...entry, role } : entry))
}

type Opened = Pick<InvitationRecord, 'id' | 'user'> &
  ({ direction: 'invite'; invitedBy: TripUser } | { direction: 'request'; message: string | null })

function addInvitation(trip: Trip, opened: Opened, at: string): void {
  const record: InvitationRecord = { ...opened, status: 'pending', createdAt: at, respondedAt: null }
  trip.invitations = [...trip.invitations.filter(({ id }) => id !== record.id), record]
}

function setInvitationStatus(trip: Trip, invitationId: string, status: InvitationStatus, at: string): void {
  trip.invitations = trip.invitations.map((entry) =>
    entry.id === invitationId ? { ...entry, status, respondedAt: at } : entry,
  )
}

const noDetails: TripDetails = {
  title: '',
  description: null,
  destination: '',
  startDate: '',
  endDate: '',
  status: 'cancelled',
  budget: null,
  currency: 'HKD',
  isPublic: false,
}

function emptyTrip(id: string, details: TripDetails, at: string): Trip {
  return {
    id,
    details,
    participants: [],
    guests: [],
    formerUsers: [],
    formerGuests: [],
    claimedGuests: [],
    guestClaims: [],
    invitations: [],
    inviteLinks: [],
    polls: [],
    createdAt: at,
    updatedAt: at,
    revision: 0,
    deleted: false,
  }
}
