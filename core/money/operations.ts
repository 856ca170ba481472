// Every command of a trip's money, whole.

import { dateInUtc } from '#core/kernel/calendar.ts'
import type { RecordedOf } from '#core/kernel/decider.ts'
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

type Made = readonly RecordedOf<MoneyFact>[]

/** Of what was added: a repeat of long ago may have made it under another id than it would get today. */
function idIn([made]: Made): string {
  if (made?.type === 'ExpenseAdded') return made.data.expense.id
  if (made?.type === 'ContributionMade') return made.data.contribution.id
  if (made?.type === 'PaymentMade') return made.data.payment.id
  throw new Error(`${made?.type} adds nothing`)
}

const adding = {
  ...ofTrip,
  type: 'AddExpense' as const,
  command: ({ newId, by, now, body }: Request & { body: ExpenseEntry }, { trip }: KnownTrip) =>
    ({ id: newId, entry: body, by: by.id, today: dateInUtc(now), trip }) as const,
  answer: (_: Request, { trip }: KnownTrip, own: MoneyState, facts: Made) => ({
    expense: expensePresenter(trip)(own.expenses.get(idIn(facts))!),
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
  type: 'EditExpense',
  call: contract.editExpense,
  body: (_, { trip }, own) => expenseChanges(currencyOf(trip, own)),
  command: ({ params, by, ifMatch, body }, { trip }) => ({
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
  type: 'RemoveExpense',
  call: contract.removeExpense,
  command: ({ params, ifMatch }) => ({ id: params['expenseId']!, ifMatch }),
  answer: () => undefined,
}

export const ContributeToPoolOperation: MoneyOperation<'ContributeToPool', ContributionEntry> = {
  ...ofTrip,
  type: 'ContributeToPool',
  call: contract.contributeToPool,
  body: (_, { trip }, own) => contributionBody(currencyOf(trip, own)),
  command: ({ newId, by, body }, { trip }) => ({
    id: newId,
    entry: body,
    by: by.id,
    trip,
  }),
  answer: ({ by }, { trip }, own, facts) => ({
    transaction: presentContribution(own.contributions.get(idIn(facts))!, trip, by.id),
  }),
}

export const RemoveContributionOperation: MoneyOperation<'RemoveContribution'> = {
  ...ofTrip,
  type: 'RemoveContribution',
  call: contract.removeContribution,
  may({ by, params }, { state, trip }, own) {
    const record = own.contributions.get(params['transactionId']!)
    const refusal = mayOnTrip(state, by.id)
    if (refusal || !record) return refusal
    return mayRemoveContribution(record, trip, by.id) ? null : accessDenied()
  },
  command: ({ params }) => ({ id: params['transactionId']! }),
  answer: () => undefined,
}

export const MakePaymentOperation: MoneyOperation<'MakePayment', PaymentEntry> = {
  ...ofTrip,
  type: 'MakePayment',
  call: contract.makePayment,
  body: (_, { trip }, own) => paymentBody(currencyOf(trip, own)),
  command: ({ newId, body, now }, { trip }) => ({ id: newId, entry: body, now, trip }),
  answer: (_, { trip }, own, facts) => ({ payment: presentPayment(own.payments.get(idIn(facts))!, trip) }),
}

export const UndoPaymentOperation: MoneyOperation<'UndoPayment'> = {
  ...ofTrip,
  type: 'UndoPayment',
  call: contract.undoPayment,
  may({ by, params }, { state, trip }, own) {
    const record = own.payments.get(params['paymentId']!)
    const refusal = mayOnTrip(state, by.id)
    if (refusal || !record) return refusal
    return mayUndoPayment(record, trip, by.id) ? null : accessDenied()
  },
  command: ({ params }) => ({ id: params['paymentId']! }),
  answer: () => undefined,
}

export const moneyOperations = [
  AddExpenseOperation,
  AddExpenseEnhancedOperation,
  EditExpenseOperation,
  RemoveExpenseOperation,
  ContributeToPoolOperation,
  RemoveContributionOperation,
  MakePaymentOperation,
  UndoPaymentOperation,
]
