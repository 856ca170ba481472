// The level of the pool after each of its movements.

import { compareText } from '#core/kernel/compareText.ts'
import { sumOfAmounts } from '#core/kernel/money.ts'

/** Above 0 into the pool. */
export interface PoolMovement {
  /** RFC 3339 */
  at: string
  amount: number
}

/** In minor units, oldest first. Movements without a record are taken to be the oldest, so that the last level is the balance. */
export function poolLevels(
  movements: readonly PoolMovement[],
  balance: number,
): { at: string; level: number }[] {
  const sorted = movements.toSorted((a, b) => compareText(a.at, b.at))
  let level = balance - sumOfAmounts(sorted)
  return sorted.map(({ at, amount }) => ({ at, level: (level += amount) }))
}
