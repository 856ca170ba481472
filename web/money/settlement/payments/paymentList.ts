// The recorded payments of a trip as the settlement lists them.

import { type CurrencyCode, toMajor } from '#core/kernel/money.ts'
import { amountsOf } from '#core/money/amounts.ts'
import type { PaymentBody } from '#core/money/bodies.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import { canUndoPayment } from '#core/money/permissions.ts'
import type { NamedParty, PartyRef, PaymentResponse } from '#core/money/responses.ts'
import { POOL_NAME } from '#core/money/roster.ts'
import { toPaymentResponse } from '#core/money/toResponse.ts'
import { SOMEONE_WHO_LEFT } from '#core/trips/trip.ts'
import { paymentRecords } from '#projections/replica/moneyResponses.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { type RecordList, type ShownRecord, isNotAdded, isUnderWay } from '#web/records/shownRecords.ts'

export interface RecordedPayment extends PaymentResponse {
  canUndo: boolean
  revision: number
}

export type ShownPayment = ShownRecord<RecordedPayment>

/** Newest first. */
export const recordedPayments = (
  { payments, trip }: ExistingTrip<'payments'>,
  userId: string,
): RecordedPayment[] =>
  paymentRecords({ payments }).map((record) => ({
    ...toPaymentResponse(record, trip),
    canUndo: canUndoPayment(record, trip, userId),
    revision: record.revision,
  }))

/** Newest first. @param people of the settlement @param currency of the trip */
export const paymentList = (
  people: readonly { id: string; name: string }[],
  currency: CurrencyCode,
): RecordList<RecordedPayment> => ({
  kind: 'payment',
  compare: (a, b) =>
    Number(a.createdAt < b.createdAt) - Number(a.createdAt > b.createdAt) || b.revision - a.revision,
  entered({ id, body, at }, me) {
    const { from, to, ...entered } = body as PaymentBody
    const named = ({ id, type }: PartyRef): NamedParty => {
      const name = type === 'pool' ? POOL_NAME : people.find((person) => person.id === id)?.name
      return { id, type, name: name ?? SOMEONE_WHO_LEFT }
    }
    return {
      ...{ id, from: named(from), to: named(to), amount: amountInTrip(entered, currency) },
      ...{ originalAmount: null, originalCurrency: null, exchangeRate: null },
      ...{ note: entered.note ?? null, date: entered.date ?? null, recordedBy: me, createdAt: at },
      ...{ canUndo: false, revision: Number.MAX_SAFE_INTEGER },
    }
  },
})

/** In major units of the trip's currency; as it was entered where the rules refuse it. */
function amountInTrip(
  { amount, currency: entered, exchangeRate }: Pick<PaymentBody, 'amount' | 'currency' | 'exchangeRate'>,
  currency: CurrencyCode,
): number {
  const { max } = moneyLimits.payment
  const amounts = amountsOf(amount, { currency: entered, exchangeRate }, currency, max)
  return 'amount' in amounts ? toMajor(amounts.amount, currency) : amount
}

/** A rule refuses it, and nobody takes it back. */
export const isUnrecorded = (row: ShownPayment): boolean =>
  isNotAdded(row) && !isUnderWay('remove', row.commands)
