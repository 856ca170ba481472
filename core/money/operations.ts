// The operations of a trip's money.

import * as v from 'valibot'
import { dateInUtc } from '#core/kernel/calendar.ts'
import { accessDenied } from '#core/kernel/refusals.ts'
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
import { currencyOf } from '#core/money/currency.ts'
import type { MoneyState } from '#core/money/state.ts'
import { refuseLonger } from '#core/money/expenseRules.ts'
import { type MoneyEvent, contributionKind, expenseKind, paymentKind } from '#core/money/events.ts'
import { canRemoveContribution, canRemoveImport, canUndoPayment } from '#core/money/permissions.ts'
import { personFinder } from '#core/money/roster.ts'
import { peopleInExpense, refuseIfLeft } from '#core/money/restore.ts'
import { expenseResponses, toContributionResponse, toPaymentResponse } from '#core/money/toResponse.ts'
import { recordOperations } from '#core/records/operations.ts'
import { resolveExpense } from '#core/money/claimedGuests.ts'
import { aliasesOf } from '#core/trips/guestClaims.ts'
import { authorizeOnTrip } from '#core/trips/access.ts'
import { forTripParticipants, type TripContext } from '#core/trips/tripContext.ts'

type ImportOperation<Type extends 'ImportRecords' | 'UndoImport', Body = undefined> = Operation<
  MoneyState,
  Extract<MoneyCommand, { type: Type }>,
  MoneyEvent,
  TripContext,
  Body,
  unknown
>

export const ofMoney = {
  streamType: moneyStreamType,
  refusals: contract.moneyRefusals,
  forRules: ({ by, now }: OperationRequest, { trip }: TripContext) => ({
    ...{ by: by.id, now, today: dateInUtc(now), trip },
  }),
}
const common = { ...ofMoney, restoration: 'RestoreMoney', undoing: 'UndoMoney' }
const ofTrip = { ...ofMoney, ...forTripParticipants }

const expenses = recordOperations({
  kind: expenseKind,
  ...common,
  param: 'expenseId',
  isEntity: true,
  /** As in any edit, a former participant may stay in the expense, but not come into it again. */
  refuseBefore(before, now, { trip }, state) {
    const aliases = aliasesOf(trip)
    const isIn = personFinder(peopleInExpense(resolveExpense(aliases, now)))
    const others = peopleInExpense(resolveExpense(aliases, before)).filter((person) => !isIn(person))
    return refuseIfLeft(others, trip) ?? refuseLonger(state, now, before)
  },
  toBody: (record, { trip }) => ({ expense: expenseResponses(trip)(record) }),
})
const contributions = recordOperations({
  kind: contributionKind,
  ...common,
  param: 'transactionId',
  canRemove: canRemoveContribution,
  toBody: (record, { trip }, { by }) => ({ transaction: toContributionResponse(record, trip, by.id) }),
})
const payments = recordOperations({
  kind: paymentKind,
  ...common,
  param: 'paymentId',
  canRemove: canUndoPayment,
  toBody: (record, { trip }) => ({ payment: toPaymentResponse(record, trip) }),
})

export const AddExpenseOperation = expenses.add<ExpenseEntry>(
  'AddExpense',
  contract.addExpense,
  (_, { trip }, own) => expenseBody(currencyOf(trip, own)),
)
export const AddExpenseEnhancedOperation = expenses.add<ExpenseEntry>(
  'AddExpense',
  contract.addExpenseEnhanced,
  (_, { trip }, own) => expenseBody(currencyOf(trip, own), true),
)
export const EditExpenseOperation = expenses.change<ExpenseChanges>(
  'EditExpense',
  contract.editExpense,
  (_, { trip }, own) => expenseChanges(currencyOf(trip, own)),
)
export const RemoveExpenseOperation = expenses.remove('RemoveExpense', contract.removeExpense)
export const RestoreExpenseOperation = expenses.restore(contract.restoreExpense)
export const ContributeToPoolOperation = contributions.add<ContributionEntry>(
  'ContributeToPool',
  contract.contributeToPool,
  (_, { trip }, own) => contributionBody(currencyOf(trip, own)),
)
export const RemoveContributionOperation = contributions.remove(
  'RemoveContribution',
  contract.removeContribution,
)
export const MakePaymentOperation = payments.add<PaymentEntry>(
  'MakePayment',
  contract.makePayment,
  (_, { trip }, own) => paymentBody(currencyOf(trip, own)),
)
export const UndoPaymentOperation = payments.remove('UndoPayment', contract.undoPayment)

export const moneyRecords = {
  expense: expenses.of,
  contribution: contributions.of,
  payment: payments.of,
}

export const ImportRecordsOperation: ImportOperation<'ImportRecords', ImportEntry> = {
  ...ofTrip,
  type: 'ImportRecords',
  endpoint: contract.importRecords,
  schema: () => importBody,
  prepare: ({ body, by, params, lookups: { refuseFiles } }) =>
    refuseFiles(
      body.records.flatMap((record) => ('receipts' in record && record.receipts) || []),
      by.id,
      { tripId: params['tripId']! },
    ),
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

export const UndoImportOperation: ImportOperation<'UndoImport'> = {
  ...ofTrip,
  type: 'UndoImport',
  endpoint: contract.undoImport,
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
