// The schemas of who paid an expense and how it is split, as bodies send them: amounts are major units of the entered
// currency, shares are hundredths, percentages are basis points.

import * as v from 'valibot'
import { limits } from '#core/kernel/limits.ts'
import { requiredText } from '#core/kernel/textFields.ts'
import { nonNegativeAmount, amountOfEitherSign, positiveAmount } from '#core/money/amountFields.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import { type ChosenPerson, type NamedPerson, personFields, personOf } from '#core/money/personBodies.ts'
import { numberFields, type NumberMode, numberModes, splitModes } from '#core/money/split/modes.ts'
import type { NumberSplit } from '#core/money/split/split.ts'

const { items: mostItems, itemText } = moneyLimits.split

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

function numberIn(mode: NumberMode): v.GenericSchema<unknown, number> {
  const { min, hundredths } = splitModes[mode]
  if (!hundredths) return min < 0 ? amountOfEitherSign : nonNegativeAmount
  const { max, invalid } = hundredths
  return v.pipe(
    v.number(invalid),
    v.check((number) => Number.isInteger(number) && number >= min && number <= max, invalid),
  )
}

const numberBodies = numberModes.map((mode) =>
  v.strictObject({
    mode: v.literal(mode),
    of: peopleOf(v.strictObject({ ...personWith, [numberFields[mode]]: numberIn(mode) }, NEEDS_ID)),
  }),
)

const item = v.strictObject({
  text: requiredText({
    max: itemText,
    required: 'Name this item',
    tooLong: 'Item is too long',
  }),
  amount: positiveAmount,
  of: people,
})

const itemsBody = v.strictObject({
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
})

/** Without `of`, split among `sharedBy`. */
const equalBody = v.strictObject({ mode: v.literal('equal'), of: v.optional(people) })

export type SplitEntry =
  v.InferOutput<typeof equalBody> | NumberSplit<ChosenPerson> | v.InferOutput<typeof itemsBody>

export const splitBody = v.variant(
  'mode',
  [equalBody, ...numberBodies, itemsBody],
  `Split is one of ${Object.keys(splitModes).join(', ')}`,
) as unknown as v.GenericSchema<unknown, SplitEntry>

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
  | NumberSplit<NamedPerson>
  | {
      mode: 'items'
      items: { text: string; amount: number; of: (string | NamedPerson)[] }[]
      rest?: 'proportional' | 'equal'
      discount?: boolean
    }
export type PayersBody = 'pool' | (NamedPerson & { amount: number })[]
