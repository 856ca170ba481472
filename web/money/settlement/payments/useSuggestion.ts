// The state of a suggested payment, and the commands that record it and undo that.

import { useState } from 'react'
import { newIdOf } from '#core/kernel/ids.ts'
import { makePayment } from '#core/money/contract.ts'
import type { PaymentResponse } from '#core/money/responses.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { isUndoOf, unrecordedPayments } from '#web/money/settlement/payments/pendingPayments.ts'
import { markAsPaid, undoMadePayment } from '#web/money/settlement/payments/paymentCommands.ts'
import {
  type Repeated,
  type Suggestion,
  isPaymentOf,
  paidIn,
  repeatedIn,
} from '#web/money/settlement/payments/suggestions.ts'
import { newKey } from '#web/platform/http/newKey.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { usePendingCommands } from '#web/platform/outbox/usePendingCommands.ts'
import { useSubmit } from '#web/platform/forms/useSubmit.ts'
import type { RetainedRow } from '#web/ui/lists/retainedRows.ts'

export interface SuggestionProps {
  suggestion: RetainedRow<Suggestion>
  recorded: readonly PaymentResponse[]
  trip: TripResponse
  /** Keeps the row in place. */
  onRetain: (row: Suggestion) => void
}

export function useSuggestion({ suggestion, recorded, trip, onRetain }: SuggestionProps) {
  const myId = useMyId()
  const { row, isLive } = suggestion
  const { isSubmitting, run } = useSubmit()
  const [refused, setRefused] = useState<Repeated | null>(null)
  const [isDismissed, setDismissed] = useState(false)
  const pending = usePendingCommands(trip.id)
  const paid = paidIn(suggestion, recorded)
  const unrecorded = unrecordedPayments(pending, recorded).find((item) => isPaymentOf(item, row))
  const pendingPayment = paid ? pending.find(({ id }) => id === paid.id) : unrecorded
  const pendingUndo = pending.find((item) => isUndoOf(item, paid?.id ?? suggestion.retained?.recorded?.id))
  const pendingCommand = pendingUndo ?? pendingPayment
  const repeated = isSubmitting ? null : (refused ?? repeatedIn(unrecorded))
  const isUndoing = pendingUndo !== undefined
  /** Waiting for the network, or refused afterwards. */
  const noted = pendingCommand?.state === 'sending' || isSubmitting ? undefined : pendingCommand
  return {
    paid,
    pending: noted,
    /** What waits can be taken back, unless a rule refuses it. */
    hasButton: !noted || (noted.state === 'waiting' && (isUndoing || paid !== undefined)),
    repeated,
    isDismissed,
    isBusy: pendingUndo?.state === 'sending' || (!paid && (isSubmitting || unrecorded?.state === 'sending')),
    isUndoing,
    /** Undone by somebody else, or not recorded, and no longer suggested. */
    isGone: !isLive && !paid && !pendingCommand && !isSubmitting && !repeated && !isDismissed,
    /** @param again records it although it looks repeated, under the same key, so that a double press counts once */
    record(again?: Repeated) {
      const key = again?.key ?? newKey()
      onRetain({ ...row, recorded: { key, id: newIdOf(makePayment, { tripId: trip.id }, myId, key) } })
      setDismissed(false)
      run(async () => setRefused(await markAsPaid(trip, again ?? row, key)))
    },
    dismiss() {
      unrecorded?.discard()
      setRefused(null)
      setDismissed(true)
    },
    undo(payment: PaymentResponse) {
      onRetain(row)
      void undoMadePayment(trip, payment.id)
    },
  }
}
