// The read model of a person's trips, invitations and join requests: ids of trips only. A deleted trip does not name its
// people, so its id stays here: readers must check that the trips exist.

import type { TripPlanEvent, TripUserEvent } from '#core/trips/events.ts'
import { idIn, projection } from '#projections/platform/projection.ts'

export interface TripsOfPerson {
  /** Trips that the person is on. */
  tripIds: string[]
  /** Trips with an invitation or join request of the person in any status, also after they left. */
  invitationTripIds: string[]
  /** Those whose invitation or join request is pending: a trip has at most one for a person. */
  pendingTripIds: string[]
}

const withId = (ids: string[], id: string): string[] => (ids.includes(id) ? ids : [...ids, id])
const withoutId = (ids: string[], id: string): string[] => ids.filter((tripId) => tripId !== id)

type Change = (doc: TripsOfPerson, event: { stream: string }) => TripsOfPerson

const addTrip: Change = (doc, { stream }) => ({ ...doc, tripIds: withId(doc.tripIds, idIn(stream)) })
const removeTrip: Change = (doc, { stream }) => ({ ...doc, tripIds: withoutId(doc.tripIds, idIn(stream)) })
const addPending: Change = (doc, { stream }) => ({
  ...doc,
  invitationTripIds: withId(doc.invitationTripIds, idIn(stream)),
  pendingTripIds: withId(doc.pendingTripIds, idIn(stream)),
})
const removePending: Change = (doc, { stream }) => ({
  ...doc,
  pendingTripIds: withoutId(doc.pendingTripIds, idIn(stream)),
})

const inOrder =
  (first: Change, second: Change): Change =>
  (doc, event) =>
    second(first(doc, event), event)

export const tripsOfPerson = projection<TripsOfPerson, TripPlanEvent | TripUserEvent>({
  name: 'tripsOfPerson',
  version: 5,
  key(event) {
    if (event.type === 'TripPlanned') return event.data.organizer.id
    return 'user' in event.data ? event.data.user.id : null
  },
  empty: () => ({ tripIds: [], invitationTripIds: [], pendingTripIds: [] }),
  on: {
    TripPlanned: addTrip,
    ParticipantInvited: inOrder(addTrip, addPending),
    InvitationAccepted: removePending,
    InvitationDeclined: inOrder(removePending, removeTrip),
    InvitationCancelled: inOrder(removePending, removeTrip),
    JoinRequestMade: addPending,
    JoinRequestAccepted: inOrder(removePending, addTrip),
    JoinRequestDeclined: removePending,
    JoinRequestCancelled: removePending,
    // Leaving or removing a person ends the pending invitation.
    ParticipantLeft: inOrder(removePending, removeTrip),
    ParticipantRemoved: inOrder(removePending, removeTrip),
    JoinedByLink: addTrip,
    InviteLinkCreated: 'ignored',
    InviteLinkEnded: 'ignored',
    ParticipantRoleChanged: 'ignored',
    OrganizerHandedOver: 'ignored',
    TripDetailsChanged: 'ignored',
    TripDeleted: 'ignored',
  },
})
