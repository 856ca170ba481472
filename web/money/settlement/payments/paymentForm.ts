// The form for a payment between any two people, or with the pool.

import type { NamedParty } from '#core/money/responses.ts'
import type { NamedLeg, NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { readRate } from '#core/kernel/typedNumber.ts'
import { paymentBody, type PaymentEntry } from '#core/money/bodies.ts'
import { POOL } from '#core/money/balances/ledger.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import { POOL_NAME } from '#core/money/roster.ts'
import {
  amountFaults,
  type EnteredAmount,
  enteredCurrency,
  majorOf,
  minorInTrip,
} from '#web/money/enteredAmount.ts'
import { resolverOf } from '#web/platform/forms/form.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'

/** As the fields hold it; `from` and `to` are ids. */
export interface PaymentValues extends EnteredAmount {
  from: string
  to: string
  note: string
  date: string
}

/** Everybody whom a payment may name, the signed-in person first, and the pool. */
export const partiesOf = ({ participants }: NamedSettlement, myId: string): NamedParty[] => [
  ...participants
    .map(({ id, type, name }) => ({ id, type, name }))
    .toSorted((a, b) => Number(b.id === myId) - Number(a.id === myId)),
  { id: POOL, type: 'pool', name: POOL_NAME },
]

export function paymentResolver(currency: CurrencyCode, parties: readonly NamedParty[]) {
  const refOf = (id: string) => {
    const party = parties.find((each) => each.id === id)
    return party && { id, type: party.type }
  }
  return resolverOf<PaymentValues, PaymentEntry>(paymentBody(currency), {
    read: (values) => ({
      amount: majorOf(values, currency),
      from: refOf(values.from),
      to: refOf(values.to),
      note: values.note,
      date: values.date,
      currency: enteredCurrency(values, currency),
      ...(values.otherCurrency !== '' && { exchangeRate: readRate(values.exchangeRate) }),
    }),
    also: (values): Record<string, string> => ({
      ...amountFaults(values, currency),
      ...(values.from === values.to && { to: 'A payment goes to someone else' }),
    }),
  })
}

/** The amount in minor units of the trip's currency; null when it is invalid. */
export const paidAmount = (entered: EnteredAmount, currency: CurrencyCode): number | null =>
  minorInTrip(entered, currency, moneyLimits.payment.max)

/** The payment of the plan between these two; undefined for none. */
export const plannedBetween = (
  { payments }: Pick<NamedSettlement, 'payments'>,
  { from, to }: Pick<PaymentValues, 'from' | 'to'>,
): NamedLeg | undefined => payments.find((leg) => leg.from.id === from && leg.to.id === to)

export interface PaymentResult {
  text: string
  /** Minor units; 0 where nothing is left. */
  left: number
}

/** What the payment leaves of the plan's payment between the two. @param amount in minor units */
export function paymentResult(
  leg: NamedLeg,
  amount: number,
  currency: CurrencyCode,
  myId: string,
): PaymentResult {
  const left = leg.amount - amount
  if (left < 0) return { text: `${formatMinor(-left, currency)} more than suggested`, left: 0 }
  if (left === 0) return { text: 'All of it', left: 0 }
  const { from, to } = leg
  const text =
    from.id === myId
      ? `Then you owe ${to.name}`
      : to.id === myId
        ? `Then ${from.name} owes you`
        : `Then ${from.name} owes ${to.name}`
  return { text, left }
}
