// The texts of a line in the explanation of a figure.

import type { CurrencyCode } from '#core/kernel/money.ts'
import type { SharePart, WhyFigure, WhyGroup, WhyLine } from '#web/money/why/why.ts'
import { shownModes } from '#web/money/shownModes.ts'
import { formatFigure } from '#web/money/formatFigure.ts'
import { formatCount } from '#web/platform/time/format.ts'
import { figureNames } from '#web/money/why/figureNames.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'

/** @param sum of the lines in minor units; null while they are loaded */
export function whyTitle(
  figure: WhyFigure,
  personName: string,
  sum: number | null | undefined,
  currency: CurrencyCode,
): string {
  if (figure !== 'netBalance' || !sum) return `${figureNames[figure]}: ${personName}`
  const amount = formatMinor(Math.abs(sum), currency)
  const isMe = personName === 'you'
  if (sum < 0) return `Why ${personName} ${isMe ? 'owe' : 'owes'} ${amount}`
  return `Why ${personName} ${isMe ? 'are' : 'is'} owed ${amount}`
}

/** The heading of a group of lines. */
export const groupTitle = (kind: WhyGroup['kind'], isMe: boolean): string =>
  ({
    paid: isMe ? 'You paid' : 'Paid',
    share: isMe ? 'Your shares' : 'Shares',
    contribution: 'Pool',
    payment: 'Payments',
  })[kind]

export const entriesText = (count: number): string => formatCount(count, 'entry', 'entries')

interface LineValues {
  /** Of the expense or contribution; '' for a contribution without one of its own. */
  description: string
  /** The other party of a payment. */
  other: string
  /** What was paid, where it was paid in another currency. */
  original: string
  /** The day of a contribution or payment. */
  day: string
  isMe: boolean
  currency: CurrencyCode
}

/** @returns title and detail; '' for no detail */
export function lineText(
  line: WhyLine,
  { description, other, original, day, isMe, currency }: LineValues,
): [title: string, detail: string] {
  switch (line.kind) {
    case 'paid':
      return [description, original]
    case 'share':
    case 'poolShare':
      return [description, partText(line.part, currency)]
    case 'contribution':
      return [description || (isMe ? 'Your deposit' : 'Deposit'), day]
    case 'sent':
      return [`Payment to ${other}`, day]
    case 'received':
      return [`Payment from ${other}`, day]
  }
}

function partText(part: SharePart, currency: CurrencyCode): string {
  if (part.mode === 'equal')
    return `1 of ${part.sharers}${part.leftover === 1 ? ` + ${unitOf(currency)}` : ''}`
  return part.mode === 'items' ? 'By items' : shownModes[part.mode].part(part.number, part.sum)
}

/** The smallest amount of the currency: '0.01'. */
const unitOf = (currency: CurrencyCode): string => formatFigure(1, currency)
