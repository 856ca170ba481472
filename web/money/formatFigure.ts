// Formats an amount of a picture, whose heading or place says the currency.

import { moneyFormat } from '#core/kernel/format.ts'

/** Without currency and sign: '1,072.62'. */
export const formatFigure = (amount: number, currency: string): string =>
  moneyFormat(currency)
    .formatToParts(Math.abs(amount))
    .map(({ type, value }) => (type === 'currency' || type === 'literal' ? '' : value))
    .join('')

/** '+1,072.62', '−8.00', '0.00' */
export const formatSignedFigure = (amount: number, currency: string): string =>
  `${amount > 0 ? '+' : amount < 0 ? '−' : ''}${formatFigure(amount, currency)}`
