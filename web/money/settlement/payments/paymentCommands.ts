// The commands of a payment: record that it happened, and undo that. Neither moves money itself.

import type { PaymentBody } from '#core/money/bodies.ts'
import type { NamedLeg } from '#core/money/settlement/namedSettlement.ts'
import { makePayment, undoPayment } from '#core/money/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { LOOKS_REPEATED, paymentBodyOf, type Repeated } from '#web/money/settlement/payments/suggestions.ts'
import { deviceToday } from '#web/platform/time/format.ts'
import { replicaOf } from '#web/platform/replica/tripReplica.ts'
import { failureText } from '#web/platform/outbox/failureText.ts'
import { Refused } from '#web/platform/http/http.ts'
import { dispatch } from '#web/platform/dispatch.ts'
import { unansweredCommands } from '#web/platform/outbox/useOutbox.ts'
import { dispatchFromForm, toastOutcome } from '#web/records/toastOutcome.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'

const texts = {
  mark: { done: null, failed: 'Failed to mark the payment as paid' },
  undo: { done: null, failed: 'Failed to undo the payment' },
}

/** The command of a payment, with the day here and what this device has seen of the trip's money. */
export const paymentCommand = ({ id: tripId }: Pick<TripResponse, 'id'>, body: PaymentBody) => ({
  endpoint: makePayment,
  params: { tripId },
  body: {
    ...body,
    date: body.date ?? deviceToday(),
    seen: body.seen ?? replicaOf(tripId)?.revisions[`money-${tripId}`] ?? null,
  },
  lane: tripId,
})

/**
 * @param payment one of the plan, or the refused one that is recorded nevertheless
 * @returns the payment it repeats, if the rules on this device refuse it for that
 */
export async function markAsPaid(
  trip: TripResponse,
  payment: NamedLeg | Repeated,
  key: string,
): Promise<Repeated | null> {
  const body = 'body' in payment ? { ...payment.body, confirm: true } : paymentBodyOf(payment, trip)
  const command = paymentCommand(trip, body)
  try {
    await dispatchFromForm({ ...command, key }, texts.mark)
  } catch (error) {
    if (error instanceof Refused && error.code === LOOKS_REPEATED)
      return { key, text: error.message, body: command.body }
    toast.error(failureText(texts.mark.failed, error))
  }
  return null
}

export async function undoMadePayment(trip: TripResponse, paymentId: string): Promise<void> {
  if (unansweredCommands(trip.id, undoPayment).some(({ params }) => params['paymentId'] === paymentId)) return
  const command = { endpoint: undoPayment, params: { tripId: trip.id, paymentId }, lane: trip.id }
  await toastOutcome(dispatch(command).outcome, texts.undo)
}
