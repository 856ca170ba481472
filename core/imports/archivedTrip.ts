// What the archive of a trip says about its state: the shape that is written and read. It is a format of its own, so
// that files of today can be read after the events and responses have changed. Amounts are minor units of the currency
// of the trip, as in the log.

import * as v from 'valibot'
import { isIsoCurrency } from '#core/kernel/currencyField.ts'
import { attachedFiles } from '#core/kernel/fileFields.ts'
import { fileLimits } from '#core/kernel/files.ts'
import { CURRENCIES, type CurrencyCode } from '#core/kernel/money.ts'
import { numberFields, numberModes } from '#core/money/split/modes.ts'
import type { Split } from '#core/money/split/split.ts'

const minor = v.pipe(v.number(), v.safeInteger())
const positive = v.pipe(minor, v.minValue(1))
const text = v.string()
const textOrNone = v.nullable(text)
const currency = v.pipe(
  v.picklist(CURRENCIES),
  v.transform((code): CurrencyCode => code),
)
const isoCurrency = v.pipe(v.string(), v.check(isIsoCurrency))

const personFields = { type: v.picklist(['user', 'guest']), id: text }
const person = v.object(personFields)
const party = v.union([v.object({ type: v.literal('pool') }), person])

/** Amounts are minor units of the currency in which the expense was entered. */
const split = v.variant('mode', [
  v.object({ mode: v.literal('equal') }),
  ...numberModes.map((mode) => {
    const part = v.object({ id: text, [numberFields[mode]]: mode === 'shares' ? positive : minor })
    return v.object({ mode: v.literal(mode), of: v.array(part) })
  }),
  v.object({
    mode: v.literal('items'),
    items: v.array(v.object({ text, amount: positive, of: v.array(text) })),
    rest: v.picklist(['proportional', 'equal']),
  }),
]) as unknown as v.GenericSchema<unknown, Split>

const original = v.object({ amount: positive, currency: isoCurrency, exchangeRate: v.number() })
/** Photos and PDF files, whose bytes are in the archive under their hashes; absent in older archives. */
const files = v.optional(v.pipe(attachedFiles(fileLimits.ofRecord, 'Files'), v.readonly()))
/** The calendar date where a contribution or payment was recorded; absent in older files. */
const date = v.optional(text)

export const archivedExpense = v.object({
  id: text,
  kind: v.picklist(['expense', 'refund']),
  description: text,
  category: text,
  expenseDate: text,
  receiptUrl: textOrNone,
  notes: textOrNone,
  amount: positive,
  original: v.nullable(original),
  payers: v.union([
    v.literal('pool'),
    v.array(v.object({ ...personFields, amount: minor, originalAmount: v.nullable(positive) })),
  ]),
  sharedBy: v.array(v.object({ ...personFields, share: minor })),
  split,
  receipts: files,
})

export const archivedContribution = v.object({
  id: text,
  createdAt: text,
  amount: positive,
  description: text,
  contributor: person,
  keptBy: v.optional(person),
  date,
})

export const archivedPayment = v.object({
  id: text,
  createdAt: text,
  amount: positive,
  from: party,
  to: party,
  note: textOrNone,
  date,
  original: v.optional(original),
})

const detailsSchema = v.object({
  title: text,
  description: textOrNone,
  destination: text,
  startDate: text,
  endDate: text,
  status: v.picklist(['planning', 'confirmed', 'in_progress', 'completed', 'cancelled']),
  budget: v.nullable(minor),
  currency,
})

const activitySchema = v.object({
  id: text,
  date: text,
  title: text,
  description: textOrNone,
  startTime: text,
  endTime: textOrNone,
  location: textOrNone,
  status: v.picklist(['planned', 'confirmed', 'completed', 'cancelled']),
  sortOrder: v.number(),
  attachments: files,
})

/** What a new trip gets, beside its people and its money. */
const planSchema = v.object({
  details: detailsSchema,
  activities: v.array(activitySchema),
})
export type ArchivedPlan = v.InferOutput<typeof planSchema>

/** Money is validated record by record, so that one that cannot be read does not refuse the others. */
export const archivedTripSchema = v.object({
  ...planSchema.entries,
  people: v.array(
    v.object({
      ...personFields,
      name: text,
      role: v.picklist(['organizer', 'co_organizer', 'member']),
      isPresent: v.boolean(),
    }),
  ),
  expenses: v.array(v.unknown()),
  contributions: v.array(v.unknown()),
  payments: v.array(v.unknown()),
  /** What each person is owed (below 0: owes), by id: the records have to give the same. */
  balances: v.record(text, minor),
  poolBalance: minor,
})

/** The fields of each kind, by its list. */
export const archivedRecords = {
  activities: activitySchema,
  expenses: archivedExpense,
  contributions: archivedContribution,
  payments: archivedPayment,
}

/** As it is written. */
export interface ArchivedTrip extends Omit<
  v.InferOutput<typeof archivedTripSchema>,
  'expenses' | 'contributions' | 'payments'
> {
  expenses: ArchivedExpense[]
  contributions: ArchivedContribution[]
  payments: ArchivedPayment[]
}
export type ArchivedExpense = v.InferOutput<typeof archivedExpense>
export type ArchivedContribution = v.InferOutput<typeof archivedContribution>
export type ArchivedPayment = v.InferOutput<typeof archivedPayment>
