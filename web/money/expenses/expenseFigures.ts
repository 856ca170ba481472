// The sums of the shown expenses, by the server's functions: without pending changes both agree to the cent.

import { type CurrencyCode, toMinor } from '#core/kernel/money.ts'
import type { ExpenseResponse, ExpenseSummary } from '#core/money/responses.ts'
import type { Expense } from '#core/money/events.ts'
import { type Ledger, applyEvent, emptyLedger } from '#core/money/ledger.ts'
import { toExpenseSummary } from '#core/money/toResponse.ts'
import type { ExpenseRecord } from '#core/money/records.ts'
import type { ShownExpense } from '#web/money/expenses/pendingExpenses.ts'

/** Totals, breakdown and top categories of the expenses that count. @param myId id of the signed-in person */
export function summaryOf(
  rows: readonly ShownExpense[],
  currency: CurrencyCode,
  myId: string,
): ExpenseSummary {
  const counted = rows.filter(({ counts }) => counts).map(({ expense }) => recordOf(expense))
  return toExpenseSummary(counted, currency, myId)
}

/** The ledger of the pending changes of expenses, so that the balances agree with the list. */
export function ledgerOfChanges(
  confirmed: readonly ExpenseResponse[],
  rows: readonly ShownExpense[],
): Ledger {
  const confirmedById = new Map(confirmed.map((expense) => [expense.id, expense]))
  let ledger = emptyLedger
  for (const { expense, pending, counts } of rows) {
    if (pending.length === 0) continue
    const previous = confirmedById.get(expense.id)
    if (previous)
      ledger = applyEvent(ledger, { type: 'ExpenseRemoved', data: { expense: expenseIn(previous) } })
    if (counts) ledger = applyEvent(ledger, { type: 'ExpenseAdded', data: { expense: expenseIn(expense) } })
  }
  return ledger
}

function expenseIn(expense: ExpenseResponse): Expense {
  const { id, description, category, currency, expenseDate, receiptUrl, paidBy } = expense
  const { originalAmount, originalCurrency, exchangeRate } = expense
  return {
    id,
    description,
    amount: toMinor(expense.amount, currency) ?? 0,
    currency,
    category,
    payer: paidBy ? { type: paidBy.type, id: paidBy.id } : { type: 'pool' },
    sharedBy: expense.sharedBy.map(({ type, id: sharer }) => ({ type, id: sharer })),
    expenseDate,
    receiptUrl,
    original:
      originalAmount === null || originalCurrency === null || exchangeRate === null
        ? null
        : {
            amount: toMinor(originalAmount, originalCurrency) ?? 0,
            currency: originalCurrency,
            exchangeRate,
          },
  }
}

function recordOf(expense: ExpenseResponse): ExpenseRecord {
  const { createdBy, createdAt, updatedAt, revision } = expense
  return { ...expenseIn(expense), recordedBy: createdBy.id, createdAt, updatedAt, revision }
}
