// What the settlement means for one person: the sentence that comes first, and what there is for them to do.

import { inSentence } from '#core/kernel/inSentence.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { SettlementResponse, SuggestedPayment } from '#core/money/responses.ts'
import { balanceStatus } from '#web/money/balanceStatus.ts'
import { sumOf } from '#web/money/sumOf.ts'
import { formatMoney } from '#web/platform/format.ts'

export interface PersonalStanding {
  status: 'owed' | 'owes' | 'settled'
  /** Major units, never negative: 'You are owed HK$420.00'. */
  amount: number
  /** What to do and what to expect: 'Pay bob HK$62.03.' */
  steps: string[]
}

/**
 * Null for somebody the settlement does not know.
 * @param net what they are owed, in major units, where this device knows more than the settlement
 */
export function standingOf(
  { participants, payments }: Pick<SettlementResponse, 'participants' | 'payments'>,
  personId: string,
  currency: CurrencyCode,
  net?: number,
): PersonalStanding | null {
  const me = participants.find(({ id }) => id === personId)
  if (!me) return null
  // What the pool keeps for somebody is theirs already: it is neither paid to them nor owed by the others.
  const open = sumOf([net ?? me.netBalance, -me.heldInPool], currency)
  const status = balanceStatus(open, currency)
  const money = (amount: number): string => formatMoney(amount, currency)
  return {
    status,
    amount: status === 'settled' ? 0 : Math.abs(open),
    steps: [
      ...payments
        .filter(({ from }) => from.id === personId)
        .map(({ to, amount }) => `Pay ${partyName(to)} ${money(amount)}.`),
      ...payments
        .filter(({ to }) => to.id === personId)
        .map(({ from, amount }) =>
          from.type === 'pool'
            ? `Take ${money(amount)} out of ${partyName(from)}.`
            : `${partyName(from)} pays you ${money(amount)}.`,
        ),
      ...(me.heldInPool > 0 ? [`${money(me.heldInPool)} stays in the pool for you.`] : []),
    ],
  }
}

/** As it reads within a sentence. */
const partyName = ({ type, name }: SuggestedPayment['from']): string =>
  type === 'pool' ? 'the Shared Pool' : inSentence(name)

/** What one has to do oneself first, then what one gets, then what is between others. */
export function mineFirst(payments: readonly SuggestedPayment[], personId: string): SuggestedPayment[] {
  const place = ({ from, to }: SuggestedPayment): number =>
    from.id === personId ? 0 : to.id === personId ? 1 : 2
  return payments.toSorted((a, b) => place(a) - place(b))
}
