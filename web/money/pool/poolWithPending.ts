// The pool as it is shown: what the server confirmed, and over it the deposits, removals and pool payments on their
// way. What was refused is on screen and in no sum.

import type { CurrencyCode } from '#core/kernel/money.ts'
import type { Pool, PoolTransaction } from '#core/money/responses.ts'
import type { ContributionBody, PaymentBody } from '#core/money/bodies.ts'
import { contributeToPool, makePayment, removeContribution } from '#core/money/contract.ts'
import { isEndpoint } from '#web/platform/outbox/item.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'
import { sumOf } from '#web/money/sumOf.ts'

export interface ShownTransaction {
  transaction: PoolTransaction
  /** What is on its way about it. */
  item: PendingCommand | null
  isRemoval: boolean
}

export interface ShownPool {
  /** Major units, as all amounts here. */
  balance: number
  /** Newest first. */
  rows: ShownTransaction[]
  contributorCount: number
  /** RFC 3339. */
  lastActivity: string | null
  /** How many changes of it wait for the network. */
  waiting: number
}

interface Place {
  currency: CurrencyCode
  me: { id: string; username: string }
  nameOf: (personId: string) => string
}

/** @param pending of this trip, oldest first */
export function poolWithPending(pool: Pool, pending: readonly PendingCommand[], place: Place): ShownPool {
  const known = new Set(pool.transactions.map(({ id }) => id))
  const added = pending.filter((item) => isEndpoint(item, contributeToPool) && !known.has(item.id))
  const removed = new Map(
    pending
      .filter((item) => isEndpoint(item, removeContribution))
      .map((item) => [item.params['transactionId'], item] as const),
  )
  const rows = [
    ...added.map((item) => ({ transaction: expected(item, place), item, isRemoval: false })).reverse(),
    ...pool.transactions.map((transaction) => {
      const item = removed.get(transaction.id) ?? null
      return { transaction, item, isRemoval: item !== null }
    }),
  ]
  const underWay = (item: PendingCommand): boolean => item.state !== 'refused'
  const shift = [
    ...added.filter(underWay).map((item) => (item.body as ContributionBody).amount),
    ...rows.flatMap(({ transaction, item, isRemoval }) =>
      isRemoval && item && underWay(item) ? [-transaction.amount] : [],
    ),
    ...pending.filter((item) => isEndpoint(item, makePayment) && underWay(item)).map(throughPool),
  ]
  const contributors = rows.flatMap(({ transaction: { type, participant } }) =>
    type === 'contribution' && participant ? [participant.id] : [],
  )
  return {
    balance: sumOf([pool.balance, ...shift], place.currency),
    rows,
    contributorCount: new Set(contributors).size,
    lastActivity: rows[0]?.transaction.createdAt ?? null,
    waiting: pending.filter((item) => item.state === 'waiting' && movesPool(item)).length,
  }
}

const movesPool = (item: PendingCommand): boolean =>
  isEndpoint(item, contributeToPool) ||
  isEndpoint(item, removeContribution) ||
  (isEndpoint(item, makePayment) && throughPool(item) !== 0)

/** What a payment brings into the pool; below 0 what it takes out. */
function throughPool({ body }: PendingCommand): number {
  const { from, to, amount } = body as PaymentBody
  if (to.type === 'pool') return amount
  return from.type === 'pool' ? -amount : 0
}

/** The transaction a deposit will be. */
function expected({ id, body, at }: PendingCommand, { me, nameOf }: Place): PoolTransaction {
  const { amount, description, participant } = body as ContributionBody
  const { id: personId, type } = participant ?? { id: me.id, type: 'user' as const }
  const name = nameOf(personId)
  return {
    id,
    type: 'contribution',
    amount,
    description: description ?? 'Pool contribution',
    userId: type === 'user' ? personId : null,
    user: type === 'user' ? { username: name } : null,
    participant: { id: personId, type, name },
    recordedBy: me,
    createdAt: at,
    date: at.slice(0, 10),
    canRemove: false,
  }
}
