// The form of a trip, for planning and editing: its values, the body they stand for, and its checks.

import { addDays, parseDate } from '#core/kernel/calendar.ts'
import { formatCount, locale } from '#core/kernel/format.ts'
import { type CurrencyCode, DEFAULT_CURRENCY } from '#core/kernel/money.ts'
import { amountFault, readTypedAmount } from '#core/money/typedAmount.ts'
import type { TripResponse, FailedInvite } from '#core/trips/responses.ts'
import {
  type ChangeTripBody,
  type PlanTrip,
  budgetInMinor,
  ChangeTripBody as ChangeTripSchema,
  PlanTripBody,
} from '#core/trips/bodies.ts'
import { tripDateErrors } from '#core/trips/dates.ts'
import { tripLimits } from '#core/trips/limits.ts'
import type { TripStatus } from '#core/trips/events.ts'
import { rangeDays } from '#web/trips/trip/dateRange.ts'
import { type FormFields, changedFields, resolverOf } from '#web/platform/forms/form.ts'

/** As the fields hold them; `status` belongs to an edit, `inviteUserIds` to a new trip. */
export interface TripValues {
  title: string
  destination: string
  startDate: string
  endDate: string
  /** In major units, as typed; '' for none. */
  budget: string
  currency: CurrencyCode
  description: string
  isPublic: boolean
  status: TripStatus
  inviteUserIds: string[]
}

/** @param today where the person is, YYYY-MM-DD */
export function blankTrip(today: string): TripValues {
  return {
    title: '',
    destination: '',
    startDate: addDays(today, 1),
    endDate: addDays(today, 8),
    budget: '',
    currency: DEFAULT_CURRENCY,
    description: '',
    isPublic: false,
    status: 'planning',
    inviteUserIds: [],
  }
}

/** Of a destination and the month: 'Lake Bled in April'; '' without a destination. */
export function suggestedTitle({
  destination,
  startDate,
}: Pick<TripValues, 'destination' | 'startDate'>): string {
  const place = destination
    .split(/[,，、]/u)[0]!
    .trim()
    .slice(0, MAX_PLACE)
  if (place === '' || parseDate(startDate) === null) return place
  return `${place} in ${monthOfYear.format(Date.parse(startDate))}`
}

/** Leaves room for the month in a title. */
const MAX_PLACE = tripLimits.title.max - 20

const monthOfYear = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })

/** 'Private, 5 days, with bob, carol and 1 more' */
export function plannedText(values: TripValues, names: readonly string[]): string {
  const days = rangeDays(values)
  const more = names.length - MAX_NAMES
  const people = [...names.slice(0, MAX_NAMES), ...(more > 0 ? [`${more} more`] : [])]
  return [
    values.isPublic ? 'Public' : 'Private',
    ...(days === null ? [] : [formatCount(days, 'day')]),
    ...(names.length === 0 ? [] : [`with ${new Intl.ListFormat(locale).format(people)}`]),
  ].join(', ')
}

const MAX_NAMES = 3

export function tripFormValues(trip: TripResponse): TripValues {
  const { title, destination, startDate, endDate, currency, isPublic, status } = trip
  return {
    title,
    destination,
    startDate,
    endDate,
    budget: trip.budget === null ? '' : String(trip.budget),
    currency,
    description: trip.description ?? '',
    isPublic,
    status,
    inviteUserIds: [],
  }
}

/** @param today in the time zone of the device, YYYY-MM-DD */
export const planResolver = (today: () => string) =>
  resolverOf<TripValues, PlanTrip>(PlanTripBody, {
    read: ({ status: _, ...values }) => ({
      ...values,
      budget: readTypedAmount(values.budget, values.currency),
    }),
    words: ({ budget, currency }) => ({ budget: amountFault(budget, currency) }),
    also: (values, errors) => betweenFields(values, errors, { today: today(), startMoved: true }),
  })

/** Unchanged dates are not checked: a trip that has begun can be edited. */
export const editResolver = (trip: TripResponse, today: () => string) =>
  resolverOf<TripValues, ChangeTripBody>(ChangeTripSchema, {
    read: ({ inviteUserIds: _, ...values }) => ({
      ...values,
      budget: readTypedAmount(values.budget, values.currency),
    }),
    words: ({ budget, currency }) => ({ budget: amountFault(budget, currency) }),
    also(values, errors) {
      const startMoved = values.startDate !== trip.startDate
      const moved = startMoved || values.endDate !== trip.endDate
      return betweenFields(values, errors, moved ? { today: today(), startMoved } : null)
    },
  })

function betweenFields(
  { startDate, endDate, budget, currency }: TripValues,
  errors: FormFields,
  dates: { today: string; startMoved: boolean } | null,
): FormFields {
  const areDays = parseDate(startDate) !== null && parseDate(endDate) !== null
  const amount = 'budget' in errors ? null : readTypedAmount(budget, currency)
  const minor = budgetInMinor(amount, currency)
  return {
    ...(dates && areDays ? tripDateErrors({ startDate, endDate }, dates) : {}),
    ...('text' in minor ? { budget: minor.text } : {}),
  }
}

/** The fields that differ, so that two people can change different fields at the same time. */
export const tripFormChanges = (body: ChangeTripBody, trip: TripResponse): ChangeTripBody =>
  changedFields(body, trip)

/**
 * The toast after a trip is created. `isComplete` is false when somebody could not be added; the trip exists
 * nevertheless.
 */
export function tripCreatedText({
  added,
  failed,
}: {
  added: readonly string[]
  failed: readonly FailedInvite[]
}) {
  if (failed.length > 0)
    return { text: 'Trip created successfully, but some participants failed to be added', isComplete: false }
  if (added.length > 0)
    return { text: `Trip created and ${added.length} participant(s) added!`, isComplete: true }
  return { text: 'Trip created successfully!', isComplete: true }
}
