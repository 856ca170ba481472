// What the form of a new expense takes over from the last one that was added here on this trip. It is stored with the
// drafts, until the person logs out.

import type { CarriedValues, ExpenseValues } from '#web/money/expenses/expenseValues.ts'
import { readDraft, saveDraft } from '#web/platform/drafts.ts'
import { attempt } from '#web/platform/localStorage.ts'

/** `sharedBy` is absent when everybody shared: whoever joins the trip shares the next expense. */
interface Stored extends Pick<ExpenseValues, 'expenseDate' | 'otherCurrency' | 'exchangeRate' | 'paidBy'> {
  /** When it was added, YYYY-MM-DD. */
  on: string
  sharedBy?: string[]
}

interface Carrying {
  tripId: string
  myId: string
  /** Ids of the people on the trip. */
  personIds: readonly string[]
  /** On this device, YYYY-MM-DD. */
  today: string
}

const nameOf = (tripId: string): string => `last expense ${tripId}`

/**
 * The currency and its rate are carried on as long as the trip lasts. Date, payer and sharers only on the day on which the
 * last expense was added, while somebody enters several bills: on another day they would be wrong more often than right.
 * People who have left are left out.
 */
export function readCarriedValues({ tripId, myId, personIds, today }: Carrying): CarriedValues {
  const stored = attempt(() => JSON.parse(readDraft(myId, nameOf(tripId))) as Stored)
  if (!stored) return {}
  const { on, otherCurrency, exchangeRate, expenseDate, paidBy, sharedBy } = stored
  const sharers = sharedBy?.filter((id) => personIds.includes(id)) ?? []
  return {
    otherCurrency,
    exchangeRate,
    ...(on === today && {
      expenseDate,
      ...(personIds.includes(paidBy) && { paidBy }),
      ...(sharers.length > 0 && { sharedBy: sharers }),
    }),
  }
}

export function saveCarriedValues(values: ExpenseValues, { tripId, myId, personIds, today }: Carrying): void {
  const { expenseDate, otherCurrency, exchangeRate, paidBy, sharedBy } = values
  const isEverybody = personIds.every((id) => sharedBy.includes(id))
  const stored: Stored = {
    on: today,
    ...{ expenseDate, otherCurrency, exchangeRate, paidBy },
    ...(!isEverybody && { sharedBy }),
  }
  saveDraft(myId, nameOf(tripId), JSON.stringify(stored))
}
