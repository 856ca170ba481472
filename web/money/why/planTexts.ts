// Explains the plan of the settlement in sentences: a suggested payment, and the figures of a person that come from its use
// of the pool.

import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import { sumOfAmounts, type CurrencyCode } from '#core/kernel/money.ts'
import type { NamedLeg, NamedParticipant, NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import { type WhyPayment, whyPayment } from '#web/money/why/whyPayment.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'

export function whyPaymentText(
  { from, to, amount }: NamedLeg,
  settlement: NamedSettlement,
  { currency }: Pick<TripResponse, 'currency'>,
): string[] {
  const money = (amount: number) => formatMinor(Math.abs(amount), currency)
  const [payer, payee] = [isolateBidi(from.name), isolateBidi(to.name)]
  const why = whyPayment(
    { from: from.id, to: to.id, amount },
    {
      ...settlement,
      payments: settlement.payments.map((payment) => ({
        from: payment.from.id,
        to: payment.to.id,
        amount: payment.amount,
      })),
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

function group({ group: { ids, payments } }: WhyPayment, settlement: NamedSettlement): string {
  if (ids.length === 2) return 'Nobody else is needed for it.'
  if (payments === settlement.payments.length) return `Together, these ${payments} payments settle everyone.`
  const people = settlement.participants.filter(({ id }) => ids.includes(id)).length
  return `It is one of ${payments} payments that together settle ${people} people.`
}

/**
 * A sentence for each of pool refund,
 * held in pool and pool shortfall.
 */
export function poolFigureText(
  { netBalance, poolRefund, heldInPool, shortfall, poolSettlement, ...person }: NamedParticipant,
  { poolBalance, poolBalanceHandling: mode, participants }: NamedSettlement,
  currency: CurrencyCode,
): string[] {
  const money = (amount: number) => formatMinor(Math.abs(amount), currency)
  const name = isolateBidi(person.name)
  const texts: string[] = []
  if (poolRefund > 0)
    texts.push(
      mode === 'equal'
        ? // Some parts may be paid, so what the pool holds does not divide equally any more.
          `Pool refund: the pool hands its money out in equal parts, and ${money(poolRefund)} of the ${money(poolBalance)} that it holds goes to ${name}.`
        : `Pool refund: ${name} is owed ${money(netBalance)}, and in the plan ${money(poolRefund)} of it comes from the pool, which holds ${money(poolBalance)}.`,
    )
  if (heldInPool > 0)
    texts.push(
      `Held in pool: ${name} is owed ${money(netBalance)}, and the pool keeps ${money(heldInPool)} of it for later.`,
    )
  if (shortfall > 0) {
    const took = participants.map(({ poolSettlement }) => ({ amount: Math.max(-poolSettlement, 0) }))
    texts.push(
      mode === 'equal'
        ? `Pool shortfall: the pool paid ${money(poolBalance)} more than was put in. Everyone for whom it paid covers the same part of that: ${money(shortfall)} each, to the smallest unit.`
        : `Pool shortfall: the pool paid ${money(poolBalance)} more than was put in. ${name} used ${money(poolSettlement)} more of it than they put in, of ${money(sumOfAmounts(took))} that people used so in all, and covers ${money(shortfall)} of the shortfall.`,
    )
  }
  return texts
}
