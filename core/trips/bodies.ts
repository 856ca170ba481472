// The schemas of trips' request bodies, with the product's texts. Apart from the contract, so that a screen which only
// shows trips does not load them.

import * as v from 'valibot'
import { currencyField } from '#core/kernel/currencyField.ts'
import { calendarDate } from '#core/kernel/dateFields.ts'
import { emailField, optionalText, requiredName, requiredText } from '#core/kernel/textFields.ts'
import { DEFAULT_CURRENCY, toMinor, type CurrencyCode } from '#core/kernel/money.ts'
import { inviteeRoles, tripLimits, tripStatuses } from '#core/trips/limits.ts'

const requiredFields = {
  title: requiredText({
    ...tripLimits.title,
    required: 'Trip title is required',
    tooShort: 'Title must be at least 3 characters',
    tooLong: 'Title must be less than 200 characters',
  }),
  destination: requiredText({
    ...tripLimits.destination,
    required: 'Destination is required',
    tooShort: 'Destination must be at least 2 characters',
    tooLong: 'Destination must be less than 500 characters',
  }),
  startDate: calendarDate({ required: 'Start date is required', invalid: 'Start date is not a date' }),
  endDate: calendarDate({ required: 'End date is required', invalid: 'End date is not a date' }),
}
const description = optionalText({
  ...tripLimits.description,
  tooLong: 'Description must be less than 1000 characters',
})

/** Major units; '' means none. */
const budget = v.pipe(
  v.nullish(v.union([v.literal(''), v.number()], 'Budget must be a positive number')),
  v.transform((value) => (value === '' || value === undefined ? null : value)),
  v.check((value) => value === null || value > 0, 'Budget must be a positive number'),
  v.check((value) => value === null || value <= tripLimits.budget.max, 'Budget is too large'),
)

const isPublic = v.boolean('Public must be true or false')
const status = v.picklist(tripStatuses, 'Status is not one of the five')
const userIds = v.pipe(
  v.array(v.string('User ids must be text'), 'User ids must be a list'),
  v.maxLength(tripLimits.invitees, 'At most 100 people can be invited at once'),
  v.transform((ids) => [...new Set(ids)]),
)

export const PlanTripBody = v.strictObject({
  ...requiredFields,
  description: v.optional(description, null),
  budget: v.optional(budget, null),
  currency: v.optional(currencyField, DEFAULT_CURRENCY),
  isPublic: v.optional(isPublic, false),
  inviteUserIds: v.optional(userIds, []),
  /** A trip from a file may have begun. */
  isImported: v.optional(v.boolean('isImported must be true or false')),
})
export type PlanTripBody = v.InferInput<typeof PlanTripBody>
export type PlanTrip = v.InferOutput<typeof PlanTripBody>

export const ChangeTripBody = v.partial(
  v.strictObject({ ...requiredFields, description, budget, currency: currencyField, isPublic, status }),
)
export type ChangeTripBody = v.InferInput<typeof ChangeTripBody>
export type ChangeTrip = v.InferOutput<typeof ChangeTripBody>

export const InviteBody = v.strictObject({
  userIds: v.pipe(userIds, v.minLength(1, 'Please select at least one user to add')),
})
const role = v.picklist(inviteeRoles, 'Role must be member or co_organizer')
export const RoleBody = v.strictObject({ role })
export const HandOverBody = v.strictObject({ userId: v.string('Choose who takes over') })
export const RespondBody = v.strictObject({
  response: v.picklist(['accepted', 'declined'], 'Response must be accepted or declined'),
})

export const InviteLinkBody = v.strictObject({
  guestId: v.optional(v.nullable(v.string('Choose a guest')), null),
})
export type InviteLinkBody = v.InferInput<typeof InviteLinkBody>

const secret = v.pipe(v.string('A link is needed'), v.maxLength(100, 'This link is not complete'))
export const LinkSecretBody = v.strictObject({ secret })
export type LinkSecretBody = v.InferInput<typeof LinkSecretBody>

export const JoinBody = v.strictObject({
  secret,
  /** Of somebody without an account. */
  name: v.optional(
    requiredName({
      max: tripLimits.displayName.max,
      required: 'Please type your name',
      tooLong: `Your name must be ${tripLimits.displayName.max} characters or less`,
    }),
  ),
  /** Of the guest whom the person says to be. */
  guestId: v.optional(v.string('Choose who you are')),
})
export type JoinBody = v.InferInput<typeof JoinBody>
export type Join = v.InferOutput<typeof JoinBody>

export const GuestClaimBody = v.strictObject({ guestId: v.string('Choose the guest whom you are') })

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
const name = requiredName({
  max: tripLimits.guestName.max,
  required: 'Guest name is required',
  tooLong: `Guest name must be ${tripLimits.guestName.max} characters or less`,
})
const phone = contactText(50, 'Phone')
const notes = contactText(1000, 'Notes')

export const GuestBody = v.strictObject({
  name,
  email: v.optional(emailField, null),
  phone: v.optional(phone, null),
  role: v.optional(role, 'member'),
  notes: v.optional(notes, null),
})
export type GuestBody = v.InferInput<typeof GuestBody>

export const ChangeGuestBody = v.partial(v.strictObject({ name, email: emailField, phone, role, notes }))
export type ChangeGuestBody = v.InferInput<typeof ChangeGuestBody>

/** Converts a budget (major units) to minor units; `text` when it has too many decimals. */
export function budgetInMinor(
  major: number | null,
  code: CurrencyCode,
): { minor: number | null } | { text: string } {
  const minor = major === null ? null : toMinor(major, code)
  return minor === null && major !== null ? { text: 'Budget must be a positive number' } : { minor }
}
