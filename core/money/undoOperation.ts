// The operation that undoes a change of a trip's money, for everyone who may make the inverse change.

import type { Endpoint } from '#core/kernel/endpoint.ts'
import { accessDenied } from '#core/kernel/refusals.ts'
import { undoBody, type UndoBody } from '#core/kernel/undo.ts'
import type { Operation } from '#core/store/operation.ts'
import { moneyRefusals } from '#core/money/contract.ts'
import { moneyStreamType } from '#core/money/decider.ts'
import type { MoneyEvent } from '#core/money/events.ts'
import { canRemoveContribution, canRemoveImport, canUndoPayment } from '#core/money/permissions.ts'
import type { MoneyState } from '#core/money/state.ts'
import { undoMoney, type UndoMoney } from '#core/money/undo.ts'
import { forTripParticipants, type TripContext } from '#core/trips/tripContext.ts'
import type { Trip } from '#core/trips/trip.ts'

/** @param endpoint names the change @param laterBy who changed the same thing last; null where nobody did */
export function undoMoneyOperation(
  endpoint: Endpoint,
  change: MoneyEvent,
  laterBy: string | null,
): Operation<MoneyState, UndoMoney, MoneyEvent, TripContext, UndoBody, undefined> {
  return {
    ...forTripParticipants,
    type: 'UndoMoney',
    endpoint,
    streamType: { ...moneyStreamType, decide: undoMoney },
    refusals: moneyRefusals,
    schema: () => undoBody,
    authorize(request, context, own) {
      const refusal = forTripParticipants.authorize(request, context)
      if (refusal) return refusal
      return canRemoveAddedIn(change, own, context.trip, request.by.id) ? null : accessDenied()
    },
    toCommand: ({ body: { anyway } }, { trip }) => ({ change, anyway, laterBy, trip }),
    toResponse: () => undefined,
  }
}

/** A deposit or a payment, also of an import, may be removed by some participants only; everything else by all of them. */
function canRemoveAddedIn(change: MoneyEvent, own: MoneyState, trip: Trip, userId: string): boolean {
  if (change.type === 'ContributionMade' || change.type === 'ContributionRestored') {
    const record = own.contributions.get(change.data.contribution.id)
    return !record || canRemoveContribution(record, trip, userId)
  }
  if (change.type === 'PaymentMade' || change.type === 'PaymentRestored') {
    const record = own.payments.get(change.data.payment.id)
    return !record || canUndoPayment(record, trip, userId)
  }
  if (change.type === 'ImportApplied') return canRemoveImport(change.data.import.id, own, trip, userId)
  return true
}
