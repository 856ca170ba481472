// A new trip from a file: its details as suggested and as typed, and the commands that make it. They are those of the
// forms, in the lane of the trip, so the outbox sends each of them once, also after the app was closed.

import type { ArchivedPlan } from '#core/imports/archivedTrip.ts'
import type { ParsedFile } from '#core/imports/parsedFile.ts'
import { addItem } from '#core/itinerary/contract.ts'
import { activitiesOutside } from '#core/itinerary/activity.ts'
import { addDays, parseDate } from '#core/kernel/calendar.ts'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import { type CurrencyCode, toMajor } from '#core/kernel/money.ts'
import { PlanTripBody } from '#core/trips/bodies.ts'
import { changeTrip, planTrip, removeGuest } from '#core/trips/contract.ts'
import { tripDateErrors } from '#core/trips/dates.ts'
import { tripLimits } from '#core/trips/limits.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { type ImportStep, type NewGuest } from '#web/money/imports/sending/importSteps.ts'
import { checkForm, type FormFields } from '#web/platform/forms/form.ts'
import { newKey } from '#web/platform/http/newKey.ts'

/** As the fields hold them. */
export interface NewTripValues {
  title: string
  destination: string
  startDate: string
  endDate: string
  currency: CurrencyCode
}

/** The trip that a file is imported into, or the one that the import makes: it has no id and no people yet. */
export interface ImportingTrip extends Pick<TripResponse, 'id' | 'title' | 'currency' | 'userRole'> {
  newTrip?: { values: NewTripValues; setValues: (values: NewTripValues) => void }
}

type Activity = ArchivedPlan['activities'][number]

/**
 * An archive says all of it; other files have a title at most, the days of their records, and a currency.
 * @param fallback the currency of a file without records
 */
export function suggestedTrip(
  { trip, groupTitle, label, records }: Pick<ParsedFile, 'trip' | 'groupTitle' | 'label' | 'records'>,
  today: string,
  fallback: CurrencyCode,
): NewTripValues {
  if (trip) {
    const { title, destination, startDate, endDate, currency } = trip.details
    return { title, destination, startDate, endDate, currency }
  }
  const days = records.map(({ date }) => date).sort()
  const last = days.at(-1) ?? today
  // A group can go on for years, a trip cannot.
  const earliest = addDays(last, 1 - tripLimits.days)
  const first = days.find((day) => day >= earliest) ?? last
  return {
    title: groupTitle ?? `${label} group`,
    destination: groupTitle ?? '',
    startDate: first,
    endDate: last > first ? last : addDays(first, 1),
    currency: mostUsed(records.map(({ currency }) => currency)) ?? fallback,
  }
}

function mostUsed<Value>(values: readonly Value[]): Value | undefined {
  const counts = Map.groupBy(values, (value) => value)
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0]
}

/** Field → text; empty when the trip can be made. @param today of the device */
export function newTripErrors(values: NewTripValues, today: string): FormFields {
  const checked = checkForm(PlanTripBody, values)
  const areDays = parseDate(values.startDate) !== null && parseDate(values.endDate) !== null
  return {
    // What a file is about may have begun.
    ...(areDays ? tripDateErrors(values, { today, startMoved: false }) : {}),
    ...('fields' in checked ? checked.fields : {}),
  }
}

/** The activities of the file that are not on a day of the trip: the itinerary has no place for them. */
export const leftOutActivities = ({ trip }: Pick<ParsedFile, 'trip'>, days: NewTripValues): Activity[] =>
  activitiesOutside(trip?.activities ?? [], days)

interface NewTripParts {
  /** Of the command that makes the trip: its id derives from it. */
  tripKey: string
  values: NewTripValues
  parsed: ParsedFile
  /** Of the new guests, by the key of the file's person. */
  guests: ReadonlyMap<string, NewGuest>
  /** Add the guests, and import the records. */
  steps: readonly ImportStep[]
}

/** @returns all commands of the new trip, in their order */
export function newTripSteps({ tripKey, values, parsed, guests, steps }: NewTripParts): ImportStep[] {
  const { trip, people } = parsed
  const { description = null, budget = null, status = 'planning' } = trip?.details ?? {}
  const former = people.flatMap(({ key, isFormer }) => (isFormer ? (guests.get(key) ?? []) : []))
  const outside = leftOutActivities(parsed, values)
  const activities = (trip?.activities ?? []).filter((activity) => !outside.includes(activity))
  const plan = {
    ...values,
    description,
    // In another currency it would be another budget.
    budget:
      budget === null || trip?.details.currency !== values.currency ? null : toMajor(budget, values.currency),
    isImported: true,
  }
  return [
    step(planTrip, plan, 'The trip', { key: tripKey, touches: ['/trips?'] }),
    ...steps,
    ...activities.map(({ id: _, attachments = [], ...activity }) =>
      step(
        addItem,
        { ...activity, ...(attachments.length > 0 && { attachments: [...attachments] }) },
        `The activity ${activity.title}`,
      ),
    ),
    ...former.map(({ id, name }) =>
      step(removeGuest, undefined, `The former participant ${name}`, { params: { guestId: id } }),
    ),
    ...(status === 'planning' ? [] : [step(changeTrip, { status }, 'The status of the trip')]),
  ]
}

const step = <Body>(
  endpoint: Endpoint<unknown, Body>,
  body: Body | undefined,
  title: string,
  more: Partial<ImportStep> = {},
): ImportStep => ({
  endpoint: endpoint as Endpoint<unknown, never>,
  ...(body !== undefined && { body }),
  key: newKey(),
  title,
  ...more,
})
