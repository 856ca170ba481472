// The read model of a person's trips, invitations and requests: ids only. A deleted trip does not name its people, so
// its id stays here: readers must check that the trips exist.

import type { TripPlanEvent, TripUserEvent } from '#core/trips/events.ts'
import { idIn, projection } from '#projections/platform/projection.ts'

export interface TripsOfPerson {
  tripIds: string[]
  /** Trips with an invitation to them or a request of theirs, also after they left. */
  invitedTo: string[]
  /** Those with a pending one: at most one for each trip. */
  open: string[]
}

const withId = (ids: string[], id: string): string[] => (ids.includes(id) ? ids : [...ids, id])
const without = (ids: string[], id: string): string[] => ids.filter((tripId) => tripId !== id)

type Change = (doc: TripsOfPerson, event: { stream: string }) => TripsOfPerson

const joins: Change = (doc, { stream }) => ({ ...doc, tripIds: withId(doc.tripIds, idIn(stream)) })
const leaves: Change = (doc, { stream }) => ({ ...doc, tripIds: without(doc.tripIds, idIn(stream)) })
const isInvited: Change = (doc, { stream }) => ({
  ...doc,
  invitedTo: withId(doc.invitedTo, idIn(stream)),
  open: withId(doc.open, idIn(stream)),
})
const answered: Change = (doc, { stream }) => ({ ...doc, open: without(doc.open, idIn(stream)) })

const both =
  (first: Change, second: Change): Change =>
  (doc, event) =>
    second(first(doc, event), event)

export const tripsOfPerson = projection<TripsOfPerson, TripPlanEvent | TripUserEvent>({
  name: 'tripsOfPerson',
  version: 3,
  key(event) {
    if (event.type === 'TripPlanned') return event.data.organizer.id
    return 'user' in event.data ? event.data.user.id : null
  },
  empty: () => ({ tripIds: [], invitedTo: [], open: [] }),
  on: {
    TripPlanned: joins,
    ParticipantInvited: both(joins, isInvited),
    InvitationAccepted: answered,
    InvitationDeclined: both(answered, leaves),
    InvitationCancelled: both(answered, leaves),
    JoinRequestMade: isInvited,
    JoinRequestAccepted: both(answered, joins),
    JoinRequestDeclined: answered,
    JoinRequestCancelled: answered,
    // A pending invitation is cancelled with its person.
    ParticipantLeft: both(answered, leaves),
    ParticipantRemoved: both(answered, leaves),
    ParticipantRoleChanged: 'ignored',
    OrganizerHandedOver: 'ignored',
    TripDetailsChanged: 'ignored',
    TripDeleted: 'ignored',
  },
})
