// The recorded payments with the pending commands that are about them.

import type { PaymentResponse } from '#core/money/responses.ts'
import { makePayment, undoPayment } from '#core/money/contract.ts'
import { canUndoPayment } from '#core/money/permissions.ts'
import { toPaymentResponse } from '#core/money/toResponse.ts'
import { paymentRecords } from '#projections/replica/moneyResponses.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'

export interface RecordedPayment extends PaymentResponse {
  canUndo: boolean
}

/** Newest first. */
export const recordedPayments = (
  { payments, trip }: ExistingTrip<'payments'>,
  userId: string,
): RecordedPayment[] =>
  paymentRecords({ payments }).map((record) => ({
    ...toPaymentResponse(record, trip),
    canUndo: canUndoPayment(record, trip, userId),
  }))

export const isUndoOf = (command: PendingCommand, paymentId: string | undefined): boolean =>
  isEndpoint(command, undoPayment) && command.params['paymentId'] === paymentId

/**
 * The payments, and those that are being undone.
 * @param recorded with the pending commands applied, newest first
 * @param confirmed without them
 */
export function withUndonePayments<Payment extends PaymentResponse>(
  recorded: readonly Payment[],
  confirmed: readonly Payment[],
  pending: readonly PendingCommand[],
): Payment[] {
  const confirmedIds = new Set(confirmed.map(({ id }) => id))
  const ids = new Set(recorded.map(({ id }) => id))
  return [
    ...recorded.filter(({ id }) => !confirmedIds.has(id)),
    ...confirmed.filter(({ id }) => ids.has(id) || pending.some((command) => isUndoOf(command, id))),
  ]
}

/** The pending and refused payments that the recorded ones do not include: a rule refuses them. */
export const unrecordedPayments = (
  pending: readonly PendingCommand[],
  recorded: readonly PaymentResponse[],
): PendingCommand[] =>
  pending.filter(
    (command) =>
      isEndpoint(command, makePayment) &&
      !recorded.some(({ id }) => id === command.id) &&
      !pending.some((other) => isUndoOf(other, command.id) && other.state !== 'refused'),
  )
