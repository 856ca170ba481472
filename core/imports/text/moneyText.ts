// Separates the number of a cell from the sign or code of its currency, as tables that people type have them: €12, 12 EUR,
// HK$ 1,200.50, (£3).

import { fileCurrency } from '#core/imports/draftRecord.ts'
import { currencyOfSign, isSharedSign, separateSign } from '#core/kernel/currencySign.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'

export interface MoneyText {
  /** The cell without the sign. */
  number: string
  /** '' without one. */
  sign: string
  /** null where there is no sign, or it is one of several currencies. */
  currency: CurrencyCode | null
}

export function moneyText(cell: string): MoneyText {
  const { number, sign } = separateSign(cell.trim())
  // A sign of several currencies says nothing.
  if (sign === '' || isSharedSign(sign)) return { number, sign: '', currency: null }
  return { number, sign, currency: currencyOfSign(sign) ?? fileCurrency(sign) }
}
