// The schemas of amounts in major units; the decimals are checked where the currency is known.

import * as v from 'valibot'
import { moneyLimits } from '#core/money/moneyLimits.ts'

export const AMOUNT_IS_INVALID = 'Valid amount is required'
export const TOO_LARGE = 'Amount is too large'
/** In any currency: what it is in the trip's is limited once that is known. */
const max = moneyLimits.expense.maxInOther

const finiteNumber = v.pipe(v.number(AMOUNT_IS_INVALID), v.finite(AMOUNT_IS_INVALID))

const positiveUpTo = (most: number) =>
  v.pipe(
    finiteNumber,
    v.check((amount) => amount > 0, 'Amount must be greater than 0'),
    v.maxValue(most, TOO_LARGE),
  )

export const positiveAmount = positiveUpTo(max)
export const paymentAmount = positiveUpTo(moneyLimits.payment.max)

export const nonNegativeAmount = v.pipe(
  finiteNumber,
  v.check((amount) => amount >= 0, 'Amount cannot be less than 0'),
  v.maxValue(max, TOO_LARGE),
)

export const amountOfEitherSign = v.pipe(
  finiteNumber,
  v.check((amount) => Math.abs(amount) <= max, TOO_LARGE),
)

/** Whether a rate is below a billion and has no more decimals than are stored. */
export const isStorableRate = (rate: number): boolean =>
  Number(rate.toFixed(moneyLimits.rateDecimals)) === rate && rate < 1e9
