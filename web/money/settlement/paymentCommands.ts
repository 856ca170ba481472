// People record that a payment happened, and take that back; neither moves any money by itself.

import type { PaymentAnswer, SuggestedPayment } from '#core/money/answers.ts'
import { makePayment, undoPayment } from '#core/money/contract.ts'
import type { PaymentBody } from '#core/money/bodies.ts'
import type { TripAnswer } from '#core/trips/answers.ts'
import { moneyPlaces } from '#web/money/moneyPlaces.ts'
import { failureText } from '#web/platform/failureText.ts'
import { send } from '#web/platform/send.ts'
import { pendingNow } from '#web/platform/usePending.ts'
import { toast } from '#web/ui/toasts.tsx'

/** A second tap while the first is on its way does nothing. */
export async function markAsPaid(trip: TripAnswer, { from, to, amount }: SuggestedPayment): Promise<void> {
  const isUnderWay = pendingNow(trip.id, makePayment).some(({ body }) => {
    const sent = body as PaymentBody
    return sent.from.id === from.id && sent.to.id === to.id
  })
  if (isUnderWay) return
  try {
    const sent = await send({
      call: makePayment,
      params: { tripId: trip.id },
      body: { from: { id: from.id, type: from.type }, to: { id: to.id, type: to.type }, amount },
      lane: trip.id,
      touches: moneyPlaces(trip.id),
    })
    toast.outcome(sent, 'Marked as paid')
  } catch (error) {
    toast.error(failureText('Failed to mark the payment as paid', error))
  }
}

export async function undoMadePayment(trip: TripAnswer, { id }: PaymentAnswer): Promise<void> {
  if (pendingNow(trip.id, undoPayment).some(({ params }) => params['paymentId'] === id)) return
  try {
    const sent = await send({
      call: undoPayment,
      params: { tripId: trip.id, paymentId: id },
      lane: trip.id,
      touches: moneyPlaces(trip.id),
    })
    toast.outcome(sent, 'Payment undone')
  } catch (error) {
    toast.error(failureText('Failed to undo the payment', error))
  }
}

/** The organizer, whoever recorded it, and both its ends (decisions §6). */
export function mayUndo({ from, to, recordedBy }: PaymentAnswer, trip: TripAnswer, me: string): boolean {
  return trip.userRole === 'organizer' || [from.id, to.id, recordedBy.id].includes(me)
}
