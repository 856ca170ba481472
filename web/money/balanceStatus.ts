// Whether somebody is owed, owes or is settled, by the product's tolerance: a cent is nothing, a yen is not.

import type { CurrencyCode } from '#core/kernel/money.ts'
import { toMinor } from '#core/kernel/money.ts'
import { isNegligible } from '#core/money/settlement.ts'

/** @param net major units of `currency`, above 0 what they are owed. */
export function balanceStatus(net: number, currency: CurrencyCode): 'owed' | 'owes' | 'settled' {
  if (isNegligible(toMinor(net, currency) ?? 0, currency)) return 'settled'
  return net > 0 ? 'owed' : 'owes'
}
