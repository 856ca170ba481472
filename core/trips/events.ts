// The events of a trip: its details, its people with their roles, its invitations. They are small, because every
// permission check folds them. A guest has only id, name and role here; contact details have a stream of their own that
// can be erased.

import type { DomainEvent, Upcasts } from '#core/kernel/decider.ts'
import type { UserNames } from '#core/kernel/personName.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'

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

/** A user of the trip; the name is kept when they leave. */
export interface TripUser extends UserNames {
  id: string
}

export interface Guest {
  id: string
  name: string
  role: InviteeRole
  /** Of a restored guest, whose first contact details are erased for good. */
  contactId?: string
}

/** A guest as in events, without what only the record has. */
export const guestIdentity = ({ id, name, role, contactId }: Guest): Guest => ({
  id,
  name,
  role,
  ...(contactId !== undefined && { contactId }),
})

/** The id in the stream of a guest's contact details. */
export const contactIdOf = ({ id, contactId = id }: Pick<Guest, 'id' | 'contactId'>): string => contactId

/** In the stream `guest-{contactIdOf(guest)}`, which keeps the newest event only and is erased with the guest. */
export interface GuestContact {
  email: string | null
  phone: string | null
  notes: string | null
}

export type TripDeleted = DomainEvent<'TripDeleted', { tripId: string; guestIds: string[] }>

/** The trip itself: its beginning, its details, its end. */
export type TripPlanEvent =
  | DomainEvent<'TripPlanned', { tripId: string; details: TripDetails; organizer: TripUser }>
  | DomainEvent<'TripDetailsChanged', { details: TripDetails; was: TripDetails }>
  | TripDeleted

/** Who is no longer on the trip had this role; a member, or unknown in older events, where it is missing. */
interface Gone {
  was?: InviteeRole
}

/** Users on the trip: invitations, requests to join, roles, departures. */
export type TripUserEvent =
  | DomainEvent<
      'ParticipantInvited',
      /** `role` of who comes back as more than a member. */
      { invitationId: string; user: TripUser; invitedBy: TripUser; role?: InviteeRole }
    >
  | DomainEvent<'InvitationAccepted', { invitationId: string; user: TripUser }>
  | DomainEvent<'InvitationDeclined', { invitationId: string; user: TripUser } & Gone>
  | DomainEvent<'InvitationCancelled', { invitationId: string; user: TripUser } & Gone>
  | DomainEvent<'JoinRequestMade', { requestId: string; user: TripUser; message: string | null }>
  | DomainEvent<'JoinRequestAccepted', { requestId: string; user: TripUser }>
  | DomainEvent<'JoinRequestDeclined', { requestId: string; user: TripUser }>
  | DomainEvent<'JoinRequestCancelled', { requestId: string; user: TripUser }>
  | DomainEvent<'ParticipantRoleChanged', { user: TripUser; role: InviteeRole; was: InviteeRole }>
  | DomainEvent<
      'OrganizerHandedOver',
      {
        from: TripUser
        to: TripUser
        /** Role of `to` before; unknown in older events. */
        was?: InviteeRole
        /** Role of `from` afterwards; co-organizer where it is missing. */
        role?: InviteeRole
      }
    >
  /** `guestId` of a link for one guest. */
  | DomainEvent<'InviteLinkCreated', { linkId: string; guestId: string | null }>
  | DomainEvent<'InviteLinkEnded', { linkId: string }>
  | DomainEvent<'JoinedByLink', { linkId: string; user: TripUser }>
  | DomainEvent<'ParticipantLeft', { user: TripUser } & Gone>
  | DomainEvent<'ParticipantRemoved', { user: TripUser } & Gone>

/** A user says that they are a guest; once that is confirmed, the guest's id means the user. */
interface OfClaim {
  claimId: string
  guest: Guest
  user: TripUser
}

export type GuestClaimEvent =
  | DomainEvent<'GuestClaimAsked', OfClaim>
  | DomainEvent<'GuestClaimed', OfClaim>
  | DomainEvent<'GuestClaimDeclined', OfClaim>
  /** `guest` with the id of new contact details. */
  | DomainEvent<'GuestClaimUndone', OfClaim>

export interface PollOption {
  id: string
  text: string
}

export interface PollContent {
  id: string
  question: string
  options: readonly PollOption[]
  /** Several answers are one vote. */
  many: boolean
  /** RFC 3339 UTC; null: until somebody closes it. */
  closesAt: string | null
  /** Where it was asked; null, or a chat that is gone: in the trip's first chat. */
  conversationId: string | null
}

export type PollEvent =
  | DomainEvent<'PollOpened', { poll: PollContent; by: TripUser }>
  | DomainEvent<'VoteCast', { pollId: string; user: TripUser; optionIds: readonly string[] }>
  /** `question` and the winner's text for the history. */
  | DomainEvent<'PollClosed', { pollId: string; question: string; winner: PollOption | null }>

export type TripEvent =
  | TripPlanEvent
  | TripUserEvent
  | GuestClaimEvent
  | PollEvent
  | DomainEvent<'GuestAdded', { guest: Guest; addedBy: TripUser }>
  | DomainEvent<'GuestChanged', { guest: Guest; was: Guest }>
  | DomainEvent<'GuestRemoved', { guest: Guest }>
  | DomainEvent<'GuestRestored', { guest: Guest }>

export type GuestEvent =
  | DomainEvent<'GuestContactSet', { guestId: string; contact: GuestContact }>
  | DomainEvent<'GuestContactErased', { guestId: string }>

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
  InviteLinkCreated: [],
  InviteLinkEnded: [],
  JoinedByLink: [],
  ParticipantLeft: [],
  ParticipantRemoved: [],
  GuestAdded: [],
  GuestChanged: [],
  GuestRemoved: [],
  GuestRestored: [],
  GuestClaimAsked: [],
  GuestClaimed: [],
  GuestClaimDeclined: [],
  GuestClaimUndone: [],
  PollOpened: [],
  VoteCast: [],
  PollClosed: [],
  GuestContactSet: [],
  GuestContactErased: [],
} satisfies Record<TripEvent['type'] | GuestEvent['type'], Upcasts[string]>
