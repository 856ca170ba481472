// The transactions of the pool with the pending commands that are about them.

import type { ContributionBody } from '#core/money/bodies.ts'
import { contributeToPool, removeContribution } from '#core/money/contract.ts'
import type { Pool, PoolTransaction } from '#core/money/responses.ts'
import { isEndpoint } from '#web/platform/outbox/outboxItem.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'

export interface ShownTransaction {
  transaction: PoolTransaction
  /** Its pending command. */
  item: PendingCommand | null
  isRemoval: boolean
}

interface PoolContext {
  me: { id: string; username: string }
  nameOf: (personId: string) => string
}

/**
 * Newest first. A contribution that is being removed stays on the screen, and so does a new one that was refused.
 * @param transactions with the pending commands applied
 * @param confirmed without them
 * @param pending of this trip, oldest first; commands of other features are ignored
 */
export function withPendingTransactions(
  transactions: Pool['transactions'],
  confirmed: Pool['transactions'],
  pending: readonly PendingCommand[],
  context: PoolContext,
): ShownTransaction[] {
  const ids = new Set(transactions.map(({ id }) => id))
  const confirmedIds = new Set(confirmed.map(({ id }) => id))
  const additions = pending.filter((item) => isEndpoint(item, contributeToPool) && !confirmedIds.has(item.id))
  const removals = pending.filter((item) => isEndpoint(item, removeContribution))
  const removalOf = (id: string) => removals.find(({ params }) => params['transactionId'] === id)
  const removed = confirmed.filter(({ id }) => !ids.has(id) && removalOf(id))
  const refused = additions.filter(({ id }) => !ids.has(id)).map((item) => enteredTransaction(item, context))
  return [...transactions, ...removed, ...refused]
    .map((transaction) => {
      const removal = removalOf(transaction.id)
      const item = removal ?? additions.find(({ id }) => id === transaction.id) ?? null
      return { transaction, item, isRemoval: removal !== undefined }
    })
    .sort((a, b) => compareNewest(a.transaction.createdAt, b.transaction.createdAt))
}

const compareNewest = (a: string, b: string): number => Number(a < b) - Number(a > b)

function enteredTransaction({ id, body, at }: PendingCommand, { me, nameOf }: PoolContext): PoolTransaction {
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
