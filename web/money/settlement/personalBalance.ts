// The settlement for one person: the balance and the steps.

import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { NamedParty, SettlementResponse, SuggestedPayment } from '#core/money/responses.ts'
import { sumOf } from '#web/money/sumOf.ts'
import { formatMoney } from '#web/platform/time/format.ts'

export interface PersonalBalance {
  status: 'owed' | 'owes' | 'settled'
  /** Major units, never negative: 'You are owed HK$420.00'. */
  amount: number
  /** The steps: 'Pay bob HK$62.03.' */
  steps: string[]
}

export const NOTHING_TO_PAY = 'Nothing to pay.'

export interface StepRow {
  /** The other party. */
  party: NamedParty
  text: string
  /** Major units. */
  amount: number
}

/** Null for a person who is not in the settlement. */
export function personalBalanceOf(
  { participants, payments }: Pick<SettlementResponse, 'participants' | 'payments'>,
  personId: string,
  currency: CurrencyCode,
): PersonalBalance | null {
  const me = participants.find(({ id }) => id === personId)
  if (!me) return null
  const money = (amount: number): string => formatMoney(amount, currency)
  return {
    status: me.status,
    amount: Math.abs(openBalance(me, currency)),
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

/**
 * What others owe the person or, negative, the person owes them, in major units: what the pool holds for a person is
 * theirs already.
 */
export const openBalance = (
  { status, netBalance, heldInPool }: SettlementResponse['participants'][number],
  currency: CurrencyCode,
): number => (status === 'settled' ? 0 : sumOf([netBalance, -heldInPool], currency))

/** The steps as rows: 'Pay bob', 62.03. */
export const stepRows = (payments: readonly SuggestedPayment[], personId: string): StepRow[] =>
  ownFirst(payments, personId).flatMap(({ from, to, amount }) => {
    if (from.id === personId) return { party: to, text: `Pay ${partyName(to)}`, amount }
    if (to.id !== personId) return []
    const text = from.type === 'pool' ? `Take out of ${partyName(from)}` : `${partyName(from)} pays you`
    return { party: from, text, amount }
  })

/** The name of a party within a sentence. */
const partyName = ({ type, name }: SuggestedPayment['from']): string =>
  type === 'pool' ? 'the Shared Pool' : isolateBidi(name)

/**
 * Payments from the person first, then payments to them, then the others as in the picture: the larger first, and those of
 * the pool last. No payment that is made changes the order of the rest.
 */
export function ownFirst(payments: readonly SuggestedPayment[], personId: string): SuggestedPayment[] {
  const rank = ({ from, to }: SuggestedPayment): number =>
    from.id === personId ? 0 : to.id === personId ? 1 : from.type === 'pool' ? 3 : 2
  return payments.toSorted((a, b) => rank(a) - rank(b) || (rank(a) < 2 ? 0 : b.amount - a.amount))
}
