// The endpoints of trips, and their refusals. The schemas of request bodies are in bodies.ts.

import { endpoint, type PageQuery, type Pagination } from '#core/kernel/endpoint.ts'
import type {
  ListedTrip,
  TripResponse,
  ReducedTrip,
  FailedInvite,
  InviteLinkResponse,
  InvitePreview,
  JoinResponse,
  TripLinksResponse,
  UserParticipant,
  GuestClaimResponse,
  GuestParticipant,
  GuestResponse,
  Invitation,
} from '#core/trips/responses.ts'
import type {
  ChangeGuestBody,
  ChangeTripBody,
  GuestBody,
  InviteLinkBody,
  JoinBody,
  LinkSecretBody,
  JoinRequestBody,
  PlanTripBody,
} from '#core/trips/bodies.ts'
import type { InviteeRole } from '#core/trips/events.ts'

export const planTrip = endpoint<
  { trip: TripResponse; added: string[]; failed: FailedInvite[] },
  PlanTripBody
>('POST', '/trips', 201)
export const listTrips = endpoint<{ trips: ListedTrip[]; pagination: Pagination }>('GET', '/trips')
/** With `scope=discover`: other people's public trips that can still be joined. */
export const discoverTrips = endpoint<{ trips: ReducedTrip[]; pagination: Pagination }>('GET', '/trips')
/** Server-sent events, not JSON. */
export const tripChanges = endpoint<unknown>('GET', '/trips/:tripId/changes')
/** The documents of a trip for a participant's device, at a position after which `tripChanges` continues. */
export const getReplica = endpoint<TripReplicaResponse>('GET', '/trips/:tripId/replica')
export const getTrip = endpoint<{ trip: TripResponse | ReducedTrip }>('GET', '/trips/:tripId')
export const changeTrip = endpoint<{ trip: TripResponse }, ChangeTripBody>('PUT', '/trips/:tripId')
export const deleteTrip = endpoint<undefined>('DELETE', '/trips/:tripId', 204)
export const inviteToTrip = endpoint<{ added: string[]; failed: FailedInvite[] }, { userIds: string[] }>(
  'POST',
  '/trips/:tripId/invite',
  200,
  'trip-:tripId',
)
export const changeRole = endpoint<{ participant: UserParticipant }, { role: InviteeRole }>(
  'PUT',
  '/trips/:tripId/participants/:userId',
)
export const handOver = endpoint<{ trip: TripResponse }, { userId: string }>(
  'POST',
  '/trips/:tripId/organizer',
)
export const removeParticipant = endpoint<undefined>('DELETE', '/trips/:tripId/participants/:userId', 204)
export const leaveTrip = endpoint<undefined>('POST', '/trips/:tripId/leave', 204)
/** At most two, for the caller alone: a further one takes the place of the oldest. `listTrips` has them first. */
export const pinTrip = endpoint<undefined>('PUT', '/trips/:tripId/pin', 204)
export const unpinTrip = endpoint<undefined>('DELETE', '/trips/:tripId/pin', 204)
export const askToJoin = endpoint<{ invitation: Invitation }, JoinRequestBody>(
  'POST',
  '/trips/:tripId/join-requests',
  201,
  'trip-:tripId',
)
export const allParticipants = endpoint<{
  participants: { users: UserParticipant[]; guests: GuestParticipant[] }
}>('GET', '/trips/:tripId/all-participants')
export const listGuests = endpoint<{ guestParticipants: GuestResponse[] }>(
  'GET',
  '/trips/:tripId/guest-participants',
)
export const addGuest = endpoint<{ guestParticipant: GuestResponse }, GuestBody>(
  'POST',
  '/trips/:tripId/guest-participants',
  201,
  'trip-:tripId',
)
export const changeGuest = endpoint<{ guestParticipant: GuestResponse }, ChangeGuestBody>(
  'PUT',
  '/trips/:tripId/guest-participants/:guestId',
)
export const removeGuest = endpoint<undefined>('DELETE', '/trips/:tripId/guest-participants/:guestId', 204)
/** The caller is this guest: asks the organizer, whose own claim is accepted at once. */
export const claimGuest = endpoint<{ guestClaim: GuestClaimResponse }, { guestId: string }>(
  'POST',
  '/trips/:tripId/guest-claims',
  201,
  'trip-:tripId',
)
export const respondToGuestClaim = endpoint<
  { guestClaim: GuestClaimResponse },
  { response: 'accepted' | 'declined' }
>('PUT', '/trips/:tripId/guest-claims/:claimId')
export const listInvitations = endpoint<{ invitations: Invitation[]; pagination: Pagination }>(
  'GET',
  '/trip-invitations',
)
export const respondToInvitation = endpoint<
  { invitation: Invitation },
  { response: 'accepted' | 'declined' }
>('PUT', '/trip-invitations/:invitationId/respond')
export const cancelInvitation = endpoint<undefined>('DELETE', '/trip-invitations/:invitationId', 204)

/** For organizer and co-organizer. */
export const getInviteLinks = endpoint<TripLinksResponse>('GET', '/trips/:tripId/invite-link')
export const createInviteLink = endpoint<{ inviteLink: InviteLinkResponse }, InviteLinkBody>(
  'POST',
  '/trips/:tripId/invite-link',
  201,
  'trip-:tripId',
)
export const endInviteLink = endpoint<undefined>('DELETE', '/trips/:tripId/invite-link/:linkId', 204)
export const previewInviteLink = endpoint<InvitePreview, LinkSecretBody>('POST', '/invite-links/preview')
export const joinByLink = endpoint<JoinResponse, JoinBody>('POST', '/invite-links/join', 201, 'trip-:tripId')

type IsAnswered = 'InvitationIsAnswered' | 'RequestIsAnswered'
type InvitationsQuery = PageQuery &
  Partial<
    Pick<Invitation, 'status' | 'direction'> & { tripId: string; /** Only those of the caller. */ to: 'me' }
  >

/** The server-sent events of `tripChanges`. */
export interface TripEvents {
  /**
   * The read models show the change already. Events that the caller may not see are left out of `events`.
   * `revision`: of the newest event in its stream, with those left out.
   */
  change: { position: string; stream: string; revision: number; events: TripChange[] }
  /** Changes may be missing: read everything again. */
  resync: object
  /** The caller left the trip, or their session ended. */
  revoked: object
}

export interface TripChange {
  type: string
  data: unknown
  revision: number
  at: string
  /** Id of the user. */
  actor: string
  /** The schema version of `data`. */
  version: number
  /** The idempotency key of the command, if it was the caller's own. */
  key?: string
}

export interface TripReplicaResponse {
  /** The position that the documents include. */
  position: string
  /** The last revision of each stream of the trip; -1 before its first event. */
  revisions: Record<string, number>
  /** Names the shapes of the documents: a client that knows other shapes cannot use them. */
  version: string
  /** The read models of the trip by name, for the product's own client: without join requests for all but the organizer. */
  documents: object
}

/** Queries and refusals of endpoints, for the OpenAPI description; refusals that most endpoints share are left out. */
export interface TripNotes {
  planTrip: { refusals: 'AddAPasswordFirst' | 'LimitReached' | 'NotFound' }
  listTrips: { query: PageQuery }
  discoverTrips: { query: PageQuery & { scope?: 'discover' } }
  tripChanges: { media: 'text/event-stream' }
  changeTrip: { refusals: 'CurrencyIsFixed' }
  inviteToTrip: { refusals: 'LimitReached' }
  changeRole: { refusals: 'OrganizerKeepsTheirRole' }
  handOver: { refusals: 'NewOrganizerIsNotOnTheTrip' }
  removeParticipant: { refusals: 'OrganizerCannotBeRemoved' }
  leaveTrip: { refusals: 'OrganizerCannotLeave' }
  askToJoin: {
    refusals: 'AddAPasswordFirst' | 'AlreadyOnTheTrip' | 'AlreadyAsked' | 'AskedTooOften' | 'LimitReached'
  }
  createInviteLink: { refusals: 'AddAPasswordFirst' | 'InviteLinksAreOff' }
  previewInviteLink: { refusals: 'LinkIsNotComplete' }
  joinByLink: {
    refusals:
      | ('LinkIsNotComplete' | 'LinkHasEnded' | 'NameIsTakenOnTrip' | 'LimitReached' | 'NotFound')
      | ('GuestIsClaimed' | 'GuestWasRemoved' | 'GuestClaimIsAsked')
  }
  addGuest: { refusals: 'LimitReached' }
  claimGuest: { refusals: 'GuestIsClaimed' | 'GuestWasRemoved' | 'GuestClaimIsAsked' }
  respondToGuestClaim: { refusals: 'GuestIsClaimed' | 'GuestWasRemoved' | 'GuestClaimIsAnswered' }
  listInvitations: { query: InvitationsQuery }
  respondToInvitation: { refusals: IsAnswered | 'OrganizerCannotLeave' | 'LimitReached' }
  cancelInvitation: { refusals: IsAnswered | 'OrganizerCannotBeRemoved' }
}
