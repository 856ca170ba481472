// A person's figures on a trip, in minor units of its currency, and the balances that follow from them.

import { type CurrencyCode, minorDigits } from '#core/kernel/money.ts'

/** A person's sums; the letters are those of the settlement rules (docs/decisions.md §6). */
export interface Figures {
  /** P: expenses they paid. */
  paid: number
  /** C: contributions to the pool. */
  deposited: number
  /** F: shares of all expenses. */
  share: number
  /** K: the part of F that the pool paid. */
  poolShare: number
  /** S: payments sent less received. */
  sent: number
  /** The part of S to or from the pool. */
  sentToPool: number
}

export const noFigures: Figures = { paid: 0, deposited: 0, share: 0, poolShare: 0, sent: 0, sentToPool: 0 }

/** The amount a person is owed (below 0: owes); all add up to the pool's balance. */
export function netBalance({ paid, deposited, share, sent }: Figures): number {
  return paid + deposited - share + sent
}

/** Within the tolerance of 0.01 major units: a cent is negligible, a yen is not. @param amount minor units */
export function isNegligible(amount: number, currency: CurrencyCode): boolean {
  return Math.abs(amount) <= 10 ** minorDigits(currency) / 100
}

/** @param balance minor units, above 0 when it is owed to the person */
export function balanceStatus(balance: number, currency: CurrencyCode): 'owed' | 'owes' | 'settled' {
  if (isNegligible(balance, currency)) return 'settled'
  return balance > 0 ? 'owed' : 'owes'
}

/** A person's part of the pool (below 0: taken from it); all add up to the pool's balance. */
export function poolSettlement({ deposited, poolShare, sentToPool }: Figures): number {
  return deposited - poolShare + sentToPool
}
