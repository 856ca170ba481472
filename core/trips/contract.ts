// Trips on the wire: shapes, calls, and the rules of the trip form with the product's own texts.

import * as v from 'valibot'
import { calendarDate } from '#core/kernel/calendar.ts'
import type { Pagination } from '#core/kernel/call.ts'
import { call } from '#core/kernel/call.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { CURRENCIES, toMinor } from '#core/kernel/money.ts'
import type { RefusalTable } from '#core/kernel/refusals.ts'
import { optionalText, requiredName, requiredText } from '#core/kernel/text.ts'
import type {
  TripAnswer,
  ReducedTrip,
  FailedInvite,
  UserParticipant,
  GuestParticipant,
  GuestAnswer,
  Invitation,
} from '#core/trips/answers.ts'
import type { InviteeRole } from '#core/trips/events.ts'

export const tripLimits = {
  title: { min: 3, max: 200 },
  destination: { min: 2, max: 500 },
  description: { max: 1000 },
  budget: { max: 999_999.99 },
  days: 366,
  yearsAhead: 10,
  invitees: 100,
  requestMessage: 300,
  /** Of one person for one trip, within 24 hours. */
  requestsADay: 5,
} as const

export const tripStatuses = ['planning', 'confirmed', 'in_progress', 'completed', 'cancelled'] as const
export const inviteeRoles = ['member', 'co_organizer'] as const

const title = requiredText({
  ...tripLimits.title,
  required: 'Trip title is required',
  tooShort: 'Title must be at least 3 characters',
  tooLong: 'Title must be less than 200 characters',
})
const destination = requiredText({
  ...tripLimits.destination,
  required: 'Destination is required',
  tooShort: 'Destination must be at least 2 characters',
  tooLong: 'Destination must be less than 500 characters',
})
const description = optionalText({
  ...tripLimits.description,
  tooLong: 'Description must be less than 1000 characters',
})
const startDate = calendarDate({ required: 'Start date is required', invalid: 'Start date is not a date' })
const endDate = calendarDate({ required: 'End date is required', invalid: 'End date is not a date' })

/** Major units; '' is none. */
const budget = v.pipe(
  v.nullish(v.union([v.literal(''), v.number()], 'Budget must be a positive number')),
  v.transform((given) => (given === '' || given === undefined ? null : given)),
  v.check((given) => given === null || given > 0, 'Budget must be a positive number'),
  v.check((given) => given === null || given <= tripLimits.budget.max, 'Budget is too large'),
)

const currency = v.pipe(
  v.string('Currency must be 3 characters'),
  v.transform((given) => given.toUpperCase()),
  v.length(3, 'Currency must be 3 characters'),
  v.check((given) => CURRENCIES.includes(given as CurrencyCode), 'Currency is not supported'),
  v.transform((given) => given as CurrencyCode),
)
const isPublic = v.boolean('Public must be true or false')
const status = v.picklist(tripStatuses, 'Status is not one of the five')
const userIds = v.pipe(
  v.array(v.string('User ids must be text'), 'User ids must be a list'),
  v.maxLength(tripLimits.invitees, 'At most 100 people can be invited at once'),
  v.transform((ids) => [...new Set(ids)]),
)

export const PlanTripBody = v.strictObject({
  title,
  destination,
  startDate,
  endDate,
  description: v.optional(description, null),
  budget: v.optional(budget, null),
  currency: v.optional(currency, 'HKD'),
  isPublic: v.optional(isPublic, false),
  inviteUserIds: v.optional(userIds, []),
})
export type PlanTripBody = v.InferInput<typeof PlanTripBody>
export type PlanTrip = v.InferOutput<typeof PlanTripBody>

export const ChangeTripBody = v.strictObject({
  title: v.optional(title),
  destination: v.optional(destination),
  startDate: v.optional(startDate),
  endDate: v.optional(endDate),
  description: v.optional(description),
  budget: v.optional(budget),
  currency: v.optional(currency),
  isPublic: v.optional(isPublic),
  status: v.optional(status),
})
export type ChangeTripBody = v.InferInput<typeof ChangeTripBody>
export type ChangeTrip = v.InferOutput<typeof ChangeTripBody>

export const InviteBody = v.strictObject({
  userIds: v.pipe(userIds, v.minLength(1, 'Please select at least one user to add')),
})
export const RoleBody = v.strictObject({
  role: v.picklist(inviteeRoles, 'Role must be member or co_organizer'),
})
export const HandOverBody = v.strictObject({ userId: v.string('Choose who takes over') })
export const RespondBody = v.strictObject({
  response: v.picklist(['accepted', 'declined'], 'Response must be accepted or declined'),
})

export const JoinRequestBody = v.strictObject({
  message: v.optional(
    optionalText({
      max: tripLimits.requestMessage,
      tooLong: `Message must be ${tripLimits.requestMessage} characters or less`,
    }),
    null,
  ),
})
export type JoinRequestBody = v.InferInput<typeof JoinRequestBody>
export type JoinRequest = v.InferOutput<typeof JoinRequestBody>

const contactText = (max: number, what: string) =>
  optionalText({ max, tooLong: `${what} must be ${max} characters or less` })
const guestName = requiredName({
  max: 100,
  required: 'Guest name is required',
  tooLong: 'Guest name must be 100 characters or less',
})
const email = v.pipe(
  contactText(254, 'Email'),
  v.check(
    (given) => given === null || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given),
    'Please enter a valid email address',
  ),
)
const guestRole = v.picklist(inviteeRoles, 'Role must be member or co_organizer')

export const GuestBody = v.strictObject({
  name: guestName,
  email: v.optional(email, null),
  phone: v.optional(contactText(50, 'Phone'), null),
  role: v.optional(guestRole, 'member'),
  notes: v.optional(contactText(1000, 'Notes'), null),
})
export type GuestBody = v.InferInput<typeof GuestBody>

export const ChangeGuestBody = v.strictObject({
  name: v.optional(guestName),
  email: v.optional(email),
  phone: v.optional(contactText(50, 'Phone')),
  role: v.optional(guestRole),
  notes: v.optional(contactText(1000, 'Notes')),
})
export type ChangeGuestBody = v.InferInput<typeof ChangeGuestBody>

/** A budget (major units) in the currency's minor units; the text when it has too many decimals. */
export function budgetInMinor(
  major: number | null,
  code: CurrencyCode,
): { minor: number | null } | { text: string } {
  const minor = major === null ? null : toMinor(major, code)
  return minor === null && major !== null ? { text: 'Budget must be a positive number' } : { minor }
}

export const planTrip = call<{ trip: TripAnswer; added: string[]; failed: FailedInvite[] }, PlanTripBody>(
  'POST',
  '/trips',
  201,
)
export const listTrips = call<{ trips: TripAnswer[]; pagination: Pagination }>('GET', '/trips')
/** With `scope=discover`: public trips of others that one can still come along to. */
export const discoverTrips = call<{ trips: ReducedTrip[]; pagination: Pagination }>('GET', '/trips')
/** Server-sent events, not JSON. */
export const tripChanges = call<unknown>('GET', '/trips/:tripId/changes')
export const getTrip = call<{ trip: TripAnswer | ReducedTrip }>('GET', '/trips/:tripId')
export const changeTrip = call<{ trip: TripAnswer }, ChangeTripBody>('PUT', '/trips/:tripId')
export const deleteTrip = call<undefined>('DELETE', '/trips/:tripId', 204)
export const inviteToTrip = call<{ added: string[]; failed: FailedInvite[] }, { userIds: string[] }>(
  'POST',
  '/trips/:tripId/invite',
)
export const changeRole = call<{ participant: UserParticipant }, { role: InviteeRole }>(
  'PUT',
  '/trips/:tripId/participants/:userId',
)
export const handOver = call<{ trip: TripAnswer }, { userId: string }>('POST', '/trips/:tripId/organizer')
export const removeParticipant = call<undefined>('DELETE', '/trips/:tripId/participants/:userId', 204)
export const leaveTrip = call<undefined>('POST', '/trips/:tripId/leave', 204)
export const askToJoin = call<{ invitation: Invitation }, JoinRequestBody>(
  'POST',
  '/trips/:tripId/join-requests',
  201,
)
export const allParticipants = call<{
  participants: { users: UserParticipant[]; guests: GuestParticipant[] }
}>('GET', '/trips/:tripId/all-participants')
export const listGuests = call<{ guestParticipants: GuestAnswer[] }>(
  'GET',
  '/trips/:tripId/guest-participants',
)
export const addGuest = call<{ guestParticipant: GuestAnswer }, GuestBody>(
  'POST',
  '/trips/:tripId/guest-participants',
  201,
)
export const changeGuest = call<{ guestParticipant: GuestAnswer }, ChangeGuestBody>(
  'PUT',
  '/trips/:tripId/guest-participants/:guestId',
)
export const removeGuest = call<undefined>('DELETE', '/trips/:tripId/guest-participants/:guestId', 204)
export const listInvitations = call<{ invitations: Invitation[]; pagination: Pagination }>(
  'GET',
  '/trip-invitations',
)
export const respondToInvitation = call<{ invitation: Invitation }, { response: 'accepted' | 'declined' }>(
  'PUT',
  '/trip-invitations/:invitationId/respond',
)
export const cancelInvitation = call<undefined>('DELETE', '/trip-invitations/:invitationId', 204)

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
    text: 'Choose somebody with an account who is on the trip',
    field: 'userId',
  },
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
  AlreadyOnTheTrip: { status: 409, text: 'You are on this trip already' },
  AlreadyAsked: { status: 409, text: 'You have asked already. The organizer has not answered yet.' },
  AskedTooOften: {
    status: 409,
    text: 'You asked several times today. Please wait a day before you ask again.',
  },
} as const satisfies RefusalTable
