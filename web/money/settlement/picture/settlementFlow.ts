// Groups the payments of a settlement for its picture: payers at one side, receivers at the other, and the pool between
// them while it pays. Of many people at a side, the smallest are one group.

import { sumOfAmounts } from '#core/kernel/money.ts'
import { POOL } from '#core/money/balances/ledger.ts'

/** Minor units; `from` and `to` are ids of people, or `POOL`. */
export interface FlowPayment {
  from: string
  to: string
  amount: number
  isPaid: boolean
}

export interface FlowParty {
  /** A person's id, `POOL`, or `OTHERS`. */
  id: string
  /** The people it stands for; one, unless it is `OTHERS`. */
  ids: string[]
  /** All its payments at this side. */
  total: number
  /** Those not made yet. */
  open: number
}

export interface FlowRibbon extends FlowPayment {
  /** The indexes of its payments. */
  payments: number[]
}

export interface SettlementFlow {
  payers: FlowParty[]
  /** Null unless the pool pays. A pool that is paid is one of the receivers. */
  pool: FlowParty | null
  receivers: FlowParty[]
  ribbons: FlowRibbon[]
}

/** The id of the people who are one group at their side. */
export const OTHERS = 'others'
const PEOPLE_AT_MOST = 4

/** The signed-in person first and never in a group, then by amount. */
export function settlementFlow(payments: readonly FlowPayment[], myId: string): SettlementFlow {
  const payerOf = groupsOf(payments, 'from', myId)
  const receiverOf = groupsOf(payments, 'to', myId)
  const grouped = payments.map((payment, index) => ({
    ...payment,
    from: payerOf(payment.from),
    to: receiverOf(payment.to),
    index,
  }))
  const ribbons = Map.groupBy(grouped, ({ from, to, isPaid }) => `${from} ${to} ${isPaid}`)
  const all = partiesOf(payments, 'from', payerOf, myId)
  return {
    payers: all.filter(({ id }) => id !== POOL),
    pool: all.find(({ id }) => id === POOL) ?? null,
    receivers: partiesOf(payments, 'to', receiverOf, myId),
    ribbons: Array.from(ribbons.values(), (own) => {
      const { from, to, isPaid } = own[0]!
      return { from, to, isPaid, amount: sumOfAmounts(own), payments: own.map(({ index }) => index) }
    }),
  }
}

/** @returns the id of the party that a person belongs to */
function groupsOf(payments: readonly FlowPayment[], side: 'from' | 'to', myId: string) {
  const people = partiesOf(payments, side, (id) => id, myId).filter(({ id }) => id !== POOL)
  // A group of one would have no less to show than the person.
  const single = people.length > PEOPLE_AT_MOST ? people.slice(0, PEOPLE_AT_MOST - 1) : people
  const ids = new Set([POOL, ...single.map(({ id }) => id)])
  return (id: string): string => (ids.has(id) ? id : OTHERS)
}

function partiesOf(
  payments: readonly FlowPayment[],
  side: 'from' | 'to',
  groupOf: (id: string) => string,
  myId: string,
): FlowParty[] {
  const groups = Map.groupBy(payments, (payment) => groupOf(payment[side]))
  const rank = (id: string): number => (id === myId ? 0 : id === OTHERS ? 2 : id === POOL ? 3 : 1)
  return Array.from(groups, ([id, own]) => ({
    id,
    ids: [...new Set(own.map((payment) => payment[side]))],
    total: sumOfAmounts(own),
    open: sumOfAmounts(own.filter(({ isPaid }) => !isPaid)),
  })).sort((a, b) => rank(a.id) - rank(b.id) || b.total - a.total || (a.id < b.id ? -1 : 1))
}
