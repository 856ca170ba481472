// The named figures behind a person's balance in the settlement. A cent in the pool is ignored (spec §9).

import type { SettlementParticipant } from '#core/money/responses.ts'
import { balanceStatus } from '#core/money/balances/figures.ts'
import { formatMoney, formatSignedMoney } from '#web/platform/time/format.ts'
import { type CurrencyCode, toMinorOrZero } from '#core/kernel/money.ts'

export function settlementFigures(person: SettlementParticipant, currency: CurrencyCode): [string, string][] {
  const money = (amount: number): string => formatMoney(amount, currency)
  const { poolSettlement, poolRefund, heldInPool, shortfall } = person
  const isNothing = balanceStatus(toMinorOrZero(poolSettlement, currency), currency) === 'settled'
  const figures: [string, string][] = [
    ['Paid', money(person.personalPayments)],
    ['Deposited', money(person.poolContributions)],
    ['Fair share', money(person.fairShare)],
    ['Net balance', formatSignedMoney(person.netBalance, currency)],
    ['In the pool', isNothing ? 'none' : formatSignedMoney(poolSettlement, currency)],
  ]
  if (poolRefund > 0) figures.push(['Pool refund', money(poolRefund)])
  if (heldInPool > 0) figures.push(['Held in pool', money(heldInPool)])
  if (shortfall > 0) figures.push(['Pool shortfall', money(shortfall)])
  return figures
}
