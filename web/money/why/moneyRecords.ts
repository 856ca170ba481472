// Converts the server's responses to the records an explanation is made of, in minor units.

import { toMinor, type CurrencyCode } from '#core/kernel/money.ts'
import type { ExpenseResponse, NamedParty, PaymentResponse, Pool } from '#core/money/responses.ts'
import type { Party } from '#core/money/events.ts'
import type { Standing } from '#core/money/why.ts'

interface MoneyResponses {
  expenses: readonly ExpenseResponse[]
  transactions: Pool['transactions']
  payments: readonly PaymentResponse[]
}

export function moneyRecordsOf(
  { expenses, transactions, payments }: MoneyResponses,
  currency: CurrencyCode,
): Standing {
  const minor = (amount: number) => toMinor(amount, currency) ?? 0
  return {
    expenses: expenses.map(({ id, amount, paidBy, sharedBy }) => ({
      id,
      amount: minor(amount),
      payer: paidBy ? { type: paidBy.type, id: paidBy.id } : { type: 'pool' },
      sharedBy: sharedBy.map((sharer) => ({ type: sharer.type, id: sharer.id })),
    })),
    contributions: transactions.flatMap(({ id, type, amount, participant }) =>
      type === 'contribution' && participant
        ? [{ id, amount: minor(amount), contributor: { type: participant.type, id: participant.id } }]
        : [],
    ),
    payments: payments.map(({ id, amount, from, to }) => ({
      id,
      amount: minor(amount),
      from: partyOf(from),
      to: partyOf(to),
    })),
  }
}

const partyOf = ({ id, type }: NamedParty): Party => (type === 'pool' ? { type } : { type, id })
