// The limits of what people enter.

/** Numbers in the trip's currency (major units), and `maxInOther` in the currency in which an expense was entered. */
export const moneyLimits = {
  expense: {
    max: 999_999.99,
    maxInOther: 99_999_999_999.99,
    descriptionMin: 3,
    descriptionMax: 500,
    notesMax: 500,
  },
  /** The items of a receipt. */
  split: { items: 100, itemText: 200 },
  contribution: { max: 10_000 },
  payment: {
    /** A payment settles many expenses. All payments of a trip at this limit still add up exactly in minor units. */
    max: 3_999_999_999.99,
    /** A payment equal to one this recent needs a confirmation (docs/decisions/0038). */
    sameWithinMs: 10_000,
  },
  /** Records of one request; a longer file comes in batches. */
  import: { records: 500, bodyBytes: 262_144 },
  rateDecimals: 8,
} as const
