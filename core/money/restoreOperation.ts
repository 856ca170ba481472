// The operation that restores an expense, a deposit or a payment, for everyone who may add one.

import type { Endpoint } from '#core/kernel/endpoint.ts'
import type { Operation, OperationRequest } from '#core/store/operation.ts'
import { moneyRefusals } from '#core/money/contract.ts'
import { moneyStreamType } from '#core/money/decider.ts'
import type { MoneyEvent } from '#core/money/events.ts'
import { expenseResponses, toContributionResponse, toPaymentResponse } from '#core/money/toResponse.ts'
import type { RemovedMoney, RestoreMoney } from '#core/money/restore.ts'
import type { MoneyState } from '#core/money/state.ts'
import { forTripParticipants, type TripContext } from '#core/trips/tripContext.ts'

/** @param endpoint names the removal @param removed the record in the removal's event */
export function restoreMoneyOperation(
  endpoint: Endpoint,
  removed: RemovedMoney,
): Operation<MoneyState, RestoreMoney, MoneyEvent, TripContext, undefined, unknown> {
  return {
    ...forTripParticipants,
    type: 'RestoreMoney',
    endpoint,
    streamType: moneyStreamType,
    refusals: moneyRefusals,
    toCommand: (_, { trip }) => ({ removed, trip }),
    toResponse: ({ by }: OperationRequest, { trip }, own) => {
      if ('expense' in removed)
        return { expense: expenseResponses(trip)(own.expenses.get(removed.expense.id)!) }
      if ('payment' in removed)
        return { payment: toPaymentResponse(own.payments.get(removed.payment.id)!, trip) }
      const record = own.contributions.get(removed.contribution.id)!
      return { transaction: toContributionResponse(record, trip, by.id) }
    },
  }
}
