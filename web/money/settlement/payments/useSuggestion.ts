// The state of a suggested payment, and the commands that record it and undo that.

import { useState } from 'react'
import { newIdOf } from '#core/kernel/ids.ts'
import { makePayment } from '#core/money/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import {
  type RecordedPayment,
  type ShownPayment,
  isUnrecorded,
} from '#web/money/settlement/payments/paymentList.ts'
import { markAsPaid, undoMadePayment } from '#web/money/settlement/payments/paymentCommands.ts'
import {
  type Repeated,
  type Suggestion,
  isPaymentOf,
  paidIn,
  repeatedIn,
} from '#web/money/settlement/payments/suggestions.ts'
import { newKey } from '#web/platform/http/newKey.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { useSubmit } from '#web/platform/forms/useSubmit.ts'
import { hasFailed, isHeldUp } from '#web/records/commandStates.ts'
import { ofChange } from '#web/records/shownRecords.ts'
import type { RetainedRow } from '#web/ui/lists/retainedRows.ts'

export interface SuggestionProps {
  suggestion: RetainedRow<Suggestion>
  recorded: readonly RecordedPayment[]
  /** With their commands, also those that are not recorded. */
  payments: readonly ShownPayment[]
  trip: TripResponse
  /** Keeps the row in place. */
  onRetain: (row: Suggestion) => void
}

export function useSuggestion({ suggestion, recorded, payments, trip, onRetain }: SuggestionProps) {
  const myId = useMyId()
  const { row, isLive } = suggestion
  const { isSubmitting, run } = useSubmit()
  const [repetition, setRepetition] = useState<Repeated | null>(null)
  const [isDismissed, setDismissed] = useState(false)
  const paid = paidIn(suggestion, recorded)
  const idHere = paid?.id ?? suggestion.retained?.recorded?.id
  const commandsHere = payments.find(({ record }) => record.id === idHere)?.commands ?? []
  const unrecorded = payments.find((payment) => isUnrecorded(payment) && isPaymentOf(payment.record, row))
  const [unrecordedCommand] = ofChange('add', unrecorded?.commands ?? [])
  const [undoCommand] = ofChange('remove', commandsHere)
  const command = undoCommand ?? (paid ? ofChange('add', commandsHere)[0] : unrecordedCommand)
  const repeated = isSubmitting ? null : (repetition ?? repeatedIn(unrecordedCommand))
  const held = command && isHeldUp([command]) && !isSubmitting ? command : undefined
  return {
    paid,
    /** Waits for the network, or was refused afterwards. */
    held,
    /** What waits can be taken back, unless a rule refuses it. */
    hasButton: !held || (!hasFailed([held]) && (undoCommand !== undefined || paid !== undefined)),
    repeated,
    isDismissed,
    isBusy: isBeingSent(undoCommand) || (!paid && (isSubmitting || isBeingSent(unrecordedCommand))),
    isUndoing: undoCommand !== undefined,
    /** Undone by somebody else, or not recorded, and no longer suggested. */
    isGone: !isLive && !paid && !command && !isSubmitting && !repeated && !isDismissed,
    /** @param again records it although it looks repeated, under the same key, so that a double press counts once */
    record(again?: Repeated) {
      const key = again?.key ?? newKey()
      onRetain({ ...row, recorded: { key, id: newIdOf(makePayment, { tripId: trip.id }, myId, key) } })
      setDismissed(false)
      run(async () => setRepetition(await markAsPaid(trip, again ?? row, key)))
    },
    dismiss() {
      unrecordedCommand?.discard()
      setRepetition(null)
      setDismissed(true)
    },
    undo(payment: RecordedPayment) {
      onRetain(row)
      void undoMadePayment(trip, payment.id)
    },
  }
}

const isBeingSent = (command: PendingCommand | undefined): boolean => command?.state === 'sending'
