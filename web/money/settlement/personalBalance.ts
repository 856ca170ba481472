// The settlement for one person: the balance and the steps.

import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { NamedParty } from '#core/money/responses.ts'
import type { NamedLeg, NamedParticipant, NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'

export interface PersonalBalance {
  status: 'owed' | 'owes' | 'settled'
  /** Minor units, never negative: 'You are owed HK$420.00'. */
  amount: number
  /** The steps: 'Pay bob HK$62.03.' */
  steps: string[]
}

export const NOTHING_TO_PAY = 'Nothing to pay.'

export interface StepRow {
  /** The other party. */
  party: NamedParty
  text: string
  /** Minor units. */
  amount: number
}

/** Null for a person who is not in the settlement. */
export function personalBalanceOf(
  { participants, payments }: Pick<NamedSettlement, 'participants' | 'payments'>,
  personId: string,
  currency: CurrencyCode,
): PersonalBalance | null {
  const me = participants.find(({ id }) => id === personId)
  if (!me) return null
  const money = (amount: number): string => formatMinor(amount, currency)
  return {
    status: me.status,
    amount: Math.abs(openBalance(me)),
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
 * What others owe the person or, negative, the person owes them: what the pool holds for a person is theirs already.
 */
export const openBalance = ({ status, netBalance, heldInPool }: NamedParticipant): number =>
  status === 'settled' ? 0 : netBalance - heldInPool

/** The steps as rows: 'Pay bob', 62.03. */
export const stepRows = (payments: readonly NamedLeg[], personId: string): StepRow[] =>
  ownFirst(payments, personId).flatMap(({ from, to, amount }) => {
    if (from.id === personId) return { party: to, text: `Pay ${partyName(to)}`, amount }
    if (to.id !== personId) return []
    const text = from.type === 'pool' ? `Take out of ${partyName(from)}` : `${partyName(from)} pays you`
    return { party: from, text, amount }
  })

/** The name of a party within a sentence. */
const partyName = ({ type, name }: NamedParty): string =>
  type === 'pool' ? 'the Shared Pool' : isolateBidi(name)

/**
 * Payments from the person first, then payments to them, then the others as in the picture: the larger first, and those of
 * the pool last. No payment that is made changes the order of the rest.
 */
export function ownFirst(payments: readonly NamedLeg[], personId: string): NamedLeg[] {
  const rank = ({ from, to }: NamedLeg): number =>
    from.id === personId ? 0 : to.id === personId ? 1 : from.type === 'pool' ? 3 : 2
  return payments.toSorted((a, b) => rank(a) - rank(b) || (rank(a) < 2 ? 0 : b.amount - a.amount))
}
