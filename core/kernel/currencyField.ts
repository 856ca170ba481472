// The schema of a currency field: three letters in either case, one of the product's currencies (docs/spec.md §5).

import * as v from 'valibot'
import { CURRENCIES, type CurrencyCode } from '#core/kernel/money.ts'

export const currencyField = v.pipe(
  v.string('Currency must be 3 characters'),
  v.transform((code) => code.toUpperCase()),
  v.length(3, 'Currency must be 3 characters'),
  v.check((code) => CURRENCIES.includes(code as CurrencyCode), 'Currency is not supported'),
  v.transform((code) => code as CurrencyCode),
)
