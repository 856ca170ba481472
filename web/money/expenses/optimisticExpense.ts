// The expense a pending command will create, as the server will return it: its id is known on the device, so even the
// remaining cent is assigned correctly.

import { type CurrencyCode, toMajor, toMinor } from '#core/kernel/money.ts'
import { amountsOf } from '#core/money/amounts.ts'
import type { ExpenseResponse, NamedRef } from '#core/money/responses.ts'
import type { ExpenseBody, NamedPerson } from '#core/money/bodies.ts'
import { sharesOf } from '#core/money/shares.ts'
import { SOMEONE_WHO_LEFT } from '#core/trips/trip.ts'

export interface ExpenseContext {
  tripId: string
  currency: CurrencyCode
  /** The signed-in person: records the expense, and pays when nobody is named. */
  me: { id: string; username: string }
}

/** @param at when it was sent, RFC 3339 */
export function optimisticExpense(
  id: string,
  body: ExpenseBody,
  at: string,
  context: ExpenseContext,
): ExpenseResponse {
  const { tripId, currency, me } = context
  const blank: ExpenseResponse = {
    id,
    tripId,
    description: '',
    amount: 0,
    currency,
    category: 'other',
    receiptUrl: null,
    expenseDate: at.slice(0, 10),
    paidBy: { id: me.id, type: 'user', name: me.username },
    paidFromPool: false,
    sharedBy: [],
    originalAmount: null,
    originalCurrency: null,
    exchangeRate: null,
    createdBy: { id: me.id, username: me.username },
    createdAt: at,
    updatedAt: at,
    // Newest of its day until the log has assigned its position.
    revision: Number.MAX_SAFE_INTEGER,
  }
  return withExpenseChanges(blank, body)
}

/** Applies a change; an amount without a currency is in the trip's (docs/decisions/0005). */
export function withExpenseChanges(expense: ExpenseResponse, changes: Partial<ExpenseBody>): ExpenseResponse {
  const { description, amount, category, expenseDate, receiptUrl, paidBy, sharedBy } = changes
  const withName = nameAdder(expense)
  const paidFromPool = changes.paidFromPool ?? (paidBy ? false : expense.paidFromPool)
  const isAmountChanged = amount !== undefined && (changes.currency != null || amount !== expense.amount)
  return withShares({
    ...expense,
    ...(isAmountChanged && amountsIn(amount, changes, expense.currency)),
    description: description ?? expense.description,
    category: category ?? expense.category,
    expenseDate: expenseDate ?? expense.expenseDate,
    receiptUrl: receiptUrl === undefined ? expense.receiptUrl : receiptUrl,
    paidFromPool,
    paidBy: paidFromPool ? null : paidBy ? withName(paidBy) : expense.paidBy,
    sharedBy: sharedBy ? sharedBy.map((person) => ({ ...withName(person), share: 0 })) : expense.sharedBy,
  })
}

/** Converted by the server's rule. */
function amountsIn(
  amount: number,
  { currency: code, exchangeRate = null }: Partial<ExpenseBody>,
  currency: CurrencyCode,
) {
  const converted = amountsOf(amount, { currency: code as CurrencyCode | null, exchangeRate }, currency)
  const original = 'amount' in converted ? converted.original : null
  return {
    amount: 'amount' in converted ? toMajor(converted.amount, currency) : amount,
    originalAmount: original && toMajor(original.amount, original.currency),
    originalCurrency: original && original.currency,
    exchangeRate: original && original.exchangeRate,
  }
}

/** The names in a body are for display; without one, the name in the expense is kept. */
function nameAdder({ paidBy, sharedBy }: ExpenseResponse): (person: string | NamedPerson) => NamedRef {
  const refs = new Map([...sharedBy, ...(paidBy ? [paidBy] : [])].map((ref) => [ref.id, ref]))
  return (person) => {
    const named: NamedPerson = typeof person === 'string' ? { id: person } : person
    const ref = refs.get(named.id)
    return {
      id: named.id,
      type: named.type ?? ref?.type ?? 'user',
      name: named.name ?? ref?.name ?? SOMEONE_WHO_LEFT,
    }
  }
}

function withShares(expense: ExpenseResponse): ExpenseResponse {
  const { id, amount, currency, sharedBy } = expense
  const ids = sharedBy.map((sharer) => sharer.id)
  const shares = sharesOf(id, toMinor(amount, currency) ?? 0, ids)
  return {
    ...expense,
    sharedBy: sharedBy.map((sharer) => ({ ...sharer, share: toMajor(shares.get(sharer.id)!, currency) })),
  }
}
