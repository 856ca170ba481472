// The settlement as a message.

import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { SettlementResponse } from '#core/money/responses.ts'
import { formatMoney } from '#web/platform/format.ts'

export function planText(title: string, settlement: SettlementResponse, currency: CurrencyCode): string {
  const { payments, participants, totalExpenses, isSettled } = settlement
  const money = (amount: number): string => formatMoney(amount, currency)
  const holders = participants.filter(({ heldInPool }) => heldInPool > 0)
  return [
    `${isolateBidi(title)}: ${isSettled ? 'All Settled!' : 'Settlement Needed'}`,
    `Total expenses ${money(totalExpenses)}`,
    '',
    ...payments.map(
      ({ from, to, amount }) => `• ${isolateBidi(from.name)} pays ${isolateBidi(to.name)} ${money(amount)}`,
    ),
    ...(payments.length === 0 ? ['Nobody has to pay anything.'] : []),
    ...holders.map(
      ({ name, heldInPool }) => `• The pool keeps ${money(heldInPool)} for ${isolateBidi(name)}`,
    ),
  ].join('\n')
}
