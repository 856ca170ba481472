// The history's texts for the trip's money, in its currency.

import { formatDate } from '#core/kernel/format.ts'
import { categoryOf } from '#core/money/categories.ts'
import type { Contribution, Expense, MoneyEvent, Payment } from '#core/money/events.ts'
import {
  type HistoryFields,
  type SentenceContext,
  type ChangeText,
  type ChangeTexts,
  differences,
  fieldsIn,
  money,
  quoted,
} from '#core/history/changeText.ts'

const sum = ({ amount, currency }: Pick<Expense, 'amount' | 'currency'>) => money(amount, currency)

type ExpenseField = Exclude<keyof Expense, 'id' | 'currency'> | 'exchangeRate'

function expenseFields(expense: Expense, { name }: SentenceContext): HistoryFields {
  const { original } = expense
  const fields: Record<ExpenseField, HistoryFields[number]> = {
    description: ['Description', expense.description],
    amount: ['Amount', sum(expense)],
    category: ['Category', categoryOf(expense.category)?.name ?? expense.category],
    payer: ['Payer', name(expense.payer)],
    sharedBy: ['Sharers', expense.sharedBy.map(name).join(', ')],
    expenseDate: ['Date', formatDate(expense.expenseDate)],
    original: ['Original amount', original && money(original.amount, original.currency)],
    exchangeRate: ['Exchange rate', original && String(original.exchangeRate)],
    receiptUrl: ['Receipt', expense.receiptUrl],
    notes: ['Notes', expense.notes],
  }
  return Object.values(fields)
}
const depositFields = (deposit: Contribution, { name }: SentenceContext): HistoryFields => [
  ['Amount', sum(deposit)],
  ['From', name(deposit.contributor)],
  ['Description', deposit.description],
]
const paymentFields = (payment: Payment, { name }: SentenceContext): HistoryFields => [
  ['Amount', sum(payment)],
  ['From', name(payment.from)],
  ['To', name(payment.to)],
  ['Note', payment.note],
]

type Verb = 'added' | 'removed' | 'brought back'

function expenseIs(verb: Verb, expense: Expense, context: SentenceContext): ChangeText {
  const fields = expenseFields(expense, context)
  return {
    text: `${context.actor} ${verb} the expense ${quoted(expense.description)} of ${sum(expense)}`,
    changes: verb === 'removed' ? differences(fields, []) : differences([], fields),
    subject: { type: 'expense', id: expense.id },
  }
}

function depositIs(verb: Verb, deposit: Contribution, context: SentenceContext): ChangeText {
  const by = context.name(deposit.contributor)
  const fields = depositFields(deposit, context)
  const text =
    verb === 'added'
      ? by === context.actor
        ? `${by} put ${sum(deposit)} into the pool`
        : `${context.actor} recorded that ${by} put ${sum(deposit)} into the pool`
      : `${context.actor} ${verb} ${by}’s deposit of ${sum(deposit)}`
  return {
    text,
    changes: verb === 'removed' ? differences(fields, []) : differences([], fields),
    subject: { type: 'contribution', id: deposit.id },
  }
}

function paymentIs(verb: Verb, payment: Payment, context: SentenceContext): ChangeText {
  const [from, to] = [context.name(payment.from), context.name(payment.to)]
  const fields = paymentFields(payment, context)
  const text =
    verb === 'added'
      ? `${context.actor} recorded that ${from} paid ${to} ${sum(payment)}`
      : `${context.actor} ${verb} the payment of ${sum(payment)} from ${from} to ${to}`
  return {
    text,
    changes: verb === 'removed' ? differences(fields, []) : differences([], fields),
    subject: { type: 'payment', id: payment.id },
  }
}

export const moneyChangeTexts: ChangeTexts<MoneyEvent> = {
  ExpenseAdded: ({ expense }, context) => expenseIs('added', expense, context),
  ExpenseEdited({ expense, was }, context) {
    const changes = differences(expenseFields(was, context), expenseFields(expense, context))
    const what = fieldsIn(changes) ?? 'the details'
    return {
      text: `${context.actor} changed ${what} of the expense ${quoted(expense.description)}`,
      changes,
      subject: { type: 'expense', id: expense.id },
    }
  },
  ExpenseRemoved: ({ expense }, context) => expenseIs('removed', expense, context),
  ExpenseRestored: ({ expense }, context) => expenseIs('brought back', expense, context),
  ContributionMade: ({ contribution }, context) => depositIs('added', contribution, context),
  ContributionRemoved: ({ contribution }, context) => depositIs('removed', contribution, context),
  ContributionRestored: ({ contribution }, context) => depositIs('brought back', contribution, context),
  PaymentMade: ({ payment }, context) => paymentIs('added', payment, context),
  PaymentUndone: ({ payment }, context) => paymentIs('removed', payment, context),
  PaymentRestored: ({ payment }, context) => paymentIs('brought back', payment, context),
}
