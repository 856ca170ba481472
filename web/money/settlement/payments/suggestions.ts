// The rows of Suggested Payments: those of the plan, and recorded payments the plan no longer has.

import type { PartyRef } from '#core/money/responses.ts'
import type { RecordedPayment } from '#web/money/settlement/payments/paymentList.ts'
import type { NamedLeg, NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import { toMajor } from '#core/kernel/money.ts'
import type { PaymentBody } from '#core/money/bodies.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { ownFirst } from '#web/money/settlement/personalBalance.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import type { RetainedRow } from '#web/ui/lists/retainedRows.ts'

export interface Suggestion extends NamedLeg {
  /** The payment that was recorded from this row. */
  recorded?: { key: string; id: string }
}

export const suggestionKey = ({ from, to }: NamedLeg): string => `${from.id} ${to.id}`

/** @param unrecorded payments that are not recorded; each needs a row, to be seen and discarded */
export function suggestionsOf(
  { payments }: Pick<NamedSettlement, 'payments'>,
  unrecorded: readonly Pick<RecordedPayment, 'from' | 'to' | 'amount'>[],
  myId: string,
): Suggestion[] {
  const others = unrecorded.filter((one) => !payments.some((payment) => isPaymentOf(one, payment)))
  return [
    ...ownFirst(payments, myId),
    ...others.map(({ from, to, amount }) => ({
      ...{ from, to, amount },
      description: `${from.name} pays ${to.name}`,
    })),
  ]
}

export const isOwn = ({ from, to }: NamedLeg, myId: string): boolean => [from.id, to.id].includes(myId)

/**
 * Whether the person is settled up once these rows, which are all of theirs, are paid: each that is not paid has to be in
 * the plan, which settles everyone.
 */
export function settlesOwnBalance(
  own: readonly RetainedRow<Suggestion>[],
  { participants, payments }: Pick<NamedSettlement, 'participants' | 'payments'>,
  myId: string,
): boolean {
  const planned = new Set(payments.map(suggestionKey))
  const open = own.filter(({ isLive }) => isLive)
  const me = participants.find(({ id }) => id === myId)
  return me?.status !== 'settled' && open.length > 0 && open.every(({ key }) => planned.has(key))
}

/** It names the currency: a payment that was suggested before that changed is refused then. */
export const paymentBodyOf = (
  { from, to, amount }: NamedLeg,
  { currency }: Pick<TripResponse, 'currency'>,
): PaymentBody => ({
  from: { id: from.id, type: from.type },
  to: { id: to.id, type: to.type },
  amount: toMajor(amount, currency),
  currency,
})

/** The refusal of a payment that equals one which the person did not know of (docs/decisions/0038). */
export interface Repeated {
  key: string
  text: string
  /** What was to be recorded. */
  body: PaymentBody
}

type BetweenTwo = Record<'from' | 'to', PartyRef>

export const isPaymentOf = (payment: BetweenTwo, { from, to }: BetweenTwo): boolean =>
  payment.from.id === from.id && payment.to.id === to.id

/** A payment that waited for the network and was then refused as a repetition. */
export const repeatedIn = (item: PendingCommand | undefined): Repeated | null =>
  item?.state === 'refused' && item.code === LOOKS_REPEATED
    ? { key: item.key, text: item.error ?? '', body: item.body as PaymentBody }
    : null

export const LOOKS_REPEATED = 'PaymentLooksRepeated'

/** The payment recorded from this row; undefined while it is still suggested. */
export function paidIn(
  { isLive, retained }: RetainedRow<Suggestion>,
  recorded: readonly RecordedPayment[],
): RecordedPayment | undefined {
  return isLive ? undefined : recorded.find(({ id }) => id === retained?.recorded?.id)
}
