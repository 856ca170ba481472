// The named figures behind a person's balance in the settlement. A cent in the pool is ignored (spec §9).

import type { NamedParticipant } from '#core/money/settlement/namedSettlement.ts'
import { balanceStatus } from '#core/money/balances/figures.ts'
import { formatMinor, formatSignedMinor } from '#core/kernel/formatMinor.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'

export function settlementFigures(person: NamedParticipant, currency: CurrencyCode): [string, string][] {
  const money = (amount: number): string => formatMinor(amount, currency)
  const { poolSettlement, poolRefund, heldInPool, shortfall } = person
  const isNothing = balanceStatus(poolSettlement, currency) === 'settled'
  const figures: [string, string][] = [
    ['Paid', money(person.personalPayments)],
    ['Deposited', money(person.poolContributions)],
    ['Fair share', money(person.fairShare)],
    ['Net balance', formatSignedMinor(person.netBalance, currency)],
    ['In the pool', isNothing ? 'none' : formatSignedMinor(poolSettlement, currency)],
  ]
  if (poolRefund > 0) figures.push(['Pool refund', money(poolRefund)])
  if (heldInPool > 0) figures.push(['Held in pool', money(heldInPool)])
  if (shortfall > 0) figures.push(['Pool shortfall', money(shortfall)])
  return figures
}
