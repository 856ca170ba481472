// The texts of a line in the explanation of a figure.

import { type CurrencyCode, toMajor } from '#core/kernel/money.ts'
import type { WhyFigure, WhyLine } from '#core/money/why.ts'
import { formatMoney } from '#web/platform/format.ts'

export const figureNames: Record<WhyFigure, string> = {
  netBalance: 'Net balance',
  personalPayments: 'Paid',
  poolContributions: 'Deposited',
  fairShare: 'Fair share',
  poolSettlement: 'In the pool',
}

interface LineValues {
  /** Of the expense or contribution. */
  description: string
  /** The other party of a payment. */
  other: string
  /** The amount that is shared, in minor units. */
  total: number
  /** 'you', or a name. */
  personName: string
  currency: CurrencyCode
}

/** @returns title and detail */
export function lineText(
  line: WhyLine,
  { description, other, total, personName, currency }: LineValues,
): [string, string] {
  const money = (minor: number) => formatMoney(toMajor(minor, currency), currency)
  switch (line.kind) {
    case 'paid':
      return [description, `Paid by ${personName}`]
    case 'share':
      return [description, `A share of ${money(total)} among ${line.sharers}`]
    case 'poolShare':
      return [description, `A share of ${money(total)} among ${line.sharers}, paid by the pool`]
    case 'leftover':
      return [
        `Left over from ${description}`,
        `${money(total)} among ${line.sharers} leaves ${money(line.left)} that cannot be divided. It goes out in the smallest units, in an order drawn for each expense, so that over many it falls on everybody alike. This time ${personName} came ${ordinal(line.turn)}.`,
      ]
    case 'deposit':
      return [description, 'Put into the pool']
    case 'sent':
      return [`Payment to ${other}`, `Paid by ${personName}`]
    case 'received':
      return [`Payment from ${other}`, `Received by ${personName}`]
  }
}

function ordinal(n: number): string {
  const suffix = n % 100 > 10 && n % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${suffix}`
}
