// Formats an amount of a picture, whose heading or place says the currency.

import { moneyFormat } from '#core/kernel/format.ts'

/** Without currency and sign: '1,072.62'. @param major major units */
export const formatFigure = (major: number, currency: string): string =>
  moneyFormat(currency)
    .formatToParts(Math.abs(major))
    .map(({ type, value }) => (type === 'currency' || type === 'literal' ? '' : value))
    .join('')

/** '+1,072.62', '−8.00', '0.00' @param major major units */
export const formatSignedFigure = (major: number, currency: string): string =>
  `${major > 0 ? '+' : major < 0 ? '−' : ''}${formatFigure(major, currency)}`
