// The rules of a trip. Permissions were checked before (access.ts).

import { earliestToday } from '#core/kernel/calendar.ts'
import { refuse, type Decider, type Decision } from '#core/kernel/decider.ts'
import { personIn } from '#core/kernel/personName.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { limits, refuseBeyond } from '#core/kernel/limits.ts'
import { invalid, notFound, refuseIfStale } from '#core/kernel/refusals.ts'
import type { StreamType } from '#core/store/streamType.ts'
import { budgetInMinor } from '#core/trips/bodies.ts'
import { changeDetails } from '#core/trips/changeDetails.ts'
import type { TripCommand } from '#core/trips/commands.ts'
import { decideInviteLink } from '#core/trips/inviteLinks.ts'
import { askForClaim, claimAtOnce, respondToClaim, undoClaim } from '#core/trips/guestClaims.ts'
import { decidePoll } from '#core/trips/polls.ts'
import { tripLimits } from '#core/trips/limits.ts'
import { tripDateErrors } from '#core/trips/dates.ts'
import {
  contactIdOf,
  guestIdentity,
  type InviteeRole,
  type TripEvent,
  type TripUser,
} from '#core/trips/events.ts'
import {
  type InvitationRecord,
  type Trip,
  type TripState,
  evolveTrip,
  pendingRequestOf,
} from '#core/trips/trip.ts'

export const tripStreamType: StreamType<TripState, TripCommand, TripEvent> &
  Decider<TripState, TripCommand, TripEvent> = {
  prefix: 'trip-',
  initialState: () => ({ trip: null }),
  evolve: evolveTrip,
  decide(command, { trip }) {
    if (command.type === 'PlanTrip') return trip ? notFound() : plan(command)
    return trip && !trip.deleted ? decideOn(trip, command) : notFound()
  },
}

function plan(command: Extract<TripCommand, { type: 'PlanTrip' }>): Decision<TripEvent> {
  const { tripId, details, isImported, organizer, invitees, now } = command
  const refusal = refuseBeyond(limits.tripsOfPerson, command.tripCount)
  if (refusal) return refusal
  const budget = budgetInMinor(details.budget, details.currency)
  if ('text' in budget) return invalid({ budget: budget.text })
  const errors = tripDateErrors(details, { today: earliestToday(now), startMoved: !isImported })
  if (Object.keys(errors).length > 0) return invalid(errors)
  return [
    { type: 'TripPlanned', data: { tripId, details: { ...details, budget: budget.minor }, organizer } },
    ...invitees
      .filter(({ id }) => id !== organizer.id)
      .map((user) => invitation(user, organizer, command.newId)),
  ]
}

/** @param newId of the inviting command: for the invitees of a new trip the trip's own id */
export const invitationIdOf = (userId: string, newId: string): string => idFrom(userId, newId)

function invitation(user: TripUser, invitedBy: TripUser, newId: string, role?: InviteeRole): TripEvent {
  return {
    type: 'ParticipantInvited',
    data: { invitationId: invitationIdOf(user.id, newId), user, invitedBy, ...(role && { role }) },
  }
}

/** The role of who is no longer on the trip, so that an undo gives it back; a member's is not written. */
const roleBefore = (trip: Trip, userId: string): { was?: InviteeRole } =>
  roleOf(trip, userId) === 'co_organizer' ? { was: 'co_organizer' } : {}

/** Longer than 80 lines: one case for each command, so that the rules of a trip read as one table. */
function decideOn(trip: Trip, command: Exclude<TripCommand, { type: 'PlanTrip' }>): Decision<TripEvent> {
  switch (command.type) {
    case 'ChangeTrip':
      return changeDetails(trip, command)

    case 'DeleteTrip': {
      const stale = refuseIfStale(command.ifMatch, trip.revision)
      if (stale) return stale
      const guestIds = [...trip.guests, ...trip.formerGuests, ...trip.claimedGuests].map(contactIdOf)
      return [{ type: 'TripDeleted', data: { tripId: trip.id, guestIds } }]
    }

    case 'InviteToTrip': {
      const newcomers = command.users.filter(({ id }) => !trip.participants.some((one) => one.id === id))
      const events = newcomers.map((user): TripEvent => {
        // An invitation accepts the person's own pending request: nothing is left to answer.
        const asked = pendingRequestOf(trip, user.id)
        return asked
          ? { type: 'JoinRequestAccepted', data: { requestId: asked.id, user: asked.user } }
          : invitation(user, command.by, command.newId, command.role)
      })
      const invited = events.filter(({ type }) => type === 'ParticipantInvited').length
      return isFull(trip, events.length) ?? hasHadTooMany(trip, invited) ?? events
    }

    case 'CreateInviteLink':
    case 'EndInviteLink':
    case 'JoinByLink':
      return decideInviteLink(trip, command)

    case 'OpenPoll':
    case 'CastVote':
    case 'ClosePoll':
      return decidePoll(trip, command)

    case 'AskToJoinTrip':
      return askToJoin(trip, command)

    case 'RespondToInvitation':
    case 'CancelInvitation': {
      const record = trip.invitations.find(({ id }) => id === command.invitationId)
      if (!record) return notFound()
      if (record.status !== 'pending') return isAnswered(record)
      return command.type === 'CancelInvitation' ? cancel(trip, record) : respond(trip, record, command)
    }

    case 'ChangeRole': {
      const user = participant(trip, command.userId)
      if (!user) return notFound()
      if (user.role === 'organizer') return refuse('OrganizerKeepsTheirRole')
      if (user.role === command.role) return []
      return [
        { type: 'ParticipantRoleChanged', data: { user: named(user), role: command.role, was: user.role } },
      ]
    }

    case 'HandOverTrip': {
      const to = participant(trip, command.to)
      if (!to) return refuse('NewOrganizerIsNotOnTheTrip')
      const from = trip.participants.find(({ role }) => role === 'organizer')
      if (!from || from.id === to.id) return []
      const { role = 'co_organizer' } = command
      const was = to.role as InviteeRole
      return [{ type: 'OrganizerHandedOver', data: { from: named(from), to: named(to), was, role } }]
    }

    case 'RemoveParticipant': {
      const user = participant(trip, command.userId)
      if (!user) return notFound()
      if (user.role === 'organizer') return refuse('OrganizerCannotBeRemoved')
      return [{ type: 'ParticipantRemoved', data: { user: named(user), ...roleBefore(trip, user.id) } }]
    }

    case 'LeaveTrip': {
      const user = participant(trip, command.userId)
      if (!user) return notFound()
      if (user.role === 'organizer') return refuse('OrganizerCannotLeave')
      return [{ type: 'ParticipantLeft', data: { user: named(user), ...roleBefore(trip, user.id) } }]
    }

    case 'AddGuest':
      return (
        isFull(trip, 1) ??
        hasHadTooMany(trip, 1) ?? [
          { type: 'GuestAdded', data: { guest: command.guest, addedBy: command.by } },
        ]
      )

    case 'ChangeGuest': {
      const guest = trip.guests.find(({ id }) => id === command.guestId)
      if (!guest) return notFound()
      const stale = refuseIfStale(command.ifMatch, guest.revision)
      if (stale) return stale
      const was = guestIdentity(guest)
      const { name = was.name, role = was.role } = command.changes
      if (name === was.name && role === was.role && !command.changesContact) return []
      return [{ type: 'GuestChanged', data: { guest: { ...was, name, role }, was } }]
    }

    case 'RemoveGuest': {
      const guest = trip.guests.find(({ id }) => id === command.guestId)
      if (!guest) return notFound()
      return (
        refuseIfStale(command.ifMatch, guest.revision) ?? [
          { type: 'GuestRemoved', data: { guest: guestIdentity(guest) } },
        ]
      )
    }

    case 'RestoreGuest': {
      const former = trip.formerGuests.find(({ id }) => id === command.guestId)
      if (!former) return notFound()
      const guest = { ...guestIdentity(former), contactId: command.contactId }
      return isFull(trip, 1) ?? [{ type: 'GuestRestored', data: { guest } }]
    }

    case 'AskForGuest': {
      const isOrganizer = roleOf(trip, command.user.id) === 'organizer'
      return isOrganizer ? claimAtOnce(trip, command) : askForClaim(trip, command)
    }

    case 'ClaimGuest':
      return claimAtOnce(trip, command)

    case 'RespondToGuestClaim':
      return respondToClaim(trip, command)

    case 'UndoGuestClaim': {
      const claimed = trip.claimedGuests.find(({ claimId }) => claimId === command.claimId)
      return isFull(trip, claimed?.from === 'guests' ? 1 : 0) ?? undoClaim(trip, command)
    }
  }
}

const DAY_MS = 86_400_000

function askToJoin(
  trip: Trip,
  { requestId, user, message, now, openInvitationCount }: Extract<TripCommand, { type: 'AskToJoinTrip' }>,
): Decision<TripEvent> {
  if (participant(trip, user.id)) return refuse('AlreadyOnTheTrip')
  if (pendingRequestOf(trip, user.id)) return refuse('AlreadyAsked')
  // Every permission check folds the trip's stream, so the number of requests from outside is limited.
  const since = Date.parse(now) - DAY_MS
  const recentRequests = trip.invitations.filter(
    ({ direction, user: invited, createdAt }) =>
      direction === 'request' && invited.id === user.id && Date.parse(createdAt) > since,
  )
  if (recentRequests.length >= tripLimits.requestsADay) return refuse('AskedTooOften')
  const refusal = hasHadTooMany(trip, 1) ?? refuseBeyond(limits.openInvitationsOfPerson, openInvitationCount)
  return refusal ?? [{ type: 'JoinRequestMade', data: { requestId, user, message } }]
}

function respond(
  trip: Trip,
  { id, user, direction }: InvitationRecord,
  { response, tripCount }: Extract<TripCommand, { type: 'RespondToInvitation' }>,
): Decision<TripEvent> {
  if (direction === 'request') {
    const data = { requestId: id, user }
    if (response === 'declined') return [{ type: 'JoinRequestDeclined', data }]
    const refusal = isFull(trip, 1) ?? refuseBeyond(limits.tripsOfPerson, tripCount)
    return refusal ?? [{ type: 'JoinRequestAccepted', data }]
  }
  const data = { invitationId: id, user }
  if (response === 'accepted') return [{ type: 'InvitationAccepted', data }]
  // The organizer cannot leave the trip by declining an old invitation.
  if (roleOf(trip, user.id) === 'organizer') return refuse('OrganizerCannotLeave')
  return [{ type: 'InvitationDeclined', data: { ...data, ...roleBefore(trip, user.id) } }]
}

function cancel(trip: Trip, { id, user, direction }: InvitationRecord): Decision<TripEvent> {
  if (direction === 'request') return [{ type: 'JoinRequestCancelled', data: { requestId: id, user } }]
  if (roleOf(trip, user.id) === 'organizer') return refuse('OrganizerCannotBeRemoved')
  return [{ type: 'InvitationCancelled', data: { invitationId: id, user, ...roleBefore(trip, user.id) } }]
}

const isFull = ({ participants, guests }: Trip, more: number) =>
  refuseBeyond(limits.peopleOnTrip, participants.length + guests.length, more)

const hasHadTooMany = ({ invitations, guests, formerGuests, claimedGuests }: Trip, more: number) =>
  refuseBeyond(
    limits.everAskedToTrip,
    invitations.length + guests.length + formerGuests.length + claimedGuests.length,
    more,
  )

const isAnswered = ({ direction }: InvitationRecord) =>
  refuse(direction === 'request' ? 'RequestIsAnswered' : 'InvitationIsAnswered')

const participant = (trip: Trip, userId: string) => trip.participants.find(({ id }) => id === userId)
const roleOf = (trip: Trip, userId: string) => participant(trip, userId)?.role
const named = (user: TripUser): TripUser => personIn(user)
