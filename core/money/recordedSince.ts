// Whether money was recorded for a person since a moment: a claim of a guest can be undone until then, because nobody could
// say any more whom it means.

import {
  type Contribution,
  type Expense,
  type MoneyEvent,
  type Payment,
  contributionKind,
  expenseKind,
  paymentKind,
} from '#core/money/events.ts'
import { peopleOfContribution, peopleOfExpense } from '#core/money/signedAmount.ts'

/**
 * The title of a record that was added since, or has come to name the person since, and is still there; null for none.
 * @param events after that moment, oldest first
 * @param since RFC 3339 UTC: a record that was only restored is older
 */
export function recordedSince(events: readonly MoneyEvent[], personId: string, since: string): string | null {
  const titles = new Map<string, string>()
  for (const { type, data } of events) {
    const isOld = 'createdAt' in data && data.createdAt !== undefined && data.createdAt <= since
    const isRemoval = removals.includes(type)
    for (const content of contentsOf(data)) {
      const isNew = !('was' in data) || !namesPerson(data.was, personId)
      if (isRemoval || !namesPerson(content, personId)) titles.delete(content.id)
      else if ((isNew && !isOld) || titles.has(content.id)) titles.set(content.id, titleOf(content))
    }
  }
  return [...titles.values()].at(-1) ?? null
}

type Content = Expense | Contribution | Payment

const removals: readonly string[] = [
  ...[expenseKind, contributionKind, paymentKind].map(({ events }) => events.removed),
  'ImportUndone' satisfies MoneyEvent['type'],
]

function contentsOf(data: MoneyEvent['data']): readonly Content[] {
  if ('expense' in data) return [data.expense]
  if ('contribution' in data) return [data.contribution]
  if ('payment' in data) return [data.payment]
  const { expenses, payments, contributions = [] } = data.import
  return [...expenses, ...payments, ...contributions]
}

function namesPerson(content: Content, personId: string): boolean {
  const people =
    'payers' in content
      ? peopleOfExpense(content)
      : 'contributor' in content
        ? peopleOfContribution(content)
        : [content.from, content.to]
  return people.some((person) => person.type !== 'pool' && person.id === personId)
}

function titleOf(content: Content): string {
  if ('payers' in content) return expenseKind.titleOf(content)
  return 'contributor' in content ? contributionKind.titleOf(content) : paymentKind.titleOf(content)
}
