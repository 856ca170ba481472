// The schemas of who paid an expense and how it is split, as bodies send them: amounts are major units of the entered
// currency, shares are hundredths, percentages are basis points.

import * as v from 'valibot'
import { limits } from '#core/kernel/limits.ts'
import { requiredText } from '#core/kernel/textFields.ts'
import { nonNegativeAmount, amountOfEitherSign, positiveAmount } from '#core/money/amountFields.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import { type NamedPerson, personFields, personOf } from '#core/money/personBodies.ts'

const { sharesMax, items: mostItems, itemText } = moneyLimits.split

const { max: mostPeople, text: tooManyPeople } = limits.sharersOfExpense
export const NOBODY_SHARES = 'At least one person must share this expense'

/** At least one person, nobody twice. */
const peopleOf = <Person extends { id: string }>(
  schema: v.GenericSchema<unknown, Person>,
  nobody = NOBODY_SHARES,
) =>
  v.pipe(
    v.array(schema, nobody),
    v.minLength(1, nobody),
    v.maxLength(mostPeople, tooManyPeople),
    v.check((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Everybody is named once'),
  )

const people = peopleOf(personOf(false))

const personWith = personFields(false)
const NEEDS_ID = 'Each person needs an id'

const wholeNumber = (text: string, min: number, max: number) =>
  v.pipe(
    v.number(text),
    v.check((number) => Number.isInteger(number) && number >= min && number <= max, text),
  )
const SHARES = `Shares are whole hundredths from 1 to ${sharesMax}`
const POINTS = 'Percentages are whole basis points, 10,000 in all'
const item = v.strictObject({
  text: requiredText({
    max: itemText,
    required: 'Name this item',
    tooLong: 'Item is too long',
  }),
  amount: positiveAmount,
  of: people,
})

export const splitBody = v.variant(
  'mode',
  [
    /** Without `of`, split among `sharedBy`. */
    v.strictObject({ mode: v.literal('equal'), of: v.optional(people) }),
    v.strictObject({
      mode: v.literal('shares'),
      of: peopleOf(v.strictObject({ ...personWith, shares: wholeNumber(SHARES, 1, sharesMax) }, NEEDS_ID)),
    }),
    v.strictObject({
      mode: v.literal('percent'),
      of: peopleOf(v.strictObject({ ...personWith, points: wholeNumber(POINTS, 0, 10_000) }, NEEDS_ID)),
    }),
    v.strictObject({
      mode: v.literal('exact'),
      of: peopleOf(v.strictObject({ ...personWith, amount: nonNegativeAmount }, NEEDS_ID)),
    }),
    v.strictObject({
      mode: v.literal('adjust'),
      of: peopleOf(v.strictObject({ ...personWith, by: amountOfEitherSign }, NEEDS_ID)),
    }),
    v.strictObject({
      mode: v.literal('items'),
      items: v.pipe(
        v.array(item, 'At least one item is required'),
        v.minLength(1, 'At least one item is required'),
        v.maxLength(mostItems, `At most ${mostItems} items`),
      ),
      rest: v.optional(
        v.picklist(['proportional', 'equal'], 'The rest is proportional or equal'),
        'proportional',
      ),
      /** Allows the items to exceed the amount: the rest is a discount. */
      discount: v.optional(v.boolean('Discount must be true or false'), false),
    }),
  ],
  'Split is one of equal, shares, percent, exact, adjust, items',
)
export type SplitEntry = v.InferOutput<typeof splitBody>

const NOBODY_PAID = 'Enter what each person paid'

export const payersBody = v.union(
  [
    v.literal('pool'),
    peopleOf(v.strictObject({ ...personWith, amount: positiveAmount }, NEEDS_ID), NOBODY_PAID),
  ],
  'Payers are people with their amounts, or the pool',
)
export type PayersEntry = v.InferOutput<typeof payersBody>

/** A split as a body sends it; a response has the same shape. */
export type SplitBody =
  | { mode: 'equal'; of?: (string | NamedPerson)[] }
  | { mode: 'shares'; of: (NamedPerson & { shares: number })[] }
  | { mode: 'percent'; of: (NamedPerson & { points: number })[] }
  | { mode: 'exact'; of: (NamedPerson & { amount: number })[] }
  | { mode: 'adjust'; of: (NamedPerson & { by: number })[] }
  | {
      mode: 'items'
      items: { text: string; amount: number; of: (string | NamedPerson)[] }[]
      rest?: 'proportional' | 'equal'
      discount?: boolean
    }
export type PayersBody = 'pool' | (NamedPerson & { amount: number })[]
