// Who carries which part of an expense. The parts depend on the expense's id, its amount and its sharers alone,
// so editing a title moves no cent, and over many expenses the leftover cents fall on everybody alike.

import { fnv1a32 } from '#core/kernel/fnv1a32.ts'

/**
 * Participant id → minor units, in the order given; the parts add up to `amountMinor` exactly. Everybody gets
 * the quotient rounded down; the units left over go one each to the sharers whose turn it is first.
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

/** The same parts without the names: one for each participant, in the order given. */
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

/** The order in which the units left over of an expense are handed out: by lowest hash, ties by id. */
export function turnsOf(expenseId: string, participantIds: readonly string[]): string[] {
  return turns(expenseId, participantIds).map((at) => participantIds[at]!)
}

/** Places among the participants. */
function turns(expenseId: string, ids: readonly string[]): number[] {
  const before = fnv1a32(`${expenseId}:`)
  const hashes = ids.map((id) => fnv1a32(id, before))
  return ids.map((_, at) => at).sort((a, b) => hashes[a]! - hashes[b]! || (ids[a]! < ids[b]! ? -1 : 1))
}
