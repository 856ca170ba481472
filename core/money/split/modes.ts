// The ways to split an expense, one row for each: what is entered, what it weighs, what it has to add up to, and what the
// history calls it. Bodies, events, responses and screens follow this table; the screens add their words in
// web/money/shownModes.ts.

/** The modes with a number for each person, and the name of that number in bodies, events, responses and archives. */
export const numberFields = { shares: 'shares', percent: 'points', exact: 'amount', adjust: 'by' } as const
export type NumberMode = keyof typeof numberFields
export type SplitMode = 'equal' | NumberMode | 'items'

/** The numbers are integers: hundredths, or amounts in minor units of the entered currency. */
interface NumberRules {
  min: number
  /** Of hundredths: the most, and the refusal of others. Absent for amounts, which bodies and responses have in major units. */
  hundredths?: { max: number; invalid: string }
  /**
   * What the numbers have to add up to; absent where any sum will do. Hundredths with a whole are percentages.
   * @param entered the amount; null without one
   */
  whole?: <Entered extends number | null>(entered: Entered) => number | Entered
  /** Exact weights of the shares, where they are not the numbers themselves. A weight below 0 stands for a share below 0. */
  weights?: (numbers: readonly number[], entered: number) => bigint[]
}

/** Basis points of the whole. */
export const ALL_POINTS = 10_000
/** Of one person, in hundredths. */
export const MOST_SHARES = 99_999

export const splitModes: Record<'equal' | 'items', { whole?: never }> & Record<NumberMode, NumberRules> = {
  equal: {},
  /** 150 is 1.5 shares. */
  shares: {
    min: 1,
    hundredths: { max: MOST_SHARES, invalid: `Shares are whole hundredths from 1 to ${MOST_SHARES}` },
  },
  percent: {
    min: 0,
    hundredths: { max: ALL_POINTS, invalid: 'Percentages are whole basis points, 10,000 in all' },
    whole: () => ALL_POINTS,
  },
  exact: {
    min: 0,
    whole: (entered) => entered,
  },
  /** More or less than an equal part of the rest. */
  adjust: {
    min: -Infinity,
    weights(numbers, entered) {
      // (entered - all adjustments) / people + own adjustment, times the number of people.
      const rest = BigInt(numbers.reduce((left, by) => left - by, entered))
      return numbers.map((by) => rest + BigInt(numbers.length) * BigInt(by))
    },
  },
  items: {},
}

/** A split in the history: what it is called, and its numbers. @param text of the amount, or the decimal number */
export const modesInHistory: Record<'equal' | 'items', { name: string }> &
  Record<NumberMode, { name: string; number: (text: string, number: number) => string }> = {
  equal: { name: 'Equally' },
  shares: { name: 'By shares', number: (text) => text },
  percent: { name: 'By percent', number: (text) => `${text} %` },
  exact: { name: 'Exact amounts', number: (text) => text },
  adjust: { name: 'Equally, adjusted', number: (text, by) => (by < 0 ? text : `+${text}`) },
  items: { name: 'By items' },
}

export const isNumberMode = (mode: SplitMode): mode is NumberMode => mode in numberFields
export const numberModes = Object.keys(numberFields) as NumberMode[]

/** Neither below 0. */
export function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b]
  while (y > 0n) [x, y] = [y, x % y]
  return x
}
