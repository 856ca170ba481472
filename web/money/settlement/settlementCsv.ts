// The settlement as one table: a line for each person, each suggested and each recorded payment, and the totals. Owed
// and owes are two columns, so that no amount has a minus sign.

import type { CurrencyCode } from '#core/kernel/money.ts'
import { minorDigits } from '#core/kernel/money.ts'
import type { PaymentResponse, SettlementResponse, SettlementParticipant } from '#core/money/responses.ts'
import { csvOf } from '#web/money/csv.ts'

const columns = [
  'Line',
  'Name',
  'Pays to',
  'Amount',
  'Currency',
  'Date',
  'Status',
  'Left the trip',
  'Paid',
  'Deposited',
  'Fair share',
  'Is owed',
  'Owes',
  'Has in the pool',
  'Took from the pool',
  'Pool refund',
  'Held in pool',
  'Shortfall',
] as const
type Column = (typeof columns)[number]
type Line = Partial<Record<Column, string>>

export function settlementCsv(
  settlement: SettlementResponse,
  recorded: readonly PaymentResponse[],
  currency: CurrencyCode,
): string {
  const digits = minorDigits(currency)
  const amount = (value: number): string => Math.max(value, 0).toFixed(digits)
  const person = (participant: SettlementParticipant): Line => ({
    Line: 'Participant',
    Name: participant.name,
    Status: participant.status,
    'Left the trip': participant.left ? 'yes' : 'no',
    Paid: amount(participant.personalPayments),
    Deposited: amount(participant.poolContributions),
    'Fair share': amount(participant.fairShare),
    'Is owed': amount(participant.netBalance),
    Owes: amount(-participant.netBalance),
    'Has in the pool': amount(participant.poolSettlement),
    'Took from the pool': amount(-participant.poolSettlement),
    'Pool refund': amount(participant.poolRefund),
    'Held in pool': amount(participant.heldInPool),
    Shortfall: amount(participant.shortfall),
  })
  const total = (name: string, value: number): Line => ({ Line: 'Total', Name: name, Amount: amount(value) })
  const { participants, payments, totalExpenses, poolBalance, summary } = settlement
  const lines: Line[] = [
    ...participants.map(person),
    ...payments.map((payment) => ({
      Line: 'Suggested payment',
      Name: payment.from.name,
      'Pays to': payment.to.name,
      Amount: amount(payment.amount),
    })),
    ...recorded.map((payment) => ({
      Line: 'Payment made',
      Name: payment.from.name,
      'Pays to': payment.to.name,
      Amount: amount(payment.amount),
      Date: payment.createdAt.slice(0, 10),
    })),
    total('Expenses', totalExpenses),
    poolBalance < 0 ? total('Pool deficit', -poolBalance) : total('Pool balance', poolBalance),
    total('Owed to people', summary.totalOwed),
    total('Owed by people', summary.totalOwes),
  ]
  const all = lines.map((line) => ({ ...line, Currency: currency }))
  return csvOf([columns, ...all.map((line: Line) => columns.map((column) => line[column] ?? ''))])
}
