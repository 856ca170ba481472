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
  const each = Math.floor(amountMinor / participantIds.length)
  const leftover = amountMinor - each * participantIds.length
  const shares = new Map(participantIds.map((id) => [id, each]))
  if (leftover === 0) return shares
  for (const id of turnsOf(expenseId, participantIds).slice(0, leftover)) shares.set(id, each + 1)
  return shares
}

/** The order in which the units left over of an expense are handed out: by lowest hash, ties by id. */
export function turnsOf(expenseId: string, participantIds: readonly string[]): string[] {
  return participantIds
    .map((id) => ({ id, hash: fnv1a32(`${expenseId}:${id}`) }))
    .sort((a, b) => a.hash - b.hash || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id)
}
