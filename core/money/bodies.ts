// The schemas of money's request bodies, with the product's texts. Apart from the contract, so that a screen which only
// shows money does not load them.

import * as v from 'valibot'
import { currencyField, isoCurrencyField } from '#core/kernel/currencyField.ts'
import { optionalCalendarDate } from '#core/kernel/dateFields.ts'
import { attachedFiles, type FileEntry } from '#core/kernel/fileFields.ts'
import { fileLimits } from '#core/kernel/files.ts'
import { optionalText, requiredText } from '#core/kernel/textFields.ts'
import { minorDigits, toMinor, type CurrencyCode } from '#core/kernel/money.ts'
import { receiptUrl } from '#core/money/receiptUrl.ts'
import {
  isStorableRate,
  paymentAmount,
  positiveAmount,
  AMOUNT_IS_INVALID,
  TOO_LARGE,
} from '#core/money/amountFields.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import {
  type NamedPerson,
  partyBody,
  personOf,
  personType,
  SOMEONE_TO_CHOOSE,
} from '#core/money/personBodies.ts'
import type { PartyRef } from '#core/money/responses.ts'
import {
  NOBODY_SHARES,
  type PayersBody,
  payersBody,
  type SplitBody,
  splitBody,
  type SplitEntry,
} from '#core/money/split/splitBodies.ts'
import { categoryOf } from '#core/money/categories.ts'
import type { PersonRef, PlainExpenseFields } from '#core/money/events.ts'

const person = personOf(false)

/** Any length from 1. */
export const descriptionLimits = {
  max: moneyLimits.expense.descriptionMax,
  required: 'Description is required',
  tooLong: 'Description must be less than 500 characters',
}
const description = requiredText({
  ...descriptionLimits,
  min: moneyLimits.expense.descriptionMin,
  tooShort: 'Description must be at least 3 characters',
})

export const categoryField = v.pipe(
  v.string('Category is required'),
  v.check((id) => categoryOf(id) !== undefined, 'Category is not one of the seven'),
)

const sharersField = (enhanced: boolean) =>
  v.pipe(v.array(personOf(enhanced), NOBODY_SHARES), v.minLength(1, NOBODY_SHARES))
const sharedByEnhanced = sharersField(true)

export const rateField = v.pipe(
  v.number('Exchange rate must be a number'),
  v.check((rate) => Number.isFinite(rate) && rate > 0, 'Exchange rate must be greater than 0'),
  v.check(isStorableRate, 'Exchange rate can have at most 8 decimals'),
)

export const expenseDateField = optionalCalendarDate({ invalid: 'Date is not a date' })

export const notesField = optionalText({
  max: moneyLimits.expense.notesMax,
  tooLong: `Notes must be ${moneyLimits.expense.notesMax} characters or less`,
})

interface Amounts {
  amount?: number | undefined
  currency?: CurrencyCode | null | undefined
}

/** Refuses an amount with more digits than its currency has, which is never rounded, and one over the trip's limit. */
function amountFits<Body extends Amounts>(tripCurrency: CurrencyCode, max: number = moneyLimits.expense.max) {
  return v.rawCheck<Body>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const input = dataset.value
    const { amount, currency } = input
    if (amount === undefined) return
    const isForeign = currency != null && currency !== tripCurrency
    const isInexact = toMinor(amount, currency ?? tripCurrency) === null
    if (!isInexact && (isForeign || amount <= max)) return
    const path: v.ObjectPathItem = {
      type: 'object',
      origin: 'value',
      input: { ...input } as Record<string, unknown>,
      key: 'amount',
      value: amount,
    }
    addIssue({ message: isInexact ? AMOUNT_IS_INVALID : TOO_LARGE, path: [path] })
  })
}

const plainFields = {
  description,
  category: categoryField,
  expenseDate: expenseDateField,
  receiptUrl,
  notes: notesField,
} satisfies Record<keyof PlainExpenseFields, unknown>

const expenseFields = {
  ...plainFields,
  amount: positiveAmount,
  kind: v.optional(v.picklist(['expense', 'refund'], 'Kind must be expense or refund')),
  /** The decider limits their number: an edit may keep more than a new expense may have. */
  sharedBy: sharersField(false),
  /** Replaces `sharedBy`. */
  split: v.optional(splitBody),
  paidBy: v.nullish(person),
  paidFromPool: v.optional(v.boolean('Paid from pool must be true or false'), false),
  /** In place of `paidBy` and `paidFromPool`. */
  payers: v.optional(payersBody),
  currency: v.nullish(currencyField),
  exchangeRate: v.nullish(rateField),
  receipts: v.optional(attachedFiles(fileLimits.ofRecord, 'Receipts')),
}

export function expenseBody(tripCurrency: CurrencyCode, enhanced = false) {
  const sharedBy = v.optional(enhanced ? sharedByEnhanced : expenseFields.sharedBy)
  return v.pipe(
    v.strictObject({ ...expenseFields, sharedBy }),
    amountFits(tripCurrency),
    v.forward(
      v.partialCheck(
        [['sharedBy'], ['split']],
        ({ sharedBy, split }) => sharedBy !== undefined || namesPeople(split),
        NOBODY_SHARES,
      ),
      ['sharedBy'],
    ),
  )
}

const namesPeople = (split: SplitEntry | undefined): boolean =>
  split !== undefined && (split.mode !== 'equal' || split.of !== undefined)

/** For an edit: only the given keys change. An imported expense keeps its currency, whichever it is. */
export function expenseChanges(tripCurrency: CurrencyCode) {
  const fields = { ...expenseFields, currency: v.nullish(isoCurrencyField) }
  return v.pipe(v.partial(v.strictObject(fields)), amountFits(tripCurrency))
}

export interface ExpenseBody extends Partial<Omit<PlainExpenseFields, 'expenseDate'>> {
  description: string
  /** Major units of `currency`. */
  amount: number
  category: string
  /** Default: an expense. */
  kind?: 'expense' | 'refund'
  /** Equally; may be left out where `split` names the people. */
  sharedBy?: (string | NamedPerson)[]
  split?: SplitBody
  paidBy?: string | NamedPerson | null
  paidFromPool?: boolean
  /** Replaces the two fields before. */
  payers?: PayersBody
  expenseDate?: string | null
  currency?: string | null
  exchangeRate?: number | null
  /** Photos and PDF files, in place of those before. */
  receipts?: FileEntry[]
}
export type ExpenseEntry = v.InferOutput<ReturnType<typeof expenseBody>>
export type ExpenseChanges = v.InferOutput<ReturnType<typeof expenseChanges>>

const tooManyDecimals = (code: CurrencyCode): string =>
  minorDigits(code) === 0
    ? 'Amount cannot have decimal places'
    : `Amount cannot have more than ${minorDigits(code)} decimal places`

const personRef = v.strictObject(
  { id: v.string(SOMEONE_TO_CHOOSE), type: personType, name: v.nullish(v.string(SOMEONE_TO_CHOOSE)) },
  SOMEONE_TO_CHOOSE,
)

const inTripCurrency = (code: CurrencyCode): string => `The money of this trip is in ${code}`

/** Refuses an amount that was entered before the trip got another currency. */
const currencyOf = (tripCurrency: CurrencyCode) =>
  v.nullish(
    v.pipe(
      currencyField,
      v.check((code) => code === tripCurrency, inTripCurrency(tripCurrency)),
    ),
  )

export function contributionBody(tripCurrency: CurrencyCode) {
  return v.strictObject({
    amount: v.pipe(
      v.nonNullish(v.unknown(), 'Amount is required'),
      v.number(AMOUNT_IS_INVALID),
      v.check((amount) => amount > 0, 'Amount must be positive'),
      v.maxValue(moneyLimits.contribution.max, 'Amount cannot exceed $10,000'),
      v.check((amount) => toMinor(amount, tripCurrency) !== null, tooManyDecimals(tripCurrency)),
    ),
    description: optionalText({ max: 500, tooLong: 'Description must be less than 500 characters' }),
    participant: v.nullish(personRef),
    keptBy: v.nullish(personRef),
    date: v.optional(expenseDateField),
    currency: currencyOf(tripCurrency),
  })
}
export interface ContributionBody {
  amount: number
  description?: string | null
  participant?: PersonRef | null
  /** Who has the money in hand, of the people on the trip. */
  keptBy?: PersonRef | null
  /** The day it was made, where that was. */
  date?: string | null
  /** Refuses the deposit if the trip has another currency, as when that was changed since the amount was entered. */
  currency?: string | null
}
export type ContributionEntry = v.InferOutput<ReturnType<typeof contributionBody>>

const SEEN = 'seen is the number of a revision'

export function paymentBody(tripCurrency: CurrencyCode) {
  const body = v.strictObject({
    from: partyBody,
    to: partyBody,
    amount: paymentAmount,
    note: optionalText({ max: 500, tooLong: 'Note must be less than 500 characters' }),
    date: v.optional(expenseDateField),
    seen: v.nullish(v.pipe(v.number(SEEN), v.integer(SEEN), v.minValue(-1, SEEN))),
    confirm: v.optional(v.boolean('Confirm must be true or false'), false),
    currency: v.nullish(currencyField),
    exchangeRate: v.nullish(rateField),
  })
  return v.pipe(
    body,
    amountFits(tripCurrency, moneyLimits.payment.max),
    v.forward(
      v.partialCheck(
        [['currency'], ['exchangeRate']],
        ({ currency, exchangeRate }) => !currency || currency === tripCurrency || exchangeRate != null,
        inTripCurrency(tripCurrency),
      ),
      ['currency'],
    ),
  )
}
export interface PaymentBody {
  from: PartyRef
  to: PartyRef
  /** Major units of `currency`. */
  amount: number
  note?: string | null
  /** The day it was made, where that was. */
  date?: string | null
  /**
   * The revision of the trip's money that the person saw when recording it: an equal payment that was recorded since is one
   * they did not know of. @minimum -1
   */
  seen?: number | null
  /** Confirms that the money was paid twice: without it an equal payment within seconds, or since `seen`, is refused. */
  confirm?: boolean
  /**
   * Without an exchange rate it refuses the payment if the trip has another currency, as when that was changed since it was
   * suggested.
   */
  currency?: string | null
  /** Trip units for one of `currency`, which is another one. */
  exchangeRate?: number | null
}
export type PaymentEntry = v.InferOutput<ReturnType<typeof paymentBody>>
