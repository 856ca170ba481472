// The shares of an expense that is divided equally, by person.

import { shareParts } from '#core/money/split/shares.ts'

/** Participant id → minor units, in the given order. */
export function sharesOf(
  expenseId: string,
  amountMinor: number,
  participantIds: readonly string[],
): Map<string, number> {
  const parts = shareParts(expenseId, amountMinor, participantIds)
  return new Map(participantIds.map((id, at) => [id, parts[at]!]))
}
