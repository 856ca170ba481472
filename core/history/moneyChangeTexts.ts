// The history's texts for the trip's money, in its currency.

import { formatCount, formatDate } from '#core/kernel/format.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import type { FieldChange } from '#core/history/contract.ts'
import { categoryOf } from '#core/money/categories.ts'
import { payingPeople } from '#core/money/signedAmount.ts'
import {
  type Contribution,
  type Expense,
  type Import,
  type MoneyEvent,
  type Original,
  type Payment,
  contributionKind,
  expenseKind,
  paymentKind,
} from '#core/money/events.ts'
import { modesInHistory, splitModes } from '#core/money/split/modes.ts'
import { numbersOf } from '#core/money/split/split.ts'
import {
  type HistoryFields,
  type SentenceContext,
  type ChangeText,
  type ChangeTexts,
  fieldsIn,
  fileFields,
  filesChanged,
  quoted,
  recordChangeTexts,
} from '#core/history/changeText.ts'

const sum = ({ amount, currency }: Pick<Expense, 'amount' | 'currency'>) => formatMinor(amount, currency)

type OriginalField = 'original' | 'exchangeRate'

const originalFields = (original: Original | null): Record<OriginalField, HistoryFields[number]> => ({
  original: ['Original amount', original && formatMinor(original.amount, original.currency)],
  exchangeRate: ['Exchange rate', original && String(original.exchangeRate)],
})

type ExpenseField = Exclude<keyof Expense, 'id' | 'currency' | 'receipts'> | OriginalField

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
  return [...Object.values(fields), ...splitNumbers(expense, name), ...fileFields(expense.receipts)]
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
  ['Kept by', contribution.keptBy ? name(contribution.keptBy) : null],
]
const paymentFields = (payment: Payment, { name }: SentenceContext): HistoryFields => [
  ['Amount', sum(payment)],
  ...Object.values(originalFields(payment.original ?? null)),
  ['From', name(payment.from)],
  ['To', name(payment.to)],
  ['Note', payment.note],
]

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
  ...recordChangeTexts(expenseKind, {
    fields: (expense, context) => expenseFields(expense, context),
    text: (verb, expense, { actor }) =>
      `${actor} ${verb} the ${expense.kind} ${quoted(expense.description)} of ${sum(expense)}`,
    comparedFields: (expense, context) => expenseFields(expense, context, 'Equally'),
    changedText: (changes, { kind, description }, { actor }) =>
      `${actor} ${filesChanged(changes) ?? `changed ${changedFields(changes)} of`} the ${kind} ${quoted(description)}`,
  }),
  ...recordChangeTexts(contributionKind, {
    fields: contributionFields,
    text(verb, contribution, { actor, actorId, name }) {
      const { contributor } = contribution
      const by = name(contributor)
      if (verb !== 'added') return `${actor} ${verb} ${by}’s deposit of ${sum(contribution)}`
      const text = `${by} put ${sum(contribution)} into the pool`
      // By id: a guest may have the actor's name.
      const isOwn = contributor.type === 'user' && contributor.id === actorId
      return isOwn ? text : `${actor} recorded that ${text}`
    },
  }),
  ...recordChangeTexts(paymentKind, {
    fields: paymentFields,
    text(verb, payment, { actor, name }) {
      const [from, to] = [name(payment.from), name(payment.to)]
      return verb === 'added'
        ? `${actor} recorded that ${from} paid ${to} ${sum(payment)}`
        : `${actor} ${verb} the payment of ${sum(payment)} from ${from} to ${to}`
    },
  }),
  ImportApplied: ({ import: applied }, { actor }) => importText('imported', applied, actor),
  ImportUndone: ({ import: undone }, { actor }) => importText('removed', undone, actor),
}
