// The settlement as a message.

import { inSentence } from '#core/kernel/inSentence.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { SettlementResponse } from '#core/money/responses.ts'
import { formatMoney } from '#web/platform/format.ts'

export function planText(title: string, settlement: SettlementResponse, currency: CurrencyCode): string {
  const { payments, participants, totalExpenses, isSettled } = settlement
  const money = (amount: number): string => formatMoney(amount, currency)
  const holders = participants.filter(({ heldInPool }) => heldInPool > 0)
  return [
    `${inSentence(title)}: ${isSettled ? 'All Settled!' : 'Settlement Needed'}`,
    `Total expenses ${money(totalExpenses)}`,
    '',
    ...payments.map(
      ({ from, to, amount }) => `• ${inSentence(from.name)} pays ${inSentence(to.name)} ${money(amount)}`,
    ),
    ...(payments.length === 0 ? ['Nobody has to pay anything.'] : []),
    ...holders.map(({ name, heldInPool }) => `• The pool keeps ${money(heldInPool)} for ${inSentence(name)}`),
  ].join('\n')
}
