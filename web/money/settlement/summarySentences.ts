// The summary of the settlement in two sentences: what the signed-in person does, and how many payments settle everyone.

import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import { locale } from '#core/kernel/format.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { NamedLeg, NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { formatCount } from '#web/platform/time/format.ts'

export interface SentencePart {
  text: string
  /** A person's name, which is emphasized. */
  isName?: true
}

/** Beyond that the sentence counts the people; the rows below name them. */
const NAMED_AT_MOST = 3

const list = new Intl.ListFormat(locale)

/** 'Pay bob HK$62.03 and Mia HK$5.00.' Empty without a payment from or to the person. */
export function ownPaymentsSentence(
  payments: readonly NamedLeg[],
  personId: string,
  currency: CurrencyCode,
): SentencePart[] {
  const own = (side: 'from' | 'to', other: 'to' | 'from', isPool: boolean) =>
    payments
      .filter((payment) => payment[side].id === personId && (payment[other].type === 'pool') === isPool)
      .map((payment) => ({
        name: isolateBidi(payment[other].name),
        amount: formatMinor(payment.amount, currency),
      }))
  const [paid, payers] = [own('from', 'to', false), own('to', 'from', false)]
  const sentences: SentencePart[][] = [
    ...own('from', 'to', true).map(({ amount }) => [{ text: `Pay the Shared Pool ${amount}.` }]),
    ...(paid.length === 0 ? [] : [[{ text: 'Pay ' }, ...named(paid), { text: '.' }]]),
    ...(payers.length === 0
      ? []
      : [[...named(payers, { first: ' pays you', all: ' pay you' }), { text: '.' }]]),
    ...own('to', 'from', true).map(({ amount }) => [{ text: `Take ${amount} out of the Shared Pool.` }]),
  ]
  return sentences.flatMap((sentence, index) => (index === 0 ? sentence : [{ text: ' ' }, ...sentence]))
}

/** @param verbs of the first of those who are named, and of all who are counted */
function named(
  people: readonly { name: string; amount: string }[],
  verbs = { first: '', all: '' },
): SentencePart[] {
  if (people.length > NAMED_AT_MOST) return [{ text: `${people.length} people${verbs.all}` }]
  return list.formatToParts(people.map((_, index) => String(index))).flatMap((part): SentencePart[] => {
    if (part.type === 'literal') return [{ text: part.value }]
    const { name, amount } = people[Number(part.value)]!
    return [{ text: name, isName: true }, { text: `${part.value === '0' ? verbs.first : ''} ${amount}` }]
  })
}

/**
 * '5 payments settle everyone, the fewest possible.' Null when everyone is settled. Of one payment there is no doubt that
 * it is the fewest.
 */
export function planSentence({
  payments: { length: count },
  isFewest,
  isSettled,
}: Pick<NamedSettlement, 'payments' | 'isFewest' | 'isSettled'>): string | null {
  if (count === 0 || isSettled) return null
  const settles = `${formatCount(count, 'payment')} ${count === 1 ? 'settles' : 'settle'} everyone`
  return `${settles}${isFewest && count > 1 ? ', the fewest possible' : ''}.`
}
