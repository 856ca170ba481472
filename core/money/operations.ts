// The operations of a trip's money.

import * as v from 'valibot'
import { dateInUtc } from '#core/kernel/calendar.ts'
import type { RecordedEventOf } from '#core/kernel/decider.ts'
import { accessDenied, notFound } from '#core/kernel/refusals.ts'
import type { Operation, OperationRequest } from '#core/store/operation.ts'
import * as contract from '#core/money/contract.ts'
import {
  type ContributionEntry,
  type ExpenseChanges,
  type ExpenseEntry,
  type PaymentEntry,
  contributionBody,
  expenseBody,
  expenseChanges,
  paymentBody,
} from '#core/money/bodies.ts'
import { type ImportBody, importBody, type ImportEntry } from '#core/money/importBodies.ts'
import { differingRows } from '#core/money/importRules.ts'
import { moneyStreamType, type MoneyCommand } from '#core/money/decider.ts'
import { toExpense } from '#core/money/expenseRules.ts'
import { currencyOf } from '#core/money/currency.ts'
import type { MoneyState } from '#core/money/state.ts'
import type { MoneyEvent } from '#core/money/events.ts'
import { canRemoveContribution, canRemoveImport, canUndoPayment } from '#core/money/permissions.ts'
import { expenseResponses, toContributionResponse, toPaymentResponse } from '#core/money/toResponse.ts'
import { authorizeOnTrip } from '#core/trips/access.ts'
import { forTripParticipants, forParticipantsByEntity, type TripContext } from '#core/trips/tripContext.ts'

type Command<Type extends MoneyCommand['type']> = Extract<MoneyCommand, { type: Type }>
type MoneyOperation<Type extends MoneyCommand['type'], Body = undefined> = Operation<
  MoneyState,
  Command<Type>,
  MoneyEvent,
  TripContext,
  Body,
  unknown
>

const common = { streamType: moneyStreamType, refusals: contract.moneyRefusals }
const ofTrip = { ...common, ...forTripParticipants }
const ofExpense = { ...common, ...forParticipantsByEntity('expenseId') }

type Made = readonly RecordedEventOf<MoneyEvent>[]

/**
 * The id from the event, because an old retry may have made the item under another id than it would get today.
 * @param newId the item has it without an event: it was there before
 */
function idIn([made]: Made, newId: string): string {
  if (!made) return newId
  if (made.type === 'ExpenseAdded') return made.data.expense.id
  if (made.type === 'ContributionMade') return made.data.contribution.id
  if (made.type === 'PaymentMade') return made.data.payment.id
  throw new Error(`${made.type} adds nothing`)
}

const adding = {
  ...ofTrip,
  type: 'AddExpense' as const,
  toCommand: ({ newId, by, now, body }: OperationRequest & { body: ExpenseEntry }, { trip }: TripContext) =>
    ({ id: newId, entry: body, by: by.id, today: dateInUtc(now), trip }) as const,
  toResponse: ({ newId }: OperationRequest, { trip }: TripContext, own: MoneyState, events: Made) => ({
    expense: expenseResponses(trip)(own.expenses.get(idIn(events, newId))!),
  }),
}

export const AddExpenseOperation: MoneyOperation<'AddExpense', ExpenseEntry> = {
  ...adding,
  endpoint: contract.addExpenseEndpoint,
  schema: (_, { trip }, own) => expenseBody(currencyOf(trip, own)),
}

export const AddExpenseEnhancedOperation: MoneyOperation<'AddExpense', ExpenseEntry> = {
  ...adding,
  endpoint: contract.addExpenseEnhancedEndpoint,
  schema: (_, { trip }, own) => expenseBody(currencyOf(trip, own), true),
}

export const EditExpenseOperation: MoneyOperation<'EditExpense', ExpenseChanges> = {
  ...ofExpense,
  type: 'EditExpense',
  endpoint: contract.editExpenseEndpoint,
  schema: (_, { trip }, own) => expenseChanges(currencyOf(trip, own)),
  toCommand: ({ params, by, ifMatch, body }, { trip }) => ({
    id: params['expenseId']!,
    changes: body,
    by: by.id,
    ifMatch,
    trip,
  }),
  toResponse: ({ params }, { trip }, own) => ({
    expense: expenseResponses(trip)(own.expenses.get(params['expenseId']!)!),
  }),
}

export const RemoveExpenseOperation: MoneyOperation<'RemoveExpense'> = {
  ...ofExpense,
  type: 'RemoveExpense',
  endpoint: contract.removeExpense,
  toCommand: ({ params, ifMatch }) => ({ id: params['expenseId']!, ifMatch }),
  toResponse: () => undefined,
}

export const RestoreExpenseOperation: MoneyOperation<'RestoreMoney'> = {
  ...ofExpense,
  type: 'RestoreMoney',
  endpoint: contract.restoreExpense,
  authorize: (request, context, own) =>
    ofExpense.authorize(request, context) ?? (removedOrPresent(request, own) ? null : notFound()),
  toCommand: (request, { trip }, own) => ({
    removed: { expense: toExpense(removedOrPresent(request, own)!) },
    trip,
  }),
  toResponse: EditExpenseOperation.toResponse,
}

function removedOrPresent({ params }: OperationRequest, { expenses, removed }: MoneyState) {
  const id = params['expenseId']!
  return removed.expenses.get(id) ?? expenses.get(id)
}

export const ContributeToPoolOperation: MoneyOperation<'ContributeToPool', ContributionEntry> = {
  ...ofTrip,
  type: 'ContributeToPool',
  endpoint: contract.contributeToPool,
  schema: (_, { trip }, own) => contributionBody(currencyOf(trip, own)),
  toCommand: ({ newId, by, body }, { trip }) => ({
    id: newId,
    entry: body,
    by: by.id,
    trip,
  }),
  toResponse: ({ by, newId }, { trip }, own, events) => ({
    transaction: toContributionResponse(own.contributions.get(idIn(events, newId))!, trip, by.id),
  }),
}

export const RemoveContributionOperation: MoneyOperation<'RemoveContribution'> = {
  ...ofTrip,
  type: 'RemoveContribution',
  endpoint: contract.removeContribution,
  authorize({ by, params }, { state, trip }, own) {
    const record = own.contributions.get(params['transactionId']!)
    const refusal = authorizeOnTrip(state, by.id)
    if (refusal || !record) return refusal
    return canRemoveContribution(record, trip, by.id) ? null : accessDenied()
  },
  toCommand: ({ params }) => ({ id: params['transactionId']! }),
  toResponse: () => undefined,
}

export const MakePaymentOperation: MoneyOperation<'MakePayment', PaymentEntry> = {
  ...ofTrip,
  type: 'MakePayment',
  endpoint: contract.makePayment,
  schema: (_, { trip }, own) => paymentBody(currencyOf(trip, own)),
  toCommand: ({ newId, body, by, now }, { trip }) => ({ id: newId, entry: body, by: by.id, now, trip }),
  toResponse: ({ newId }, { trip }, own, events) => ({
    payment: toPaymentResponse(own.payments.get(idIn(events, newId))!, trip),
  }),
}

export const UndoPaymentOperation: MoneyOperation<'UndoPayment'> = {
  ...ofTrip,
  type: 'UndoPayment',
  endpoint: contract.undoPayment,
  authorize({ by, params }, { state, trip }, own) {
    const record = own.payments.get(params['paymentId']!)
    const refusal = authorizeOnTrip(state, by.id)
    if (refusal || !record) return refusal
    return canUndoPayment(record, trip, by.id) ? null : accessDenied()
  },
  toCommand: ({ params }) => ({ id: params['paymentId']! }),
  toResponse: () => undefined,
}

export const ImportRecordsOperation: MoneyOperation<'ImportRecords', ImportEntry> = {
  ...ofTrip,
  type: 'ImportRecords',
  endpoint: contract.importRecordsEndpoint,
  schema: () => importBody,
  toCommand: ({ by, body }, { trip }) => ({ entry: body, by: by.id, trip }),
  toResponse({ raw, by }, { trip }, own, [event]) {
    const { importId: id, records } = raw as ImportBody
    const applied = event?.type === 'ImportApplied' ? event.data.import : null
    const { expenses = [], payments = [], contributions = [] } = applied ?? {}
    const added = expenses.length + payments.length + contributions.length
    const skipped = records.length - added
    const command = () => ({ entry: v.parse(importBody, raw), by: by.id, trip })
    const differing = skipped === 0 ? [] : differingRows(command(), currencyOf(trip, own), own)
    return { import: { id, added, skipped, differing } }
  },
}

export const UndoImportOperation: MoneyOperation<'UndoImport'> = {
  ...ofTrip,
  type: 'UndoImport',
  endpoint: contract.undoImportEndpoint,
  authorize({ by, params }, { state, trip }, own) {
    const refusal = authorizeOnTrip(state, by.id)
    if (refusal) return refusal
    return canRemoveImport(params['importId']!, own, trip, by.id) ? null : accessDenied()
  },
  toCommand: ({ params }) => ({ id: params['importId']! }),
  toResponse: () => undefined,
}

export const moneyOperations = [
  AddExpenseOperation,
  AddExpenseEnhancedOperation,
  EditExpenseOperation,
  RemoveExpenseOperation,
  RestoreExpenseOperation,
  ContributeToPoolOperation,
  RemoveContributionOperation,
  MakePaymentOperation,
  UndoPaymentOperation,
  ImportRecordsOperation,
  UndoImportOperation,
]
