// Whether a balance is owed, owes or settled, within the product's tolerance: a cent is negligible, a yen is not.

import { type CurrencyCode, toMinor } from '#core/kernel/money.ts'
import { isNegligible } from '#core/money/figures.ts'

/** @param net major units of `currency`; positive when the person is owed */
export function balanceStatus(net: number, currency: CurrencyCode): 'owed' | 'owes' | 'settled' {
  if (isNegligible(toMinor(net, currency) ?? 0, currency)) return 'settled'
  return net > 0 ? 'owed' : 'owes'
}
