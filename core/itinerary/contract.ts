// The itinerary endpoints, their shapes, and the schemas of the form with the product's texts.

import * as v from 'valibot'
import { endpoint } from '#core/kernel/endpoint.ts'
import { attachedFiles } from '#core/kernel/fileFields.ts'
import { type AttachedFile, fileLimits } from '#core/kernel/files.ts'
import { calendarDate } from '#core/kernel/dateFields.ts'
import { optionalText, requiredText } from '#core/kernel/textFields.ts'
import type { RefusalTable } from '#core/kernel/refusalResponse.ts'
import { ACTIVITY_STATUSES, type Activity } from '#core/itinerary/activity.ts'

export const itineraryLimits = {
  /** UTF-16 units. */
  title: 200,
  description: 1000,
  location: 200,
  sortOrder: 1_000_000,
  /** Step of the time pickers; the server accepts any minute. */
  stepMinutes: 5,
} as const

export const END_BEFORE_START = 'End time must be after start time'
export const OUTSIDE_THE_TRIP = 'Date must be within the trip'

const isTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)
const NOT_A_TIME = 'Time must be written as HH:mm'

const date = calendarDate({ required: 'Date is required', invalid: 'Date is not a date' })
const title = requiredText({
  max: itineraryLimits.title,
  required: 'Title is required',
  tooLong: `Title must be less than ${itineraryLimits.title} characters`,
})
const description = optionalText({
  max: itineraryLimits.description,
  tooLong: `Description must be less than ${itineraryLimits.description} characters`,
})
const location = optionalText({
  max: itineraryLimits.location,
  tooLong: `Location must be less than ${itineraryLimits.location} characters`,
})
const startTime = v.nullish(
  v.pipe(
    v.string(NOT_A_TIME),
    v.check((text) => text !== '', 'Start time is required'),
    v.check((text) => text === '' || isTime(text), NOT_A_TIME),
  ),
  '',
)
const endTime = v.nullish(
  v.pipe(
    v.string(NOT_A_TIME),
    v.check((text) => text === '' || isTime(text), NOT_A_TIME),
    v.transform((text) => (text === '' ? null : text)),
  ),
  '',
)
const status = v.picklist(ACTIVITY_STATUSES, 'Status must be planned, confirmed, completed or cancelled')
const sortOrder = v.pipe(
  v.number('Sort order must be a whole number'),
  v.check(
    (order) => Number.isInteger(order) && order >= 0 && order <= itineraryLimits.sortOrder,
    'Sort order must be a whole number',
  ),
)

/** 'HH:mm' texts compare in order of time. */
export const isInOrder = (start: string, end: string | null): boolean => end === null || end > start

/** Photos and PDF files, in place of those before. */
const attachments = v.optional(attachedFiles(fileLimits.ofRecord, 'Attachments'))

const fields = v.strictObject({
  ...{ date, title, description, startTime, endTime, location, status, sortOrder, attachments },
})

export const ItemBody = v.pipe(
  v.strictObject({
    ...fields.entries,
    status: v.optional(status, 'planned'),
    sortOrder: v.optional(sortOrder),
  }),
  v.forward(
    v.check(({ startTime: start, endTime: end }) => isInOrder(start, end), END_BEFORE_START),
    ['endTime'],
  ),
)
export type ItemBody = v.InferInput<typeof ItemBody>
export type ActivityEntry = v.InferOutput<typeof ItemBody>

/** Only the given keys change; the decider checks the resulting times. */
export const ChangeItemBody = v.partial(fields)
export type ChangeItemBody = v.InferInput<typeof ChangeItemBody>
export type ActivityChanges = v.InferOutput<typeof ChangeItemBody>

export interface ItemResponse extends Activity {
  attachments: readonly AttachedFile[]
  createdBy: { id: string; username: string }
  createdAt: string
  updatedAt: string
  revision: number
}

/** Its id is the trip's. */
export interface ItineraryResponse {
  id: string
  items: ItemResponse[]
}

export const getItinerary = endpoint<{ itinerary: ItineraryResponse }>('GET', '/trips/:tripId/itinerary')
export const addItem = endpoint<{ item: ItemResponse }, ItemBody>(
  'POST',
  '/itineraries/:tripId/items',
  201,
  'itinerary-:tripId',
)
export const changeItem = endpoint<{ item: ItemResponse }, ChangeItemBody>(
  'PATCH',
  '/itinerary-items/:itemId',
)
export const removeItem = endpoint<undefined>('DELETE', '/itinerary-items/:itemId', 204)
/** Undoes its removal. */
export const restoreItem = endpoint<{ item: ItemResponse }>('POST', '/itinerary-items/:itemId/restore', 201)

/** Queries and refusals of endpoints, for the OpenAPI description; refusals that most endpoints share are left out. */
export interface ItineraryNotes {
  addItem: { refusals: 'LimitReached' | 'FileIsGone' | 'NoRoomForFiles' }
  changeItem: { refusals: 'FileIsGone' | 'NoRoomForFiles' }
  restoreItem: { refusals: 'IsThereAlready' | 'DayIsNotOfTheTrip' | 'LimitReached' }
}

export const itineraryRefusals = {
  DayIsNotOfTheTrip: {
    status: 409,
    text: 'Its day is no longer within the trip, so this cannot be brought back',
  },
} as const satisfies RefusalTable
