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

/** @param sum of the lines in minor units; null while they are loaded */
export function whyTitle(
  figure: WhyFigure,
  personName: string,
  sum: number | null | undefined,
  currency: CurrencyCode,
): string {
  if (figure !== 'netBalance' || !sum) return `${figureNames[figure]}: ${personName}`
  const amount = formatMoney(toMajor(Math.abs(sum), currency), currency)
  const isMe = personName === 'you'
  if (sum < 0) return `Why ${personName} ${isMe ? 'owe' : 'owes'} ${amount}`
  return `Why ${personName} ${isMe ? 'are' : 'is'} owed ${amount}`
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
        `${money(total)} does not divide by ${line.sharers}, so ${leftoverText(line.left, money(1), personName)}`,
      ]
    case 'deposit':
      return [description, 'Put into the pool']
    case 'sent':
      return [`Payment to ${other}`, `Paid by ${personName}`]
    case 'received':
      return [`Payment from ${other}`, `Received by ${personName}`]
  }
}

/** @param unit the smallest amount of the currency, which each of them pays more */
function leftoverText(people: number, unit: string, personName: string): string {
  if (people === 1) return `one person pays ${unit} more. This time it is ${personName}.`
  return `${people} people pay ${unit} more. This time ${personName === 'you' ? 'you are' : `${personName} is`} one of them.`
}
