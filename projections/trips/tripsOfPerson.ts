// Which trips a person is on now, and which invitations were ever theirs: ids only, the trips say the rest.

import type { TripFact } from '#core/trips/events.ts'
import { idIn, view } from '#projections/platform/view.ts'

export interface TripsOfPerson {
  tripIds: string[]
  /** Trips with an invitation addressed to them, also after they left. */
  invitedTo: string[]
}

const joins = (doc: TripsOfPerson, tripId: string): TripsOfPerson =>
  doc.tripIds.includes(tripId) ? doc : { ...doc, tripIds: [...doc.tripIds, tripId] }

const leaves = (doc: TripsOfPerson, { stream }: { stream: string }): TripsOfPerson => ({
  ...doc,
  tripIds: doc.tripIds.filter((id) => id !== idIn(stream)),
})

export const tripsOfPerson = view<TripsOfPerson, TripFact>({
  name: 'tripsOfPerson',
  version: 1,
  key(event) {
    if (event.type === 'TripPlanned') return event.data.organizer.id
    return 'user' in event.data ? event.data.user.id : null
  },
  empty: () => ({ tripIds: [], invitedTo: [] }),
  on: {
    TripPlanned: (doc, { data }) => joins(doc, data.tripId),
    ParticipantInvited(doc, { stream }) {
      const tripId = idIn(stream)
      const invitedTo = doc.invitedTo.includes(tripId) ? doc.invitedTo : [...doc.invitedTo, tripId]
      return { ...joins(doc, tripId), invitedTo }
    },
    InvitationDeclined: leaves,
    InvitationCancelled: leaves,
    ParticipantLeft: leaves,
    ParticipantRemoved: leaves,
  },
})
