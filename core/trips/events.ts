// The facts of a trip: its details, its people and their roles, its invitations. Small, because every permission
// check folds it. Of a guest only id, name and role; contact details have a stream of their own that can be emptied.

import type { Fact } from '#core/kernel/decider.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { Upcasts } from '#core/store/codec.ts'

export type TripStatus = 'planning' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled'
export type TripRole = 'organizer' | 'co_organizer' | 'member'
export type InviteeRole = Exclude<TripRole, 'organizer'>

export interface TripDetails {
  title: string
  description: string | null
  destination: string
  /** Calendar dates YYYY-MM-DD. */
  startDate: string
  endDate: string
  status: TripStatus
  /** Minor units of `currency`. */
  budget: number | null
  currency: CurrencyCode
  isPublic: boolean
}

/** A user as the trip knows them: the name is kept when they leave. */
export interface TripUser {
  id: string
  username: string
}

export interface Guest {
  id: string
  name: string
  role: InviteeRole
}

/** What the stream `guest-{guestId}` holds: the newest only, emptied when the guest goes. */
export interface GuestContact {
  email: string | null
  phone: string | null
  notes: string | null
}

export type TripFact =
  | Fact<'TripPlanned', { tripId: string; details: TripDetails; organizer: TripUser }>
  | Fact<'TripDetailsChanged', { details: TripDetails; was: TripDetails }>
  | Fact<'TripDeleted', { tripId: string; guestIds: string[] }>
  | Fact<'ParticipantInvited', { invitationId: string; user: TripUser; invitedBy: TripUser }>
  | Fact<'InvitationAccepted', { invitationId: string; user: TripUser }>
  | Fact<'InvitationDeclined', { invitationId: string; user: TripUser }>
  | Fact<'InvitationCancelled', { invitationId: string; user: TripUser }>
  | Fact<'JoinRequestMade', { requestId: string; user: TripUser; message: string | null }>
  | Fact<'JoinRequestAccepted', { requestId: string; user: TripUser }>
  | Fact<'JoinRequestDeclined', { requestId: string; user: TripUser }>
  | Fact<'JoinRequestCancelled', { requestId: string; user: TripUser }>
  | Fact<'ParticipantRoleChanged', { user: TripUser; role: InviteeRole; was: InviteeRole }>
  | Fact<'OrganizerHandedOver', { from: TripUser; to: TripUser }>
  | Fact<'ParticipantLeft', { user: TripUser }>
  | Fact<'ParticipantRemoved', { user: TripUser }>
  | Fact<'GuestAdded', { guest: Guest; addedBy: TripUser }>
  | Fact<'GuestChanged', { guest: Guest; was: Guest }>
  | Fact<'GuestRemoved', { guest: Guest }>

export type GuestFact =
  | Fact<'GuestContactSet', { guestId: string; contact: GuestContact }>
  | Fact<'GuestContactErased', { guestId: string }>

export const tripUpcasts = {
  TripPlanned: [],
  TripDetailsChanged: [],
  TripDeleted: [],
  ParticipantInvited: [],
  InvitationAccepted: [],
  InvitationDeclined: [],
  InvitationCancelled: [],
  JoinRequestMade: [],
  JoinRequestAccepted: [],
  JoinRequestDeclined: [],
  JoinRequestCancelled: [],
  ParticipantRoleChanged: [],
  OrganizerHandedOver: [],
  ParticipantLeft: [],
  ParticipantRemoved: [],
  GuestAdded: [],
  GuestChanged: [],
  GuestRemoved: [],
  GuestContactSet: [],
  GuestContactErased: [],
} satisfies Record<TripFact['type'] | GuestFact['type'], Upcasts[string]>
