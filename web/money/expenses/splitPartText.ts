// What was entered for one person of an unequal split: '1.5 shares', '25 %', '+HK$10.00'.

import type { ExpenseResponse } from '#core/money/responses.ts'
import { formatMoney, formatSignedMoney, formatCount } from '#web/platform/time/format.ts'

type Split = Pick<ExpenseResponse, 'split' | 'currency' | 'originalCurrency'>

/** @returns '' where the share says all */
export function splitPartText({ split, currency, originalCurrency }: Split, id: string): string {
  const numberOf = <Part extends { id: string }>(parts: readonly Part[]) =>
    parts.find((part) => part.id === id)
  switch (split.mode) {
    case 'shares':
      return formatCount((numberOf(split.of)?.shares ?? 0) / 100, 'share')
    case 'percent':
      return `${(numberOf(split.of)?.points ?? 0) / 100} %`
    case 'adjust': {
      const by = numberOf(split.of)?.by ?? 0
      return by === 0 ? '' : formatSignedMoney(by, originalCurrency ?? currency)
    }
    case 'exact':
      return originalCurrency === null ? '' : formatMoney(numberOf(split.of)?.amount ?? 0, originalCurrency)
    default:
      return ''
  }
}
