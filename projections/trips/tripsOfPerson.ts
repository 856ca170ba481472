// Which trips a person is on now, and which they were ever invited to or asked to join: ids only, the trips say the rest.

import type { TripFact } from '#core/trips/events.ts'
import { idIn, view } from '#projections/platform/view.ts'

export interface TripsOfPerson {
  tripIds: string[]
  /** Trips with an invitation addressed to them or a request of theirs, also after they left. */
  invitedTo: string[]
}

const joins = (doc: TripsOfPerson, tripId: string): TripsOfPerson =>
  doc.tripIds.includes(tripId) ? doc : { ...doc, tripIds: [...doc.tripIds, tripId] }

const hears = (doc: TripsOfPerson, tripId: string): TripsOfPerson =>
  doc.invitedTo.includes(tripId) ? doc : { ...doc, invitedTo: [...doc.invitedTo, tripId] }

const leaves = (doc: TripsOfPerson, { stream }: { stream: string }): TripsOfPerson => ({
  ...doc,
  tripIds: doc.tripIds.filter((id) => id !== idIn(stream)),
})

export const tripsOfPerson = view<TripsOfPerson, TripFact>({
  name: 'tripsOfPerson',
  version: 2,
  key(event) {
    if (event.type === 'TripPlanned') return event.data.organizer.id
    return 'user' in event.data ? event.data.user.id : null
  },
  empty: () => ({ tripIds: [], invitedTo: [] }),
  on: {
    TripPlanned: (doc, { data }) => joins(doc, data.tripId),
    ParticipantInvited: (doc, { stream }) => hears(joins(doc, idIn(stream)), idIn(stream)),
    JoinRequestMade: (doc, { stream }) => hears(doc, idIn(stream)),
    JoinRequestAccepted: (doc, { stream }) => joins(doc, idIn(stream)),
    InvitationDeclined: leaves,
    InvitationCancelled: leaves,
    ParticipantLeft: leaves,
    ParticipantRemoved: leaves,
  },
})
