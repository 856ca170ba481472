// Splits an amount as Spliit does, cent by cent: the cents are the balances people saw there.
// Source: github.com/spliit-app/spliit, src/lib/shares of August 2026.

import { fnv1a32 } from '#core/kernel/fnv1a32.ts'
import { allocate } from '#core/kernel/money.ts'

/**
 * Quotients are rounded down, also below 0; leftover units go to the largest remainders, and ties begin at the sharer
 * that the expense's id points to.
 * @param expenseId null in exports before August 2026: ties begin at the first sharer
 * @param amount minor units; negative for income
 * @param weights of the sharers in the order of their ids: integers above 0
 */
export function spliitShares(expenseId: string | null, amount: number, weights: readonly number[]): number[] {
  // Spliit hashes UTF-16 units; its ids are ASCII, where these are the bytes.
  const first = expenseId === null ? 0 : fnv1a32(expenseId) % weights.length
  const rotated = [...weights.slice(first), ...weights.slice(0, first)]
  // `allocate` takes no negative total: add a multiple of all weights first, and subtract it from the parts afterwards.
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const lift = amount < 0 ? Math.ceil(-amount / total) : 0
  const parts = allocate(amount + lift * total, rotated).map((part, index) => part - lift * rotated[index]!)
  return [...parts.slice(weights.length - first), ...parts.slice(0, weights.length - first)]
}
