// What is told of the trip's money, in its currency.

import { formatDate } from '#core/kernel/format.ts'
import { categoryOf } from '#core/money/categories.ts'
import type { Contribution, Expense, MoneyEvent, Payment } from '#core/money/events.ts'
import type { HistoryFields, SentenceContext, ChangeText, ChangeTexts } from '#core/history/changeText.ts'
import { differences, fieldsIn, money, quoted } from '#core/history/changeText.ts'

const sum = ({ amount, currency }: Pick<Expense, 'amount' | 'currency'>) => money(amount, currency)

const expenseFields = (expense: Expense, { name }: SentenceContext): HistoryFields => [
  ['Description', expense.description],
  ['Amount', sum(expense)],
  ['Category', categoryOf(expense.category)?.name ?? expense.category],
  ['Payer', name(expense.payer)],
  ['Sharers', expense.sharedBy.map(name).join(', ')],
  ['Date', formatDate(expense.expenseDate)],
  ['Original amount', expense.original && money(expense.original.amount, expense.original.currency)],
  ['Exchange rate', expense.original && String(expense.original.exchangeRate)],
  ['Receipt', expense.receiptUrl],
]
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

type Doing = 'added' | 'removed' | 'brought back'

function expenseIs(doing: Doing, expense: Expense, teller: SentenceContext): ChangeText {
  const fields = expenseFields(expense, teller)
  return {
    text: `${teller.actor} ${doing} the expense ${quoted(expense.description)} of ${sum(expense)}`,
    changes: doing === 'removed' ? differences(fields, []) : differences([], fields),
    subject: { type: 'expense', id: expense.id },
  }
}

function depositIs(doing: Doing, deposit: Contribution, teller: SentenceContext): ChangeText {
  const by = teller.name(deposit.contributor)
  const fields = depositFields(deposit, teller)
  const text =
    doing === 'added'
      ? by === teller.actor
        ? `${by} put ${sum(deposit)} into the pool`
        : `${teller.actor} recorded that ${by} put ${sum(deposit)} into the pool`
      : `${teller.actor} ${doing} ${by}’s deposit of ${sum(deposit)}`
  return {
    text,
    changes: doing === 'removed' ? differences(fields, []) : differences([], fields),
    subject: { type: 'contribution', id: deposit.id },
  }
}

function paymentIs(doing: Doing, payment: Payment, teller: SentenceContext): ChangeText {
  const [from, to] = [teller.name(payment.from), teller.name(payment.to)]
  const fields = paymentFields(payment, teller)
  const text =
    doing === 'added'
      ? `${teller.actor} recorded that ${from} paid ${to} ${sum(payment)}`
      : `${teller.actor} ${doing} the payment of ${sum(payment)} from ${from} to ${to}`
  return {
    text,
    changes: doing === 'removed' ? differences(fields, []) : differences([], fields),
    subject: { type: 'payment', id: payment.id },
  }
}

export const moneyChangeTexts: ChangeTexts<MoneyEvent> = {
  ExpenseAdded: ({ expense }, teller) => expenseIs('added', expense, teller),
  ExpenseEdited({ expense, was }, teller) {
    const changes = differences(expenseFields(was, teller), expenseFields(expense, teller))
    const what = fieldsIn(changes) ?? 'the details'
    return {
      text: `${teller.actor} changed ${what} of the expense ${quoted(expense.description)}`,
      changes,
      subject: { type: 'expense', id: expense.id },
    }
  },
  ExpenseRemoved: ({ expense }, teller) => expenseIs('removed', expense, teller),
  ExpenseRestored: ({ expense }, teller) => expenseIs('brought back', expense, teller),
  ContributionMade: ({ contribution }, teller) => depositIs('added', contribution, teller),
  ContributionRemoved: ({ contribution }, teller) => depositIs('removed', contribution, teller),
  ContributionRestored: ({ contribution }, teller) => depositIs('brought back', contribution, teller),
  PaymentMade: ({ payment }, teller) => paymentIs('added', payment, teller),
  PaymentUndone: ({ payment }, teller) => paymentIs('removed', payment, teller),
  PaymentRestored: ({ payment }, teller) => paymentIs('brought back', payment, teller),
}
