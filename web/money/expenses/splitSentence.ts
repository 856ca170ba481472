// How an amount is split, said before its id exists: who carries the cents left over is drawn from the id, which
// only sending makes, so that part is told as a number of people and never as a name.

import type { CurrencyCode } from '#core/kernel/money.ts'
import { toMajor } from '#core/kernel/money.ts'
import { formatMoney } from '#web/platform/format.ts'

export interface EqualSplit {
  /** Minor units that everybody carries. */
  each: number
  /** How many carry one minor unit more. */
  oneMore: number
}

/** @param sharers at least one */
export function equalSplit(amountMinor: number, sharers: number): EqualSplit {
  const each = Math.floor(amountMinor / sharers)
  return { each, oneMore: amountMinor - each * sharers }
}

/** 'HK$3.33 each, one cent more for one'. */
export function splitSentence(amountMinor: number, sharers: number, currency: CurrencyCode): string {
  const { each, oneMore } = equalSplit(amountMinor, sharers)
  const one = smallest.get(currency) ?? 'cent'
  const some = oneMore === 1 ? 'one' : oneMore
  if (each === 0) return `One ${one} for ${some}, nothing for the others`
  const text = `${money(each, currency)} ${sharers === 1 ? 'for one person' : 'each'}`
  return oneMore === 0 ? text : `${text}, one ${one} more for ${some}`
}

/** One sharer's part as far as it is known: 'HK$3.33', or 'HK$3.33 or HK$3.34' where a cent is left over. */
export function sharePreview(amountMinor: number, sharers: number, currency: CurrencyCode): string {
  const { each, oneMore } = equalSplit(amountMinor, sharers)
  if (oneMore === 0) return money(each, currency)
  return `${money(each, currency)} or ${money(each + 1, currency)}`
}

const money = (minor: number, currency: CurrencyCode): string =>
  formatMoney(toMajor(minor, currency), currency)

/** What the minor unit is called where it is not a cent. */
const smallest = new Map<CurrencyCode, string>([
  ['GBP', 'penny'],
  ['JPY', 'yen'],
  ['CNY', 'fen'],
])
