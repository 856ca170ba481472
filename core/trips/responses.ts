// What the calls of trips answer (api.md).

import type { CurrencyCode } from '#core/kernel/money.ts'
import type { InviteeRole, TripRole, TripStatus } from '#core/trips/events.ts'

export interface TripResponse {
  id: string
  title: string
  description: string | null
  destination: string
  startDate: string
  endDate: string
  status: TripStatus
  /** Major units. */
  budget: number | null
  currency: CurrencyCode
  isPublic: boolean
  userRole: TripRole
  participants: { id: string; role: TripRole; user: { id: string; username: string } }[]
  guestCount: number
  itineraries: { id: string }[]
  createdAt: string
  updatedAt: string
  revision: number
}

/** All that a stranger sees of a public trip. */
export interface ReducedTrip {
  id: string
  title: string
  description: string | null
  destination: string
  startDate: string
  endDate: string
  status: TripStatus
  isPublic: boolean
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

/** `notes` for organizer and co_organizer only. */
export interface GuestResponse extends GuestParticipant {
  notes?: string | null
  addedByUser: { id: string; username: string }
  createdAt: string
  revision: number
}

/** Of either direction: who was invited, or who asks to join. */
export interface Invitation {
  id: string
  direction: 'invite' | 'request'
  status: 'pending' | 'accepted' | 'declined'
  /** What was answered; null while nothing was, and where it was cancelled. */
  response: 'accepted' | 'declined' | null
  trip: { id: string; title: string; destination: string; startDate: string; endDate: string }
  user: { id: string; username: string }
  invitedBy: { id: string; username: string } | null
  message: string | null
  createdAt: string
  respondedAt: string | null
}
