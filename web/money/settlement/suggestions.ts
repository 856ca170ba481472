// The rows of Suggested Payments: the plan's, and what was recorded here for payments that it no longer has.

import type {
  NamedParty,
  PartyRef,
  PaymentResponse,
  SettlementResponse,
  SuggestedPayment,
} from '#core/money/responses.ts'
import type { PaymentBody } from '#core/money/bodies.ts'
import { POOL_NAME } from '#core/money/roster.ts'
import { SOMEONE_WHO_LEFT } from '#core/trips/trip.ts'
import { mineFirst } from '#web/money/settlement/standing.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'
import type { StayingRow } from '#web/ui/stayingRows.ts'

export interface Suggestion extends SuggestedPayment {
  /** Of the payment that was recorded for it from this row. */
  recorded?: { key: string; id: string }
}

export const suggestionKey = ({ from, to }: SuggestedPayment): string => `${from.id} ${to.id}`

/** @param unsent payments on their way or refused; one without a row could neither be seen nor let go */
export function suggestionsOf(
  { payments, participants }: SettlementResponse,
  unsent: readonly PendingCommand[],
  me: string,
): Suggestion[] {
  const others = unsent.filter((item) => !payments.some((payment) => isPaymentOf(item, payment)))
  const named = ({ id, type }: PartyRef): NamedParty => ({
    id,
    type,
    name: type === 'pool' ? POOL_NAME : (participants.find((one) => one.id === id)?.name ?? SOMEONE_WHO_LEFT),
  })
  const left = others.map(({ body }) => {
    const { from, to, amount } = body as PaymentBody
    const [payer, payee] = [named(from), named(to)]
    return { from: payer, to: payee, amount, description: `${payer.name} pays ${payee.name}` }
  })
  return [...mineFirst(payments, me), ...left]
}

/** The refusal of a payment that was recorded a moment ago, by whomever (docs/decisions/0038). */
export interface Repeated {
  key: string
  text: string
}

export const isPaymentOf = ({ body }: PendingCommand, { from, to }: SuggestedPayment): boolean => {
  const sent = body as PaymentBody
  return sent.from.id === from.id && sent.to.id === to.id
}

/** One that waited for the network and was then refused as the same payment once more. */
export const repeatedIn = (item: PendingCommand | undefined): Repeated | null =>
  item?.state === 'refused' && item.code === LOOKS_REPEATED ? { key: item.key, text: item.error ?? '' } : null

export const LOOKS_REPEATED = 'PaymentLooksRepeated'

/** What was recorded from this row and stands there as paid; undefined for a payment that is still to be made. */
export function paidIn(
  { isLive, held }: StayingRow<Suggestion>,
  made: readonly PaymentResponse[],
): PaymentResponse | undefined {
  return isLive ? undefined : made.find(({ id }) => id === held?.recorded?.id)
}
