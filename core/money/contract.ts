// Money on the wire: the calls, with numbers in the trip's currency (major units), and how they are refused.

import { call } from '#core/kernel/call.ts'
import type { RefusalTable } from '#core/kernel/refusals.ts'
import type {
  ExpenseAnswer,
  ExpenseSummary,
  PoolTransaction,
  Pool,
  Balance,
  Settlement,
  PaymentAnswer,
} from '#core/money/answers.ts'
import type { ContributionBody, ExpenseBody, PaymentBody } from '#core/money/bodies.ts'
import type { Category } from '#core/money/categories.ts'

export const listExpenses = call<{ expenses: ExpenseAnswer[] }>('GET', '/trips/:tripId/expenses')
export const addExpense = call<{ expense: ExpenseAnswer }, ExpenseBody>(
  'POST',
  '/trips/:tripId/expenses',
  201,
  'money-:tripId',
)
export const addExpenseEnhanced = call<{ expense: ExpenseAnswer }, ExpenseBody>(
  'POST',
  '/trips/:tripId/expenses-enhanced',
  201,
  'money-:tripId',
)
/** Plain ids of sharers go out by the one, sharers with a type by the other (spec §7). */
export const addExpenseCall = ({ sharedBy }: ExpenseBody): typeof addExpense =>
  sharedBy.every((sharer) => typeof sharer === 'object' && sharer.type) ? addExpenseEnhanced : addExpense
export const editExpense = call<{ expense: ExpenseAnswer }, Partial<ExpenseBody>>(
  'PUT',
  '/expenses/:expenseId',
)
export const removeExpense = call<undefined>('DELETE', '/expenses/:expenseId', 204)
export const listCategories = call<{ categories: readonly Category[] }>('GET', '/expense-categories')
export const getExpenseSummary = call<{ summary: ExpenseSummary }>('GET', '/trips/:tripId/expense-summary')
export const getBalances = call<{ balances: Balance[] }>('GET', '/trips/:tripId/balances')
export const getPool = call<Pool>('GET', '/trips/:tripId/pool')
export const contributeToPool = call<{ transaction: PoolTransaction }, ContributionBody>(
  'POST',
  '/trips/:tripId/pool/contribute',
  201,
  'money-:tripId',
)
export const removeContribution = call<undefined>(
  'DELETE',
  '/trips/:tripId/pool/transactions/:transactionId',
  204,
)
export const getSettlement = call<{ settlement: Settlement }>('GET', '/trips/:tripId/settlement')
export const listPayments = call<{ payments: PaymentAnswer[] }>('GET', '/trips/:tripId/payments')
export const makePayment = call<{ payment: PaymentAnswer }, PaymentBody>(
  'POST',
  '/trips/:tripId/payments',
  201,
  'money-:tripId',
)
export const undoPayment = call<undefined>('DELETE', '/trips/:tripId/payments/:paymentId', 204)

const notOnTheTrip = { status: 400, code: 'VALIDATION_ERROR' } as const

export const moneyRefusals = {
  SharerIsNotOnTheTrip: {
    ...notOnTheTrip,
    text: 'Somebody who shares this expense is not on the trip',
    field: 'sharedBy',
  },
  PayerIsNotOnTheTrip: { ...notOnTheTrip, text: 'Whoever paid is not on the trip', field: 'paidBy' },
  ContributorIsNotOnTheTrip: {
    ...notOnTheTrip,
    text: 'Whoever deposits is not on the trip',
    field: 'participant',
  },
  PartyIsNotOnTheTrip: { ...notOnTheTrip, text: 'A payment is between people of the trip, or with the pool' },
  PaymentLooksRepeated: {
    status: 409,
    text: 'This payment was recorded a moment ago. Record it again only if the money was paid twice.',
  },
  ExpenseStaysInThePool: {
    status: 409,
    text: 'An expense leaves the pool only when the expense itself is removed',
  },
} as const satisfies RefusalTable
