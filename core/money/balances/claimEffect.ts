// What it does to a trip's money that a guest is a user of it: for the organizer, before the answer.

import { netBalance } from '#core/money/balances/figures.ts'
import { figuresOf, type Ledger } from '#core/money/balances/ledger.ts'
import type { Expense } from '#core/money/events.ts'
import { peopleOfExpense } from '#core/money/signedAmount.ts'

export interface ClaimEffect {
  /** The expenses that name the guest: they become the user's. */
  expenseCount: number
  /** Minor units: is added to the user's balance. */
  balance: number
  /** The expenses that name the user as well: both parts become the user's. */
  bothCount: number
}

export function claimEffect(
  { guestId, userId }: { guestId: string; userId: string },
  { ledger, expenses }: { ledger: Ledger; expenses: readonly Expense[] },
): ClaimEffect {
  const names = (expense: Expense, personId: string) =>
    peopleOfExpense(expense).some(({ id }) => id === personId)
  const ofGuest = expenses.filter((expense) => names(expense, guestId))
  return {
    expenseCount: ofGuest.length,
    balance: netBalance(figuresOf(ledger, guestId)),
    bothCount: ofGuest.filter((expense) => names(expense, userId)).length,
  }
}
