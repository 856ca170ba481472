// Bringing back an expense, a deposit or a payment, whole: whoever could have added it may.

import type { Call } from '#core/kernel/call.ts'
import type { Operation, Request } from '#core/store/operate.ts'
import { moneyRefusals } from '#core/money/contract.ts'
import { moneyKind } from '#core/money/decider.ts'
import type { MoneyFact } from '#core/money/events.ts'
import { expensePresenter, presentContribution, presentPayment } from '#core/money/present.ts'
import type { RemovedMoney, RestoreMoney } from '#core/money/restore.ts'
import type { MoneyState } from '#core/money/state.ts'
import type { KnownTrip } from '#core/trips/onTrip.ts'
import { onTrip } from '#core/trips/onTrip.ts'

/** @param call names the removal that is taken back; @param removed what it carried */
export function restoreMoneyOperation(
  call: Call,
  removed: RemovedMoney,
): Operation<MoneyState, RestoreMoney, MoneyFact, KnownTrip, undefined, unknown> {
  return {
    ...onTrip,
    type: 'RestoreMoney',
    call,
    kind: moneyKind,
    refusals: moneyRefusals,
    command: (_, { trip }) => ({ removed, trip }),
    answer: ({ by }: Request, { trip }, own) => {
      if ('expense' in removed)
        return { expense: expensePresenter(trip)(own.expenses.get(removed.expense.id)!) }
      if ('payment' in removed)
        return { payment: presentPayment(own.payments.get(removed.payment.id)!, trip) }
      const record = own.contributions.get(removed.contribution.id)!
      return { transaction: presentContribution(record, trip, by.id) }
    },
  }
}
