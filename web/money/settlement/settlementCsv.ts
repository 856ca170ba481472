// The settlement as one table: a line for each person, each suggested and each recorded payment, and the totals. Owed
// and owes are two columns, so that no balance has a minus sign. Where refunds came to more than was paid, the sums of
// expenses are below 0.

import type { CurrencyCode } from '#core/kernel/money.ts'
import type { RecordedPayment } from '#web/money/settlement/payments/paymentList.ts'
import type { NamedParticipant, NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import { recordedDay } from '#web/platform/time/format.ts'
import { minorText } from '#web/money/decimalText.ts'
import { type CsvNumber, csvNumber, csvOf } from '#web/money/csv.ts'

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
type Line = Partial<Record<Column, string | CsvNumber>>

export function settlementCsv(
  settlement: NamedSettlement,
  recorded: readonly RecordedPayment[],
  currency: CurrencyCode,
): string {
  const amountText = (minor: number): string => minorText(Math.max(minor, 0), currency)
  const signed = (minor: number): CsvNumber => csvNumber(minorText(minor, currency))
  const personLine = (participant: NamedParticipant): Line => ({
    Line: 'Participant',
    Name: participant.name,
    Status: participant.status,
    'Left the trip': participant.left ? 'yes' : 'no',
    Paid: signed(participant.personalPayments),
    Deposited: amountText(participant.poolContributions),
    'Fair share': signed(participant.fairShare),
    'Is owed': amountText(participant.netBalance),
    Owes: amountText(-participant.netBalance),
    'Has in the pool': amountText(participant.poolSettlement),
    'Took from the pool': amountText(-participant.poolSettlement),
    'Pool refund': amountText(participant.poolRefund),
    'Held in pool': amountText(participant.heldInPool),
    Shortfall: amountText(participant.shortfall),
  })
  const totalLine = (name: string, value: number): Line => ({
    Line: 'Total',
    Name: name,
    Amount: signed(value),
  })
  const { participants, payments, totalExpenses, poolBalance, summary } = settlement
  const lines: Line[] = [
    ...participants.map(personLine),
    ...payments.map((payment) => ({
      Line: 'Suggested payment',
      Name: payment.from.name,
      'Pays to': payment.to.name,
      Amount: amountText(payment.amount),
    })),
    ...recorded.map((payment) => ({
      Line: 'Payment made',
      Name: payment.from.name,
      'Pays to': payment.to.name,
      Amount: amountText(payment.amount),
      Date: recordedDay(payment),
    })),
    totalLine('Expenses', totalExpenses),
    poolBalance < 0 ? totalLine('Pool deficit', -poolBalance) : totalLine('Pool balance', poolBalance),
    totalLine('Owed to people', summary.totalOwed),
    totalLine('Owed by people', summary.totalOwes),
  ]
  const linesWithCurrency = lines.map((line) => ({ ...line, Currency: currency }))
  return csvOf([
    columns,
    ...linesWithCurrency.map((line: Line) => columns.map((column) => line[column] ?? '')),
  ])
}
