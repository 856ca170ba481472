// Splits an expense among its sharers. The parts depend only on the expense's id, its amount, its sharers and their
// weights, so editing a title moves no cent, and over many expenses the leftover cents are spread evenly.

import { fnv1a32 } from '#core/kernel/fnv1a32.ts'
import { allocate } from '#core/kernel/money.ts'

/**
 * Minor units in the order of the participants; the parts add up to `amountMinor`. Each quotient is rounded down; the
 * leftover units go to the first sharers in the order of `leftoverOrder`.
 */
export function shareParts(
  expenseId: string,
  amountMinor: number,
  participantIds: readonly string[],
): number[] {
  const each = Math.floor(amountMinor / participantIds.length)
  const leftover = amountMinor - each * participantIds.length
  const parts = participantIds.map(() => each)
  if (leftover === 0) return parts
  for (const index of leftoverOrder(expenseId, participantIds).slice(0, leftover)) parts[index] = each + 1
  return parts
}

/**
 * The parts in proportion to `weights`, in the given order; the leftover units go to the largest remainders, ties in the
 * order of `leftoverOrder`. Equal weights give the parts of `shareParts`.
 * @param weights none below 0, not all 0
 */
export const weightedParts = (
  expenseId: string,
  amountMinor: number,
  participantIds: readonly string[],
  weights: readonly (number | bigint)[],
): number[] => allocate(amountMinor, weights, () => leftoverOrder(expenseId, participantIds))

/**
 * The least and the most that each share can be while the expense has no id: the id decides who of those with equal
 * remainders carries a leftover unit.
 */
export function possibleParts(
  amountMinor: number,
  weights: readonly bigint[],
): { least: number; most: number }[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0n)
  const products = weights.map((weight) => BigInt(amountMinor) * weight)
  const remainders = products.map((product) => product % all)
  const least = products.map((product) => Number(product / all))
  const leftover = amountMinor - least.reduce((sum, part) => sum + part, 0)
  const inOrder = remainders.toSorted((a, b) => (a > b ? -1 : a < b ? 1 : 0))
  const [last, next] = [inOrder[leftover - 1], inOrder[leftover]]
  return remainders.map((remainder, index) => {
    const canHave = last !== undefined && remainder >= last
    const mustHave = canHave && (remainder > last || last !== next)
    return { least: least[index]! + (mustHave ? 1 : 0), most: least[index]! + (canHave ? 1 : 0) }
  })
}

/** The order in which an expense's leftover units are assigned, as indices: by lowest hash, ties by id. */
function leftoverOrder(expenseId: string, ids: readonly string[]): number[] {
  const before = fnv1a32(`${expenseId}:`)
  const hashes = ids.map((id) => fnv1a32(id, before))
  return ids.map((_, index) => index).sort((a, b) => hashes[a]! - hashes[b]! || (ids[a]! < ids[b]! ? -1 : 1))
}
