// Formats an amount of a picture, whose heading or place says the currency.

import { moneyFormat } from '#core/kernel/format.ts'
import { type CurrencyCode, toMajor } from '#core/kernel/money.ts'

/** Without currency and sign: '1,072.62'. @param minor minor units */
export const formatFigure = (minor: number, currency: CurrencyCode): string =>
  moneyFormat(currency)
    .formatToParts(Math.abs(toMajor(minor, currency)))
    .map(({ type, value }) => (type === 'currency' || type === 'literal' ? '' : value))
    .join('')

/** '+1,072.62', '−8.00', '0.00' @param minor minor units */
export const formatSignedFigure = (minor: number, currency: CurrencyCode): string =>
  `${minor > 0 ? '+' : minor < 0 ? '−' : ''}${formatFigure(minor, currency)}`
