// Formats a trip at one moment for a terminal.

import type { HistoryEntry, TripStateResponse } from '#core/history/contract.ts'
import { signedAmount } from '#core/money/signedAmount.ts'
import { payersText } from '#core/money/balances/payersText.ts'
import { formatDate, formatMoney } from '#core/kernel/format.ts'

export function formatState(
  entry: HistoryEntry,
  { trip, ...state }: TripStateResponse,
  length: number,
): string {
  const money = (amount: number) => formatMoney(amount, trip.currency)
  const changes = entry.changes.map(
    ({ field, before, after }) => `  ${field}: ${before ?? '–'} → ${after ?? '–'}`,
  )
  const people = [
    ...state.participants.users.map(({ name, role }) => `${name} (${role})`),
    ...state.participants.guests.map(({ name, role }) => `${name} (guest, ${role})`),
  ]
  const balances = state.balances.map(
    ({ name, netBalance, personalPayments, poolContributions, fairShare }) =>
      `${name}: ${money(netBalance)}  (paid ${money(personalPayments)}, deposits ${money(poolContributions)}, share ${money(fairShare)})`,
  )
  return [
    `Change ${entry.n} of ${length}, ${entry.at}: ${entry.text}`,
    ...changes,
    '',
    `${trip.title}, ${trip.destination}, ${formatDate(trip.startDate)} – ${formatDate(trip.endDate)}, ${trip.status}`,
    ...section('People', people),
    ...section(
      'Itinerary',
      state.itinerary.items.map(
        ({ date, startTime, title, location }) =>
          `${formatDate(date)} ${startTime} ${title}${location ? ` (${location})` : ''}`,
      ),
    ),
    ...section(
      'Expenses',
      state.expenses.map(
        ({ expenseDate, description, payers, sharedBy, ...expense }) =>
          `${formatDate(expenseDate)} ${description}: ${money(signedAmount(expense))}, paid by ${payersText({ payers })} for ${sharedBy.map(({ name }) => name).join(', ')}`,
      ),
    ),
    ...section('Balances', balances),
    ...section('Pool', [money(state.pool.balance)]),
    ...section(
      'Settlement',
      state.settlement.payments.map(({ description, amount }) => `${description} ${money(amount)}`),
    ),
  ].join('\n')
}

const section = (title: string, lines: readonly string[]): string[] => [
  '',
  `${title}${lines.length === 0 ? ': none' : ''}`,
  ...lines.map((line) => `  ${line}`),
]
