// Explains a suggested payment in a few sentences.

import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import { toMinorOrZero } from '#core/kernel/money.ts'
import type { SettlementResponse, SuggestedPayment } from '#core/money/responses.ts'
import { type WhyPayment, whyPayment } from '#core/money/whyPayment.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'

export function whyPaymentText(
  { from, to, amount }: SuggestedPayment,
  settlement: SettlementResponse,
  { currency }: Pick<TripResponse, 'currency'>,
): string[] {
  const minor = (major: number) => toMinorOrZero(major, currency)
  const money = (amount: number) => formatMinor(Math.abs(amount), currency)
  const [payer, payee] = [isolateBidi(from.name), isolateBidi(to.name)]
  const why = whyPayment(
    { from: from.id, to: to.id, amount: minor(amount) },
    {
      ...settlement,
      participants: settlement.participants.map(({ id, netBalance, heldInPool }) => ({
        id,
        netBalance: minor(netBalance),
        heldInPool: minor(heldInPool),
      })),
      payments: settlement.payments.map((payment) => ({
        from: payment.from.id,
        to: payment.to.id,
        amount: minor(payment.amount),
      })),
      poolBalance: minor(settlement.poolBalance),
    },
  )
  if (why.kind === 'equalPart')
    return [`You chose that the pool hands out the same to everyone, and this is the part of ${payee}.`]
  const standing = why.kind === 'afterEqualParts' ? 'After the pool’s equal parts, ' : ''
  return [
    `${standing}${payer} ${from.type === 'pool' ? 'holds' : 'owes'} ${money(why.fromBalance)} and ${payee} is owed ${money(why.toBalance)}.`,
    ends(why, payer, payee, from.type === 'pool'),
    group(why, settlement),
  ]
}

function ends({ clearsFrom, clearsTo }: WhyPayment, from: string, to: string, isFromPool: boolean): string {
  if (clearsFrom && clearsTo) return 'The two are the same, so one payment settles both.'
  if (clearsFrom) return `That settles ${from}. ${to} gets the rest from others.`
  if (clearsTo)
    return `That settles ${to}. ${isFromPool ? 'The pool’s remainder goes to the others' : `${from} pays the rest to others`}.`
  return 'Both have another payment besides, which settles the rest.'
}

function group({ group: { ids, payments } }: WhyPayment, settlement: SettlementResponse): string {
  if (ids.length === 2) return 'Nobody else is needed for it.'
  if (payments === settlement.payments.length) return `Together, these ${payments} payments settle everyone.`
  const people = settlement.participants.filter(({ id }) => ids.includes(id)).length
  return `It is one of ${payments} payments that together settle ${people} people.`
}
