// Short constructors for the events of a trip that Ann plans and others join and leave.

import type { Guest, TripDetails, TripEvent, TripUser } from '#core/trips/events.ts'

export const ann: TripUser = { id: 'ann', username: 'Ann' }
export const ben: TripUser = { id: 'ben', username: 'Ben' }
export const cat: TripUser = { id: 'cat', username: 'Cat' }
export const gina: Guest = { id: 'gina', name: 'Gina', role: 'member' }

export const details: TripDetails = {
  title: 'Lisbon',
  description: null,
  destination: 'Portugal',
  startDate: '2026-06-01',
  endDate: '2026-06-08',
  status: 'planning',
  budget: null,
  currency: 'HKD',
  isPublic: false,
}

export const planned = (changes: Partial<TripDetails> = {}): TripEvent => ({
  type: 'TripPlanned',
  data: { tripId: 'trip', details: { ...details, ...changes }, organizer: ann },
})
export const changed = (now: Partial<TripDetails>, before: Partial<TripDetails> = {}): TripEvent => ({
  type: 'TripDetailsChanged',
  data: { details: { ...details, ...before, ...now }, was: { ...details, ...before } },
})
export const invited = (user: TripUser, invitationId = `to ${user.id}`): TripEvent => ({
  type: 'ParticipantInvited',
  data: { invitationId, user, invitedBy: ann },
})
const answer =
  (type: 'InvitationAccepted' | 'InvitationDeclined' | 'InvitationCancelled') =>
  (user: TripUser, invitationId = `to ${user.id}`): TripEvent => ({ type, data: { invitationId, user } })
export const accepted = answer('InvitationAccepted')
export const declined = answer('InvitationDeclined')
export const cancelled = answer('InvitationCancelled')
export const requestMade = (
  user: TripUser,
  message: string | null = null,
  requestId = `of ${user.id}`,
): TripEvent => ({
  type: 'JoinRequestMade',
  data: { requestId, user, message },
})
const answerToRequest =
  (type: 'JoinRequestAccepted' | 'JoinRequestDeclined' | 'JoinRequestCancelled') =>
  (user: TripUser, requestId = `of ${user.id}`): TripEvent => ({ type, data: { requestId, user } })
export const requestAccepted = answerToRequest('JoinRequestAccepted')
export const requestDeclined = answerToRequest('JoinRequestDeclined')
export const requestWithdrawn = answerToRequest('JoinRequestCancelled')
export const left = (user: TripUser): TripEvent => ({ type: 'ParticipantLeft', data: { user } })
export const removed = (user: TripUser): TripEvent => ({ type: 'ParticipantRemoved', data: { user } })
export const madeCoOrganizer = (user: TripUser): TripEvent => ({
  type: 'ParticipantRoleChanged',
  data: { user, role: 'co_organizer', was: 'member' },
})
export const handedOver = (from: TripUser, to: TripUser): TripEvent => ({
  type: 'OrganizerHandedOver',
  data: { from, to, was: 'member', role: 'co_organizer' },
})
export const guestAdded = (guest: Guest): TripEvent => ({ type: 'GuestAdded', data: { guest, addedBy: ann } })
export const guestRemoved = (guest: Guest): TripEvent => ({ type: 'GuestRemoved', data: { guest } })
export const deleted: TripEvent = { type: 'TripDeleted', data: { tripId: 'trip', guestIds: [] } }
