// The expenses as shown: the confirmed ones with the pending commands applied. A command whose result is confirmed
// already changes nothing, whichever of the two arrives first.

import type { Endpoint } from '#core/kernel/endpoint.ts'
import type { ExpenseResponse } from '#core/money/responses.ts'
import type { ExpenseBody } from '#core/money/bodies.ts'
import {
  addExpenseEndpoint,
  addExpenseEnhancedEndpoint,
  editExpenseEndpoint,
  removeExpense,
} from '#core/money/contract.ts'
import { byNewestExpense } from '#core/money/toResponse.ts'
import {
  type ExpenseContext,
  optimisticExpense,
  withExpenseChanges,
} from '#web/money/expenses/optimisticExpense.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'

/** The fields of a pending command that matter here. */
export interface PendingExpenseCommand extends Omit<
  PendingCommand,
  'endpoint' | 'path' | 'by' | 'code' | 'status'
> {
  endpoint: Pick<Endpoint, 'method' | 'path'>
}

type Kind = 'add' | 'edit' | 'remove'

export interface PendingExpenseChange extends PendingExpenseCommand {
  kind: Kind
}

export interface ShownExpense {
  expense: ExpenseResponse
  /** Pending or refused commands, oldest first. */
  pending: readonly PendingExpenseChange[]
  /** False when it was refused or is being deleted: shown, but in no sum. */
  counts: boolean
}

export interface ExpensesWithPending {
  /** Newest first. */
  rows: ShownExpense[]
  /** Refused changes of deleted expenses. */
  lost: PendingExpenseChange[]
}

/**
 * @param confirmed newest first, as the server sorts them
 * @param changes the outbox, oldest first; commands of other trips and features are ignored
 */
export function withPendingExpenses(
  confirmed: readonly ExpenseResponse[],
  changes: readonly PendingExpenseCommand[],
  context: ExpenseContext,
): ExpensesWithPending {
  const rows = new Map(confirmed.map((expense) => [expense.id, plain(expense)]))
  const lost: PendingExpenseChange[] = []
  const pending = changesIn(changes, context.tripId)
  for (const change of pending) {
    const id = change.kind === 'add' ? change.id : change.params['expenseId']!
    const row = rows.get(id)
    if (change.kind === 'add') rows.set(id, row ?? added(change, context))
    else if (row) rows.set(id, withChange(row, change))
    else if (change.state === 'refused') lost.push(change)
  }
  const all = [...rows.values()]
  return {
    rows: pending.length === 0 ? all : all.sort((a, b) => byNewestExpense(a.expense, b.expense)),
    lost,
  }
}

/** Neither confirmed nor refused. */
export const isBeingSent = ({ state }: PendingExpenseCommand): boolean => state !== 'refused'

const kinds = new Map<string, Kind>()
for (const { method, path } of [addExpenseEndpoint, addExpenseEnhancedEndpoint])
  kinds.set(`${method} ${path}`, 'add')
kinds.set(`${editExpenseEndpoint.method} ${editExpenseEndpoint.path}`, 'edit')
kinds.set(`${removeExpense.method} ${removeExpense.path}`, 'remove')

function changesIn(changes: readonly PendingExpenseCommand[], tripId: string): PendingExpenseChange[] {
  return changes.flatMap((change) => {
    const kind = kinds.get(`${change.endpoint.method} ${change.endpoint.path}`)
    return kind && change.lane === tripId ? [{ ...change, kind }] : []
  })
}

const plain = (expense: ExpenseResponse): ShownExpense => ({ expense, pending: [], counts: true })

function added(change: PendingExpenseChange, context: ExpenseContext): ShownExpense {
  const expense = optimisticExpense(change.id, change.body as ExpenseBody, change.at, context)
  return { expense, pending: [change], counts: isBeingSent(change) }
}

function withChange(row: ShownExpense, change: PendingExpenseChange): ShownExpense {
  const pending = [...row.pending, change]
  if (!isBeingSent(change)) return { ...row, pending }
  if (change.kind === 'remove') return { ...row, pending, counts: false }
  return { ...row, pending, expense: withExpenseChanges(row.expense, change.body as Partial<ExpenseBody>) }
}
