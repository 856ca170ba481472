// The state of a suggested payment, and the commands that record it and undo that.

import { useState } from 'react'
import { newIdOf } from '#core/kernel/ids.ts'
import { makePayment, undoPayment } from '#core/money/contract.ts'
import type { PaymentResponse } from '#core/money/responses.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { markAsPaid, undoMadePayment } from '#web/money/settlement/paymentCommands.ts'
import {
  type Repeated,
  type Suggestion,
  isPaymentOf,
  paidIn,
  repeatedIn,
} from '#web/money/settlement/suggestions.ts'
import { newKey } from '#web/platform/newKey.ts'
import { usePendingCommands } from '#web/platform/usePendingCommands.ts'
import { useSubmit } from '#web/platform/useSubmit.ts'
import type { RetainedRow } from '#web/ui/retainedRows.ts'

export interface SuggestionProps {
  suggestion: RetainedRow<Suggestion>
  recorded: readonly PaymentResponse[]
  trip: TripResponse
  myId: string
  /** Keeps the row in place. */
  onRetain: (row: Suggestion) => void
}

export function useSuggestion({ suggestion, recorded, trip, myId, onRetain }: SuggestionProps) {
  const { row, isLive } = suggestion
  const { isSubmitting, run } = useSubmit()
  const [refused, setRefused] = useState<Repeated | null>(null)
  const [isDismissed, setDismissed] = useState(false)
  const pendingPayment = usePendingCommands(trip.id, makePayment).find((item) => isPaymentOf(item, row))
  const pendingUndos = usePendingCommands(trip.id, undoPayment)
  const paid = paidIn(suggestion, recorded)
  // The payments may be fetched before the settlement: then the payment is gone, and not suggested again yet.
  const paymentId = paid?.id ?? suggestion.retained?.recorded?.id
  const pendingUndo = pendingUndos.find(({ params }) => params['paymentId'] === paymentId)
  const pendingCommand = pendingUndo ?? (paid ? undefined : pendingPayment)
  const isBusy = pendingCommand !== undefined || isSubmitting
  const repeated = isSubmitting ? null : (refused ?? repeatedIn(pendingPayment))
  return {
    paid,
    /** Waiting for the network, or refused afterwards. */
    pending: pendingCommand?.state === 'sending' || isSubmitting ? undefined : pendingCommand,
    repeated,
    isDismissed,
    isBusy,
    isUndoing: pendingUndo !== undefined,
    /** Undone by somebody else, or not recorded, and no longer suggested. */
    isGone: !isLive && !paid && !isBusy && !repeated && !isDismissed,
    /** @param again records it although it looks repeated, under the same key, so that a double press counts once */
    record(again?: Repeated) {
      const key = again?.key ?? newKey()
      onRetain({ ...row, recorded: { key, id: newIdOf(makePayment, { tripId: trip.id }, myId, key) } })
      setDismissed(false)
      run(async () => setRefused(await markAsPaid(trip, row, { key, confirm: again !== undefined })))
    },
    dismiss() {
      pendingPayment?.discard()
      setRefused(null)
      setDismissed(true)
    },
    undo(payment: PaymentResponse) {
      onRetain(row)
      void undoMadePayment(trip, payment.id)
    },
  }
}
