// The texts of the refusals of a trip. Apart from the contract, because the first screens need none of them.

import type { RefusalTable } from '#core/kernel/refusalResponse.ts'

export const tripRefusals = {
  CurrencyIsFixed: {
    status: 409,
    text: 'The currency cannot change any more: money was recorded in it',
    field: 'currency',
  },
  OrganizerCannotLeave: { status: 409, text: 'The organizer cannot leave. Hand the trip over first.' },
  OrganizerCannotBeRemoved: { status: 409, text: 'The organizer cannot be removed' },
  OrganizerKeepsTheirRole: {
    status: 409,
    text: 'The organizer’s role changes only by handing the trip over',
  },
  NewOrganizerIsNotOnTheTrip: {
    status: 400,
    code: 'VALIDATION_ERROR',
    text: 'Choose someone with an account who is on the trip',
    field: 'userId',
  },
  InviteLinksAreOff: { status: 409, text: 'Invite links are turned off on this server' },
  /** No link at all, or half of one. */
  LinkIsNotComplete: { status: 404, text: 'This link is not complete' },
  LinkHasEnded: { status: 410, text: 'This link has ended' },
  /** The message has the name. */
  NameIsTakenOnTrip: { status: 409, text: 'Somebody on this trip has this name' },
  InvitationIsAnswered: {
    status: 409,
    code: 'CONFLICT',
    text: 'This invitation was already answered or cancelled',
  },
  RequestIsAnswered: {
    status: 409,
    code: 'CONFLICT',
    text: 'This request was already answered or cancelled',
  },
  /** The message says who and why. */
  CannotBeInvited: { status: 409, text: 'This person cannot be invited now' },
  AlreadyOnTheTrip: { status: 409, text: 'You are on this trip already' },
  AlreadyAsked: { status: 409, text: 'You have asked already. The organizer has not answered yet.' },
  AskedTooOften: {
    status: 409,
    text: 'You asked several times today. Please wait a day before you ask again.',
  },
} as const satisfies RefusalTable

export const guestClaimRefusals = {
  /** The message says who and why, as of the next. */
  GuestIsClaimed: { status: 409, text: 'This guest is somebody on the trip already' },
  GuestWasRemoved: { status: 409, text: 'This guest was removed from the trip' },
  GuestClaimIsAsked: { status: 409, text: 'You have said so already. The organizer has not answered yet.' },
  GuestClaimIsAnswered: { status: 409, code: 'CONFLICT', text: 'This question was already answered' },
  /** The message names the record. */
  MoneySinceClaim: { status: 409, text: 'Money was recorded for this person since' },
} as const satisfies RefusalTable
