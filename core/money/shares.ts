// Splits an expense among its sharers. The parts depend only on the expense's id, its amount and its sharers, so
// editing a title moves no cent, and over many expenses the leftover cents are spread evenly.

import { fnv1a32 } from '#core/kernel/fnv1a32.ts'

/**
 * Participant id → minor units, in the given order; the parts add up to `amountMinor`. Each quotient is rounded down;
 * the leftover units go to the first sharers in the order of `turns`.
 */
export function sharesOf(
  expenseId: string,
  amountMinor: number,
  participantIds: readonly string[],
): Map<string, number> {
  const shares = new Map<string, number>()
  const parts = shareParts(expenseId, amountMinor, participantIds)
  for (const [at, id] of participantIds.entries()) shares.set(id, parts[at]!)
  return shares
}

/** The parts without the names, in the given order. */
export function shareParts(
  expenseId: string,
  amountMinor: number,
  participantIds: readonly string[],
): number[] {
  const each = Math.floor(amountMinor / participantIds.length)
  const leftover = amountMinor - each * participantIds.length
  const parts = participantIds.map(() => each)
  if (leftover === 0) return parts
  for (const at of turns(expenseId, participantIds).slice(0, leftover)) parts[at] = each + 1
  return parts
}

/** The order in which an expense's leftover units are assigned, as indices: by lowest hash, ties by id. */
function turns(expenseId: string, ids: readonly string[]): number[] {
  const before = fnv1a32(`${expenseId}:`)
  const hashes = ids.map((id) => fnv1a32(id, before))
  return ids.map((_, at) => at).sort((a, b) => hashes[a]! - hashes[b]! || (ids[a]! < ids[b]! ? -1 : 1))
}
