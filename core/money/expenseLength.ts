// How long expenses are in the log and in the read models, and their limit. An expense may name 200 people on each of 100
// items, so a number of expenses says little about what a trip costs: each read and each change of it takes time with
// its length.

import { type Expense, type MoneyEvent, optionalExpenseFields } from '#core/money/events.ts'

/** Characters of the JSON of each part, beside the texts that people enter. */
const OF = { expense: 480, file: 190, payer: 110, sharer: 75, number: 60, item: 35, personOfItem: 39 }

/** About the characters of its JSON. Takes time with its items only: it is counted for every event that is folded. */
export function charactersOf(expense: Expense): number {
  const { description, payers, sharedBy, split } = expense
  let characters = OF.expense + description.length
  for (const field of optionalExpenseFields) characters += expense[field]?.length ?? 0
  if (payers !== 'pool') characters += payers.length * OF.payer
  characters += sharedBy.length * OF.sharer
  for (const { thumb } of expense.receipts ?? []) characters += OF.file + (thumb?.length ?? 0)
  if (split.mode === 'items')
    for (const { text, of } of split.items) characters += OF.item + text.length + of.length * OF.personOfItem
  else if (split.mode !== 'equal') characters += split.of.length * OF.number
  return characters
}

/** The expenses in an event, and what they were before an edit. */
export const charactersIn = ({ data }: MoneyEvent): number => {
  if ('import' in data) return data.import.expenses.reduce((sum, expense) => sum + charactersOf(expense), 0)
  if (!('expense' in data)) return 0
  return charactersOf(data.expense) + ('was' in data ? charactersOf(data.was) : 0)
}
