// Which trips a person is on now, and which they were ever invited to or asked to join: ids only, the trips say the rest.
// A deleted trip names nobody, so it stays here: whoever counts looks which of them still are.

import type { TripEvent } from '#core/trips/events.ts'
import { idIn, projection } from '#projections/platform/projection.ts'

export interface TripsOfPerson {
  tripIds: string[]
  /** Trips with an invitation addressed to them or a request of theirs, also after they left. */
  invitedTo: string[]
  /** Those of them with one that nobody has answered or taken back: never more than one for a trip. */
  open: string[]
}

const withId = (ids: string[], id: string): string[] => (ids.includes(id) ? ids : [...ids, id])
const without = (ids: string[], id: string): string[] => ids.filter((one) => one !== id)

type Change = (doc: TripsOfPerson, event: { stream: string }) => TripsOfPerson

const joins: Change = (doc, { stream }) => ({ ...doc, tripIds: withId(doc.tripIds, idIn(stream)) })
const leaves: Change = (doc, { stream }) => ({ ...doc, tripIds: without(doc.tripIds, idIn(stream)) })
const hears: Change = (doc, { stream }) => ({
  ...doc,
  invitedTo: withId(doc.invitedTo, idIn(stream)),
  open: withId(doc.open, idIn(stream)),
})
const answered: Change = (doc, { stream }) => ({ ...doc, open: without(doc.open, idIn(stream)) })

const both =
  (first: Change, second: Change): Change =>
  (doc, event) =>
    second(first(doc, event), event)

export const tripsOfPerson = projection<TripsOfPerson, TripEvent>({
  name: 'tripsOfPerson',
  version: 3,
  key(event) {
    if (event.type === 'TripPlanned') return event.data.organizer.id
    return 'user' in event.data ? event.data.user.id : null
  },
  empty: () => ({ tripIds: [], invitedTo: [], open: [] }),
  on: {
    TripPlanned: joins,
    ParticipantInvited: both(joins, hears),
    InvitationAccepted: answered,
    InvitationDeclined: both(answered, leaves),
    InvitationCancelled: both(answered, leaves),
    JoinRequestMade: hears,
    JoinRequestAccepted: both(answered, joins),
    JoinRequestDeclined: answered,
    JoinRequestCancelled: answered,
    // An invitation goes with its person: nothing is left to answer.
    ParticipantLeft: both(answered, leaves),
    ParticipantRemoved: both(answered, leaves),
  },
})
