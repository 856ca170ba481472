// The history's texts for the trip's money, in its currency.

import { formatCount, formatDate } from '#core/kernel/format.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import type { FieldChange } from '#core/history/contract.ts'
import { categoryOf } from '#core/money/categories.ts'
import { payingPeople } from '#core/money/signedAmount.ts'
import type { Contribution, Expense, Import, MoneyEvent, Original, Payment } from '#core/money/events.ts'
import { modesInHistory, splitModes } from '#core/money/split/modes.ts'
import { numbersOf } from '#core/money/split/split.ts'
import {
  type HistoryFields,
  type SentenceContext,
  type ChangeText,
  type ChangeTexts,
  differences,
  fieldsIn,
  quoted,
} from '#core/history/changeText.ts'

const sum = ({ amount, currency }: Pick<Expense, 'amount' | 'currency'>) => formatMinor(amount, currency)

type OriginalField = 'original' | 'exchangeRate'

const originalFields = (original: Original | null): Record<OriginalField, HistoryFields[number]> => ({
  original: ['Original amount', original && formatMinor(original.amount, original.currency)],
  exchangeRate: ['Exchange rate', original && String(original.exchangeRate)],
})

type ExpenseField = Exclude<keyof Expense, 'id' | 'currency'> | OriginalField

/** @param equally the text of an equal split; null where it is not worth a line */
function expenseFields(
  expense: Expense,
  { name }: SentenceContext,
  equally: string | null = null,
): HistoryFields {
  const { original, split } = expense
  const fields: Record<ExpenseField, HistoryFields[number]> = {
    description: ['Description', expense.description],
    kind: ['Kind', expense.kind === 'refund' ? 'Refund' : equally && 'Expense'],
    amount: ['Amount', sum(expense)],
    category: ['Category', categoryOf(expense.category)?.name ?? expense.category],
    payers: ['Payer', payersText(expense, name)],
    sharedBy: ['Sharers', expense.sharedBy.map(name).join(', ')],
    split: ['Split', split.mode === 'equal' ? equally : modesInHistory[split.mode].name],
    expenseDate: ['Date', formatDate(expense.expenseDate)],
    ...originalFields(original),
    receiptUrl: ['Receipt', expense.receiptUrl],
    notes: ['Notes', expense.notes],
  }
  return [...Object.values(fields), ...splitNumbers(expense, name)]
}

type Name = SentenceContext['name']

/** 'ann', or 'ann HK$5.00, ben HK$4.00' where several paid. */
function payersText(expense: Expense, name: Name): string {
  const [first, ...others] = payingPeople(expense)
  if (!first) return name({ type: 'pool' })
  if (others.length === 0) return name(first)
  return [first, ...others]
    .map((payer) => `${name(payer)} ${formatMinor(payer.amount, expense.currency)}`)
    .join(', ')
}

const SHARE = '’s share'

/** What was entered for each person or item. */
function splitNumbers({ split, sharedBy, currency, original }: Expense, name: Name): HistoryFields {
  const inMoney = (minor: number) => formatMinor(minor, original?.currency ?? currency)
  const nameOf = new Map(sharedBy.map((sharer) => [sharer.id, name(sharer)]))
  if (split.mode === 'equal') return []
  if (split.mode === 'items') {
    const items = split.items.map(
      ({ text, amount, of }) => `${text} ${inMoney(amount)} (${of.map((id) => nameOf.get(id)).join(', ')})`,
    )
    return [
      ['Items', items.join('; ')],
      ['Rest', split.rest === 'equal' ? 'Equally' : 'In proportion'],
    ]
  }
  const { hundredths } = splitModes[split.mode]
  const inWords = modesInHistory[split.mode].number
  return numbersOf(split).map(({ id, number }) => [
    `${nameOf.get(id)}${SHARE}`,
    inWords(hundredths ? String(number / 100) : inMoney(number), number),
    `${id}${SHARE}`,
  ])
}

/** The changed fields in a sentence; the numbers of several people are one field. */
function changedFields(changes: readonly FieldChange[]): string {
  const isShare = ({ field }: FieldChange) => field.endsWith(SHARE)
  const [share, ...more] = changes.filter(isShare)
  const others = changes.filter((change) => !isShare(change))
  if (!share) return fieldsIn(others) ?? 'the details'
  if (others.length === 0 && more.length === 0) return isolateBidi(share.field)
  const hasSplitChange = others.some(({ field }) => field === 'Split')
  return fieldsIn(hasSplitChange ? others : [...others, { ...share, field: 'Shares' }])!
}

const contributionFields = (contribution: Contribution, { name }: SentenceContext): HistoryFields => [
  ['Amount', sum(contribution)],
  ['From', name(contribution.contributor)],
  ['Description', contribution.description],
]
const paymentFields = (payment: Payment, { name }: SentenceContext): HistoryFields => [
  ['Amount', sum(payment)],
  ...Object.values(originalFields(payment.original ?? null)),
  ['From', name(payment.from)],
  ['To', name(payment.to)],
  ['Note', payment.note],
]

type Verb = 'added' | 'removed' | 'brought back'

function expenseText(verb: Verb, expense: Expense, context: SentenceContext): ChangeText {
  const fields = expenseFields(expense, context)
  return {
    text: `${context.actor} ${verb} the ${expense.kind} ${quoted(expense.description)} of ${sum(expense)}`,
    changes: verb === 'removed' ? differences(fields, []) : differences([], fields),
    subject: { type: 'expense', id: expense.id },
  }
}

function contributionText(verb: Verb, contribution: Contribution, context: SentenceContext): ChangeText {
  const { contributor } = contribution
  const by = context.name(contributor)
  // By id: a guest may have the actor's name.
  const isOwn = contributor.type === 'user' && contributor.id === context.actorId
  const fields = contributionFields(contribution, context)
  const text =
    verb === 'added'
      ? isOwn
        ? `${by} put ${sum(contribution)} into the pool`
        : `${context.actor} recorded that ${by} put ${sum(contribution)} into the pool`
      : `${context.actor} ${verb} ${by}’s deposit of ${sum(contribution)}`
  return {
    text,
    changes: verb === 'removed' ? differences(fields, []) : differences([], fields),
    subject: { type: 'contribution', id: contribution.id },
  }
}

function paymentText(verb: Verb, payment: Payment, context: SentenceContext): ChangeText {
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

function importText(
  verb: 'imported' | 'removed',
  { expenses, payments, contributions = [], source }: Import,
  actor: string,
): ChangeText {
  const what = [
    ...(expenses.length > 0 ? [formatCount(expenses.length, 'expense')] : []),
    ...(payments.length > 0 ? [formatCount(payments.length, 'payment')] : []),
    ...(contributions.length > 0 ? [formatCount(contributions.length, 'deposit')] : []),
  ]
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' and ')
  const from = verb === 'imported' ? `from ${source}` : `imported from ${source}`
  return { text: `${actor} ${verb} ${what} ${from}`, changes: [], subject: null }
}

export const moneyChangeTexts: ChangeTexts<MoneyEvent> = {
  ExpenseAdded: ({ expense }, context) => expenseText('added', expense, context),
  ExpenseEdited({ expense, was }, context) {
    const changes = differences(
      expenseFields(was, context, 'Equally'),
      expenseFields(expense, context, 'Equally'),
    )
    return {
      text: `${context.actor} changed ${changedFields(changes)} of the ${expense.kind} ${quoted(expense.description)}`,
      changes,
      subject: { type: 'expense', id: expense.id },
    }
  },
  ExpenseRemoved: ({ expense }, context) => expenseText('removed', expense, context),
  ExpenseRestored: ({ expense }, context) => expenseText('brought back', expense, context),
  ContributionMade: ({ contribution }, context) => contributionText('added', contribution, context),
  ContributionRemoved: ({ contribution }, context) => contributionText('removed', contribution, context),
  ContributionRestored: ({ contribution }, context) =>
    contributionText('brought back', contribution, context),
  PaymentMade: ({ payment }, context) => paymentText('added', payment, context),
  PaymentUndone: ({ payment }, context) => paymentText('removed', payment, context),
  PaymentRestored: ({ payment }, context) => paymentText('brought back', payment, context),
  ImportApplied: ({ import: applied }, { actor }) => importText('imported', applied, actor),
  ImportUndone: ({ import: undone }, { actor }) => importText('removed', undone, actor),
}
