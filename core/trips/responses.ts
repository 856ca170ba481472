// Response bodies of trips, from which the OpenAPI description is generated.

import type { AuthUser } from '#core/kernel/personName.ts'
import type { InviteeRole, TripDetails, TripRole } from '#core/trips/events.ts'

export interface TripResponse extends Omit<TripDetails, 'budget'> {
  id: string
  /** Major units. */
  budget: number | null
  userRole: TripRole
  participants: { id: string; role: TripRole; user: { id: string; username: string } }[]
  guestCount: number
  /** Missing in responses of earlier releases. */
  guests?: { id: string; name: string }[]
  itineraries: { id: string }[]
  createdAt: string
  updatedAt: string
  revision: number
}

/** How many changes by others a listed trip names at most. */
export const NAMED_CHANGES = 10

/** A trip in the list of a participant, with the additional data that its card shows. */
export interface ListedTrip extends TripResponse {
  /**
   * What the reader is owed (below 0: owes), in major units of `currency`; 0 within the tolerance; null before any money
   * is entered.
   */
  netBalance: number | null
  /** Positions of the newest changes by others that the reader may see, newest first, at most `NAMED_CHANGES`. They compare bytewise. */
  changesByOthers: string[]
  /** The reader has not answered the invitation to it. Missing in responses of earlier releases. */
  isInvited?: boolean
  /** By the reader, who finds it first in the list. Missing in responses of earlier releases. */
  pinned?: boolean
}

/** A public trip as strangers see it. */
export interface ReducedTrip extends Omit<TripDetails, 'budget' | 'currency'> {
  id: string
  userRole: null
  organizer: { username: string }
  participantCount: number
  joinRequest: null | 'pending'
}

export interface FailedInvite {
  userId: string
  message: string
}

export interface UserParticipant {
  id: string
  name: string
  role: TripRole
  email: string | null
}
export interface GuestParticipant {
  id: string
  name: string
  email: string | null
  phone: string | null
  role: InviteeRole
}

export interface InviteLinkResponse {
  id: string
  guestId: string | null
  /** Without the origin. The secret is in the fragment, which no server sees. */
  url: string
  /** RFC 3339 UTC, as all times. */
  createdAt: string
  expiresAt: string
}

export interface TripLinksResponse {
  inviteLink: InviteLinkResponse | null
  guestLinks: InviteLinkResponse[]
  /** Who is on the trip by any of its links, newest first. */
  joined: { userId: string; name: string; at: string }[]
}

/** What somebody with a link sees of the trip before they join. */
export interface InvitePreview {
  /** null when the link has ended, expired or is used up, except for a caller who is on the trip. */
  trip: {
    /** Draws the cover. */
    id: string
    title: string
    destination: string
    startDate: string
    endDate: string
    participantCount: number
  } | null
  /** The name of the organizer; null when the trip is deleted. */
  organizer: string | null
  guests: { id: string; name: string }[]
  /** Whom the link is for; null for everybody. */
  guestId: string | null
  /** Whether the caller is on the trip already. */
  isOnTrip: boolean
}

export interface JoinResponse {
  token: string
  user: AuthUser
  tripId: string
  /** Whether the person is the guest they named: at once, or when the organizer has confirmed it. */
  claim: 'done' | 'asked' | null
}

/** `notes` only for organizer and co-organizers. */
export interface GuestResponse extends GuestParticipant {
  notes?: string | null
  addedByUser: { id: string; username: string }
  createdAt: string
  revision: number
}

/** A user says that they are a guest of the trip. */
export interface GuestClaimResponse {
  id: string
  guest: { id: string; name: string }
  user: { id: string; username: string }
  status: 'pending' | 'accepted' | 'declined'
}

export interface Invitation {
  id: string
  direction: 'invite' | 'request'
  status: 'pending' | 'accepted' | 'declined'
  /** The answer; null while pending and when cancelled. */
  response: 'accepted' | 'declined' | null
  trip: { id: string; title: string; destination: string; startDate: string; endDate: string }
  user: { id: string; username: string }
  invitedBy: { id: string; username: string } | null
  message: string | null
  createdAt: string
  respondedAt: string | null
}
