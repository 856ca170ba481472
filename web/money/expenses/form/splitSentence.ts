// Describes the split of an amount before the expense has an id. The id decides who carries the remaining minor
// units, so the sentence gives a number of people and no names.

import { type CurrencyCode } from '#core/kernel/money.ts'
import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import type { NamedRef } from '#core/money/responses.ts'
import type { OfferedSplit } from '#web/money/expenses/form/carriedValues.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'

export interface EqualSplit {
  /** Minor units everybody carries. */
  each: number
  /** Number of people who carry one minor unit more. */
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
  const unitName = smallest.get(currency) ?? 'cent'
  const some = oneMore === 1 ? 'one' : oneMore
  if (each === 0) return `One ${unitName} for ${some}, nothing for the others`
  const text = `${formatMinor(each, currency)}${sharers === 1 ? ' for one person' : '\u00a0each'}`
  return oneMore === 0 ? text : `${text}, one ${unitName} more for ${some}`
}

/** 'you', 'bob', 'you and bob', '3 people'. */
export function payersName(payers: readonly NamedRef[], myId: string): string {
  const [first, second] = payers.map(({ id, name }) => (id === myId ? 'you' : name))
  if (first === undefined) return 'nobody yet'
  if (second === undefined) return first
  return payers.length === 2 ? `${first} and ${second}` : `${payers.length} people`
}

/** 'As last time: bob, 2 of 5'. @param people on the trip, with the payer among them */
export function offeredText(
  { paidBy, sharedBy }: OfferedSplit,
  people: readonly NamedRef[],
  myId: string,
): string {
  const payer = people.find(({ id }) => id === paidBy)
  const name = paidBy === myId ? 'you' : isolateBidi(payer?.name ?? '')
  const count = sharedBy.length === people.length ? 'all' : `${sharedBy.length} of`
  return `As last time: ${name}, ${count} ${people.length}`
}

/** The name of the minor unit where it is not a cent. */
const smallest = new Map<CurrencyCode, string>([
  ['GBP', 'penny'],
  ['JPY', 'yen'],
  ['CNY', 'fen'],
])
