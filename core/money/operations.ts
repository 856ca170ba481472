// Every command of a trip's money, whole.

import { dateInUtc } from '#core/kernel/calendar.ts'
import { accessDenied } from '#core/kernel/refusals.ts'
import type { Operation, Request } from '#core/store/operate.ts'
import * as contract from '#core/money/contract.ts'
import type { ContributionEntry, ExpenseChanges, ExpenseEntry, PaymentEntry } from '#core/money/bodies.ts'
import { contributionBody, expenseBody, expenseChanges, paymentBody } from '#core/money/bodies.ts'
import type { MoneyCommand } from '#core/money/decider.ts'
import type { MoneyState } from '#core/money/state.ts'
import { moneyKind } from '#core/money/decider.ts'
import { currencyOf } from '#core/money/state.ts'
import type { MoneyFact } from '#core/money/events.ts'
import {
  expensePresenter,
  mayRemoveContribution,
  mayUndoPayment,
  presentContribution,
  presentPayment,
} from '#core/money/present.ts'
import { mayOnTrip } from '#core/trips/access.ts'
import type { KnownTrip } from '#core/trips/onTrip.ts'
import { onTrip, onTripOf } from '#core/trips/onTrip.ts'

type Command<Type extends MoneyCommand['type']> = Extract<MoneyCommand, { type: Type }>
type MoneyOperation<Type extends MoneyCommand['type'], Body = undefined> = Operation<
  MoneyState,
  Command<Type>,
  MoneyFact,
  KnownTrip,
  Body,
  unknown
>

const common = { kind: moneyKind, refusals: contract.moneyRefusals }
const ofTrip = { ...common, ...onTrip }
const ofExpense = { ...common, ...onTripOf('expenseId') }

const adding = {
  ...ofTrip,
  command: ({ newId, by, now, body }: Request & { body: ExpenseEntry }, { trip }: KnownTrip) =>
    ({ type: 'AddExpense', id: newId, entry: body, by: by.id, today: dateInUtc(now), trip }) as const,
  answer: ({ newId }: Request, { trip }: KnownTrip, own: MoneyState) => ({
    expense: expensePresenter(trip)(own.expenses.get(newId)!),
  }),
}

export const AddExpenseOperation: MoneyOperation<'AddExpense', ExpenseEntry> = {
  ...adding,
  call: contract.addExpense,
  body: (_, { trip }, own) => expenseBody(currencyOf(trip, own)),
}

export const AddExpenseEnhancedOperation: MoneyOperation<'AddExpense', ExpenseEntry> = {
  ...adding,
  call: contract.addExpenseEnhanced,
  body: (_, { trip }, own) => expenseBody(currencyOf(trip, own), true),
}

export const EditExpenseOperation: MoneyOperation<'EditExpense', ExpenseChanges> = {
  ...ofExpense,
  call: contract.editExpense,
  body: (_, { trip }, own) => expenseChanges(currencyOf(trip, own)),
  command: ({ params, by, ifMatch, body }, { trip }) => ({
    type: 'EditExpense',
    id: params['expenseId']!,
    changes: body,
    by: by.id,
    ifMatch,
    trip,
  }),
  answer: ({ params }, { trip }, own) => ({
    expense: expensePresenter(trip)(own.expenses.get(params['expenseId']!)!),
  }),
}

export const RemoveExpenseOperation: MoneyOperation<'RemoveExpense'> = {
  ...ofExpense,
  call: contract.removeExpense,
  command: ({ params, ifMatch }) => ({ type: 'RemoveExpense', id: params['expenseId']!, ifMatch }),
  answer: () => undefined,
}

export const ContributeOperation: MoneyOperation<'Contribute', ContributionEntry> = {
  ...ofTrip,
  call: contract.contribute,
  body: (_, { trip }, own) => contributionBody(currencyOf(trip, own)),
  command: ({ newId, by, body }, { trip }) => ({
    type: 'Contribute',
    id: newId,
    entry: body,
    by: by.id,
    trip,
  }),
  answer: ({ newId, by }, { trip }, own) => ({
    transaction: presentContribution(own.contributions.get(newId)!, trip, by.id),
  }),
}

export const RemoveContributionOperation: MoneyOperation<'RemoveContribution'> = {
  ...ofTrip,
  call: contract.removeContribution,
  may({ by, params }, { state, trip }, own) {
    const record = own.contributions.get(params['transactionId']!)
    const refusal = mayOnTrip(state, by.id)
    if (refusal || !record) return refusal
    return mayRemoveContribution(record, trip, by.id) ? null : accessDenied()
  },
  command: ({ params }) => ({ type: 'RemoveContribution', id: params['transactionId']! }),
  answer: () => undefined,
}

export const MakePaymentOperation: MoneyOperation<'MakePayment', PaymentEntry> = {
  ...ofTrip,
  call: contract.makePayment,
  body: (_, { trip }, own) => paymentBody(currencyOf(trip, own)),
  command: ({ newId, body }, { trip }) => ({ type: 'MakePayment', id: newId, entry: body, trip }),
  answer: ({ newId }, { trip }, own) => ({ payment: presentPayment(own.payments.get(newId)!, trip) }),
}

export const UndoPaymentOperation: MoneyOperation<'UndoPayment'> = {
  ...ofTrip,
  call: contract.undoPayment,
  may({ by, params }, { state, trip }, own) {
    const record = own.payments.get(params['paymentId']!)
    const refusal = mayOnTrip(state, by.id)
    if (refusal || !record) return refusal
    return mayUndoPayment(record, trip, by.id) ? null : accessDenied()
  },
  command: ({ params }) => ({ type: 'UndoPayment', id: params['paymentId']! }),
  answer: () => undefined,
}

export const moneyOperations = [
  AddExpenseOperation,
  AddExpenseEnhancedOperation,
  EditExpenseOperation,
  RemoveExpenseOperation,
  ContributeOperation,
  RemoveContributionOperation,
  MakePaymentOperation,
  UndoPaymentOperation,
]
