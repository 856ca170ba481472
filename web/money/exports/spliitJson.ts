// The money of a trip as Spliit exports a group. Spliit has no pool and one payer for each expense: the pool is one more
// person, and what several people paid becomes an expense of each of them, with a part of every share. Shares are exact
// amounts where they are not all the same, so every balance stays as it is.

import { allocate, type CurrencyCode } from '#core/kernel/money.ts'
import { signOf } from '#core/money/signedAmount.ts'
import { POOL } from '#core/money/balances/ledger.ts'
import type { ExpenseRecord, Original } from '#core/money/events.ts'
import { POOL_NAME } from '#core/money/roster.ts'
import { type ExportedMoney, type ExportedTransfer, transfersIn } from '#web/money/exports/moneyRecords.ts'
import { currencySymbol } from '#web/platform/time/format.ts'

interface SpliitExpense {
  id: string
  createdAt: string
  expenseDate: string
  title: string
  category: { grouping: string; name: string }
  /** Minor units; below 0 for money that came back. */
  amount: number
  originalAmount: number | null
  originalCurrency: CurrencyCode | null
  conversionRate: string | null
  paidById: string
  paidFor: { participantId: string; shares: number }[]
  isReimbursement: boolean
  splitMode: 'EVENLY' | 'BY_AMOUNT'
  recurrenceRule: 'NONE'
  notes: string | null
}

const category = (grouping: string, name = grouping) => ({ grouping, name })
const general = category('Uncategorized', 'General')
/** By the id of our category. A hotel is transportation there, and what people buy is nearest to gifts. */
const categories: Readonly<Record<string, SpliitExpense['category']>> = {
  food: category('Food and Drink'),
  accommodation: category('Transportation', 'Hotel'),
  transportation: category('Transportation'),
  entertainment: category('Entertainment'),
  activities: category('Entertainment'),
  shopping: category('Life', 'Gifts'),
}

export function spliitJson(records: ExportedMoney, title: string): string {
  const { currency, people } = records
  const expenses = [...records.expenses.flatMap(spliitExpenses), ...transfersIn(records).map(reimbursement)]
  const usesPool = expenses.some(
    ({ paidById, paidFor }) =>
      paidById === POOL || paidFor.some(({ participantId }) => participantId === POOL),
  )
  const participants = [
    ...people.map(({ id, name }) => ({ id, name })),
    ...(usesPool ? [{ id: POOL, name: POOL_NAME }] : []),
  ]
  const group = {
    ...{ name: title, information: null, currency: currencySymbol(currency), currencyCode: currency },
    ...{ expenses, participants, activities: [] },
  }
  return `${JSON.stringify(group, null, 2)}\n`
}

const common = { recurrenceRule: 'NONE' } as const
const originalFields = (original: Original | null, amount = original?.amount ?? null, sign = 1) =>
  original === null || amount === null
    ? { originalAmount: null, originalCurrency: null, conversionRate: null }
    : {
        originalAmount: sign * amount,
        originalCurrency: original.currency,
        conversionRate: String(original.exchangeRate),
      }
const dateAt = (date: string) => `${date}T00:00:00.000Z`
/** What Spliit writes for each sharer of an equal split. */
const ONE_SHARE = 100

/** One for each payer. */
function spliitExpenses(expense: ExpenseRecord): SpliitExpense[] {
  const { id, amount, original, sharedBy } = expense
  const sign = signOf(expense)
  const payers =
    expense.payers === 'pool'
      ? [{ id: POOL, amount, originalAmount: original?.amount ?? null }]
      : expense.payers
  let left = sharedBy.map(({ share }) => share)
  // What somebody paid can be less than a cent of the trip's currency: Spliit has no expense of nothing, for nobody.
  return payers.flatMap((payer, index) => {
    if (payer.amount === 0) return []
    // In proportion to what is left of each share: the last payer takes exactly the rest.
    const parts = allocate(payer.amount, left)
    left = left.map((rest, sharer) => rest - parts[sharer]!)
    const shares = sharedBy.flatMap((sharer, of) => (parts[of] ? [{ id: sharer.id, part: parts[of] }] : []))
    const isEven = shares.every(({ part }) => part === shares[0]!.part)
    return {
      ...common,
      id: payers.length === 1 ? id : `${id}-${index + 1}`,
      createdAt: expense.createdAt,
      expenseDate: dateAt(expense.expenseDate),
      title: expense.description,
      category: categories[expense.category] ?? general,
      amount: sign * payer.amount,
      ...originalFields(original, payer.originalAmount, sign),
      paidById: payer.id,
      paidFor: shares.map(({ id: participantId, part }) => ({
        participantId,
        shares: isEven ? ONE_SHARE : sign * part,
      })),
      isReimbursement: false,
      splitMode: isEven ? 'EVENLY' : 'BY_AMOUNT',
      notes: expense.notes,
    }
  })
}

const reimbursement = (transfer: ExportedTransfer): SpliitExpense => ({
  ...common,
  ...originalFields(transfer.original),
  id: transfer.id,
  createdAt: transfer.createdAt,
  expenseDate: dateAt(transfer.date),
  title: transfer.description,
  category: category('Uncategorized', 'Payment'),
  amount: transfer.amount,
  paidById: transfer.from,
  paidFor: [{ participantId: transfer.to, shares: ONE_SHARE }],
  isReimbursement: true,
  splitMode: 'EVENLY',
  notes: transfer.note,
})
