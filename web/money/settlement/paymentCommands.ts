// The commands of a payment: record that it happened, and undo that. Neither moves money itself.

import type { SuggestedPayment } from '#core/money/responses.ts'
import { makePayment, undoPayment } from '#core/money/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { LOOKS_REPEATED, paymentBodyOf, type Repeated } from '#web/money/settlement/suggestions.ts'
import { failureText } from '#web/platform/failureText.ts'
import { Refused } from '#web/platform/http.ts'
import { submit, submitWithoutForm } from '#web/platform/submit.ts'
import { unansweredCommands } from '#web/platform/usePendingCommands.ts'
import { toastOutcome } from '#web/ui/toastOutcome.ts'
import { toast } from '#web/ui/toasts.tsx'

const texts = {
  mark: { done: 'Marked as paid', failed: 'Failed to mark the payment as paid' },
  undo: { done: 'Payment undone', failed: 'Failed to undo the payment' },
}

/**
 * @param confirm records it although the same payment was just recorded
 * @returns the payment it repeats, if the rules on this device refuse it for that
 */
export async function markAsPaid(
  trip: TripResponse,
  payment: SuggestedPayment,
  { key, confirm = false }: { key: string; confirm?: boolean },
): Promise<Repeated | null> {
  try {
    const body = { ...paymentBodyOf(payment, trip), ...(confirm && { confirm }) }
    const command = { endpoint: makePayment, params: { tripId: trip.id }, body, lane: trip.id, key }
    await toastOutcome(submit(command, texts.mark))
  } catch (error) {
    if (error instanceof Refused && error.code === LOOKS_REPEATED) return { key, text: error.message }
    toast.error(failureText(texts.mark.failed, error))
  }
  return null
}

export async function undoMadePayment(trip: TripResponse, paymentId: string): Promise<void> {
  if (unansweredCommands(trip.id, undoPayment).some(({ params }) => params['paymentId'] === paymentId)) return
  const command = { endpoint: undoPayment, params: { tripId: trip.id, paymentId }, lane: trip.id }
  await toastOutcome(submitWithoutForm(command, texts.undo))
}
