// Explains the figures of a person that come from the plan's use of the pool.

import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import type { SettlementResponse, SettlementParticipant } from '#core/money/responses.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { sumOf } from '#web/money/sumOf.ts'
import { formatMoney } from '#web/platform/format.ts'

/** A sentence for each of pool refund, held in pool and pool shortfall. */
export function poolFigureText(
  { netBalance, poolRefund, heldInPool, shortfall, poolSettlement, ...person }: SettlementParticipant,
  { poolBalance, poolBalanceHandling: mode, participants }: SettlementResponse,
  currency: CurrencyCode,
): string[] {
  const money = (amount: number) => formatMoney(Math.abs(amount), currency)
  const name = isolateBidi(person.name)
  const texts: string[] = []
  if (poolRefund > 0)
    texts.push(
      mode === 'equal'
        ? // Some parts may be paid, so what the pool holds does not divide equally any more.
          `Pool refund: the pool hands its money out in equal parts, and ${money(poolRefund)} of the ${money(poolBalance)} that it holds goes to ${name}.`
        : `Pool refund: ${name} is owed ${money(netBalance)}, and in the plan ${money(poolRefund)} of it comes from the pool, which holds ${money(poolBalance)}.`,
    )
  if (heldInPool > 0)
    texts.push(
      `Held in pool: ${name} is owed ${money(netBalance)}, and the pool keeps ${money(heldInPool)} of it for later.`,
    )
  if (shortfall > 0) {
    const took = participants.map((participant) => Math.max(-participant.poolSettlement, 0))
    texts.push(
      mode === 'equal'
        ? `Pool shortfall: the pool paid ${money(poolBalance)} more than was put in. Everyone for whom it paid covers the same part of that: ${money(shortfall)} each, to the smallest unit.`
        : `Pool shortfall: the pool paid ${money(poolBalance)} more than was put in. ${name} used ${money(poolSettlement)} more of it than they put in, of ${money(sumOf(took, currency))} that people used so in all, and covers ${money(shortfall)} of the shortfall.`,
    )
  }
  return texts
}
