// Short ways to write down what happened on a trip: Ann plans it, the others come and go.

import type { Guest, TripDetails, TripFact, TripUser } from '#core/trips/events.ts'

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

export const planned = (changes: Partial<TripDetails> = {}): TripFact => ({
  type: 'TripPlanned',
  data: { tripId: 'trip', details: { ...details, ...changes }, organizer: ann },
})
export const changed = (now: Partial<TripDetails>, before: Partial<TripDetails> = {}): TripFact => ({
  type: 'TripDetailsChanged',
  data: { details: { ...details, ...before, ...now }, was: { ...details, ...before } },
})
export const invited = (user: TripUser, invitationId = `to ${user.id}`): TripFact => ({
  type: 'ParticipantInvited',
  data: { invitationId, user, invitedBy: ann },
})
const answer =
  (type: 'InvitationAccepted' | 'InvitationDeclined' | 'InvitationCancelled') =>
  (user: TripUser, invitationId = `to ${user.id}`): TripFact => ({ type, data: { invitationId, user } })
export const accepted = answer('InvitationAccepted')
export const declined = answer('InvitationDeclined')
export const cancelled = answer('InvitationCancelled')
export const asked = (
  user: TripUser,
  message: string | null = null,
  requestId = `of ${user.id}`,
): TripFact => ({
  type: 'JoinRequestMade',
  data: { requestId, user, message },
})
const answerToRequest =
  (type: 'JoinRequestAccepted' | 'JoinRequestDeclined' | 'JoinRequestCancelled') =>
  (user: TripUser, requestId = `of ${user.id}`): TripFact => ({ type, data: { requestId, user } })
export const letIn = answerToRequest('JoinRequestAccepted')
export const turnedDown = answerToRequest('JoinRequestDeclined')
export const takenBack = answerToRequest('JoinRequestCancelled')
export const left = (user: TripUser): TripFact => ({ type: 'ParticipantLeft', data: { user } })
export const removed = (user: TripUser): TripFact => ({ type: 'ParticipantRemoved', data: { user } })
export const madeCoOrganizer = (user: TripUser): TripFact => ({
  type: 'ParticipantRoleChanged',
  data: { user, role: 'co_organizer', was: 'member' },
})
export const handedOver = (from: TripUser, to: TripUser): TripFact => ({
  type: 'OrganizerHandedOver',
  data: { from, to },
})
export const guestAdded = (guest: Guest): TripFact => ({ type: 'GuestAdded', data: { guest, addedBy: ann } })
export const guestRemoved = (guest: Guest): TripFact => ({ type: 'GuestRemoved', data: { guest } })
export const deleted: TripFact = { type: 'TripDeleted', data: { tripId: 'trip', guestIds: [] } }
