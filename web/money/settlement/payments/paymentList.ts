// The recorded payments of a trip as the settlement lists them.

import { type CurrencyCode, toMinorOrZero } from '#core/kernel/money.ts'
import { amountsOf } from '#core/money/amounts.ts'
import type { PaymentBody } from '#core/money/bodies.ts'
import { dateOf, type Party, type PaymentRecord, paymentKind } from '#core/money/events.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import { canUndoPayment } from '#core/money/permissions.ts'
import type { NamedParty, PartyRef } from '#core/money/responses.ts'
import { type FindName, nameParty, namesOf } from '#core/money/roster.ts'
import { paymentRecords } from '#projections/replica/moneyRecords.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import {
  originOfAddition,
  type RecordList,
  type ShownRecord,
  isNotAdded,
  isUnderWay,
} from '#web/records/shownRecords.ts'

/** A payment with the names of its people; amounts are minor units. */
export interface RecordedPayment extends Omit<PaymentRecord, 'from' | 'to'> {
  from: NamedParty
  to: NamedParty
  /** Who recorded it. */
  recorder: string
  canUndo: boolean
}

export type ShownPayment = ShownRecord<RecordedPayment>

const namedPayment = (record: PaymentRecord, named: FindName, canUndo: boolean): RecordedPayment => ({
  ...record,
  from: nameParty(named, record.from),
  to: nameParty(named, record.to),
  recorder: named({ type: 'user', id: record.recordedBy }).name,
  canUndo,
})

/** Newest first. */
export const recordedPayments = (
  { payments, trip }: ExistingTrip<'payments'>,
  userId: string,
): RecordedPayment[] =>
  paymentRecords({ payments }).map((record) =>
    namedPayment(record, namesOf(trip), canUndoPayment(record, trip, userId)),
  )

/** Newest first. @param currency of the trip */
export const paymentList = (named: FindName, currency: CurrencyCode): RecordList<RecordedPayment> => ({
  kind: 'payment',
  compare: (a, b) =>
    Number(a.createdAt < b.createdAt) - Number(a.createdAt > b.createdAt) || b.revision - a.revision,
  entered(addition) {
    const { from, to, note = null, ...entered } = addition.body as PaymentBody
    const amount = amountInTrip(entered, currency)
    const parties = { from: toParty(from), to: toParty(to) }
    const payment = { id: addition.id, ...parties, amount, currency, note, ...dateOf(entered) }
    return namedPayment(paymentKind.toRecord(payment, originOfAddition(addition)), named, false)
  },
})

const toParty = ({ type, id }: PartyRef): Party => (type === 'pool' ? { type } : { type, id })

/** In the trip's currency; as it was entered where the rules refuse it. */
function amountInTrip(
  { amount, ...entered }: Pick<PaymentBody, 'amount' | 'currency' | 'exchangeRate'>,
  currency: CurrencyCode,
): number {
  const amounts = amountsOf(amount, entered, currency, moneyLimits.payment.max)
  return 'amount' in amounts ? amounts.amount : toMinorOrZero(amount, currency)
}

/** A rule refuses it, and nobody takes it back. */
export const isUnrecorded = (row: ShownPayment): boolean =>
  isNotAdded(row) && !isUnderWay('remove', row.commands)
