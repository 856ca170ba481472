// What the form of a new expense takes over from the last one that was added here on this trip, and what it only offers.
// It is stored with the drafts, until the person logs out.

import type { CarriedValues, ExpenseValues } from '#web/money/expenses/form/expenseValues.ts'
import { readDraft, saveDraft } from '#web/platform/storage/drafts.ts'
import { attempt } from '#web/platform/storage/localStorage.ts'

/** Who paid and who shared, equally. */
export type OfferedSplit = Pick<ExpenseValues, 'paidBy' | 'sharedBy'>

interface Stored extends Pick<ExpenseValues, 'otherCurrency' | 'exchangeRate'> {
  /** Absent where the last one cannot be said by one payer and equal sharers. */
  paidBy?: string
  /** Absent when everybody shared: whoever joins the trip is in the offer. */
  sharedBy?: string[]
}

interface Adding {
  tripId: string
  myId: string
  /** Ids of the people on the trip. */
  personIds: readonly string[]
}

const nameOf = (tripId: string): string => `last expense ${tripId}`

/**
 * The currency and its rate are carried on. The payer and the sharers would be wrong without a sign of it, so they are
 * only offered: null where they are what a new expense has anyway, or where the payer has left.
 */
export function readLastExpense({ tripId, myId, personIds }: Adding): {
  carried: CarriedValues
  offered: OfferedSplit | null
} {
  const stored = attempt(() => JSON.parse(readDraft(myId, nameOf(tripId))) as Stored)
  if (!stored) return { carried: {}, offered: null }
  const { otherCurrency, exchangeRate, paidBy, sharedBy } = stored
  const sharers = personIds.filter((id) => sharedBy?.includes(id) ?? true)
  const isUsual = paidBy === myId && sharers.length === personIds.length
  const isPossible = paidBy !== undefined && personIds.includes(paidBy) && sharers.length > 0
  return {
    carried: { otherCurrency, exchangeRate },
    offered: isPossible && !isUsual ? { paidBy, sharedBy: sharers } : null,
  }
}

export function saveLastExpense(values: ExpenseValues, { tripId, myId, personIds }: Adding): void {
  const { otherCurrency, exchangeRate, paidFromPool, paidBy, paid, sharedBy, split } = values
  const isSimple = !paidFromPool && !paid && split.mode === 'equal'
  const isEverybody = personIds.every((id) => sharedBy.includes(id))
  const stored: Stored = {
    otherCurrency,
    exchangeRate,
    ...(isSimple && { paidBy, ...(!isEverybody && { sharedBy }) }),
  }
  saveDraft(myId, nameOf(tripId), JSON.stringify(stored))
}
