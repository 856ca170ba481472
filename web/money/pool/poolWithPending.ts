// The pool with pending contributions, removals and pool payments applied. Refused ones are shown, but in no sum.

import type { CurrencyCode } from '#core/kernel/money.ts'
import type { Pool, PoolTransaction } from '#core/money/responses.ts'
import type { ContributionBody, PaymentBody } from '#core/money/bodies.ts'
import { contributeToPool, makePayment, removeContribution } from '#core/money/contract.ts'
import { isEndpoint } from '#web/platform/outbox/outboxItem.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'
import { sumOf } from '#web/money/sumOf.ts'

export interface ShownTransaction {
  transaction: PoolTransaction
  /** Its pending command. */
  item: PendingCommand | null
  isRemoval: boolean
}

export interface ShownPool {
  /** In major units, like all amounts here. */
  balance: number
  /** Newest first. */
  rows: ShownTransaction[]
  contributorCount: number
  /** RFC 3339. */
  lastActivity: string | null
  /** Number of its changes that wait for the network. */
  waiting: number
}

interface PoolContext {
  currency: CurrencyCode
  me: { id: string; username: string }
  nameOf: (personId: string) => string
}

/** @param pending of this trip, oldest first */
export function poolWithPending(
  pool: Pool,
  pending: readonly PendingCommand[],
  context: PoolContext,
): ShownPool {
  const confirmedIds = new Set(pool.transactions.map(({ id }) => id))
  const added = pending.filter((item) => isEndpoint(item, contributeToPool) && !confirmedIds.has(item.id))
  const removed = new Map(
    pending
      .filter((item) => isEndpoint(item, removeContribution))
      .map((item) => [item.params['transactionId'], item] as const),
  )
  const rows = [
    ...added
      .map((item) => ({ transaction: optimisticTransaction(item, context), item, isRemoval: false }))
      .reverse(),
    ...pool.transactions.map((transaction) => {
      const item = removed.get(transaction.id) ?? null
      return { transaction, item, isRemoval: item !== null }
    }),
  ]
  const isUnderWay = (item: PendingCommand): boolean => item.state !== 'refused'
  const changes = [
    ...added.filter(isUnderWay).map((item) => (item.body as ContributionBody).amount),
    ...rows.flatMap(({ transaction, item, isRemoval }) =>
      isRemoval && item && isUnderWay(item) ? [-transaction.amount] : [],
    ),
    ...pending.filter((item) => isEndpoint(item, makePayment) && isUnderWay(item)).map(throughPool),
  ]
  const contributors = rows.flatMap(({ transaction: { type, participant } }) =>
    type === 'contribution' && participant ? [participant.id] : [],
  )
  return {
    balance: sumOf([pool.balance, ...changes], context.currency),
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

/** What a payment adds to the pool; negative for what it takes out. */
function throughPool({ body }: PendingCommand): number {
  const { from, to, amount } = body as PaymentBody
  if (to.type === 'pool') return amount
  return from.type === 'pool' ? -amount : 0
}

/** The transaction a pending contribution will create. */
function optimisticTransaction(
  { id, body, at }: PendingCommand,
  { me, nameOf }: PoolContext,
): PoolTransaction {
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
