// What is shown = what is confirmed, and the commands on their way over it. A command that the confirmed list holds
// already changes nothing, whichever of the two arrives first.

import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import type { ExpenseResponse } from '#core/money/responses.ts'
import type { ExpenseBody } from '#core/money/bodies.ts'
import {
  addExpenseEndpoint,
  addExpenseEnhancedEndpoint,
  editExpenseEndpoint,
  removeExpense,
} from '#core/money/contract.ts'
import { byNewestExpense } from '#core/money/toResponse.ts'
import type { ExpenseContext } from '#web/money/expenses/optimisticExpense.ts'
import { optimisticExpense, withExpenseChanges } from '#web/money/expenses/optimisticExpense.ts'

/** What the overlay reads of an item of the outbox. */
export interface PendingExpenseCommand {
  /** The id of what it creates. */
  id: string
  key: string
  call: Pick<Endpoint, 'method' | 'path'>
  params: Params
  body: unknown
  /** The trip's id. */
  lane: string
  state: 'sending' | 'waiting' | 'refused'
  memoryOnly: boolean
  error: string | null
  /** RFC 3339. */
  at: string
  retry(): void
  discard(): void
}

type Kind = 'add' | 'edit' | 'remove'

export interface PendingMarkOf extends PendingExpenseCommand {
  kind: Kind
}

export interface ShownExpense {
  expense: ExpenseResponse
  /** What is on its way or was refused, oldest first. */
  marks: readonly PendingMarkOf[]
  /** False for what was refused or is being deleted: it is on screen and in no sum. */
  counts: boolean
}

export interface ExpensesWithPending {
  /** Newest first. */
  rows: ShownExpense[]
  /** Refused changes of expenses that are gone. */
  lost: PendingMarkOf[]
}

/**
 * @param confirmed newest first, as the server sorts them
 * @param changes the outbox, oldest first; what is of other trips or of other things is left out
 */
export function withPendingExpenses(
  confirmed: readonly ExpenseResponse[],
  changes: readonly PendingExpenseCommand[],
  place: ExpenseContext,
): ExpensesWithPending {
  const rows = new Map(confirmed.map((expense) => [expense.id, plain(expense)]))
  const lost: PendingMarkOf[] = []
  const marks = marksIn(changes, place.tripId)
  for (const mark of marks) {
    const id = mark.kind === 'add' ? mark.id : mark.params['expenseId']!
    const row = rows.get(id)
    if (mark.kind === 'add') rows.set(id, row ?? added(mark, place))
    else if (row) rows.set(id, marked(row, mark))
    else if (mark.state === 'refused') lost.push(mark)
  }
  const all = [...rows.values()]
  return { rows: marks.length === 0 ? all : all.sort((a, b) => byNewestExpense(a.expense, b.expense)), lost }
}

/** Still on its way: neither confirmed nor refused. */
export const isBeingSent = ({ state }: PendingExpenseCommand): boolean => state !== 'refused'

const kinds = new Map<string, Kind>()
for (const { method, path } of [addExpenseEndpoint, addExpenseEnhancedEndpoint])
  kinds.set(`${method} ${path}`, 'add')
kinds.set(`${editExpenseEndpoint.method} ${editExpenseEndpoint.path}`, 'edit')
kinds.set(`${removeExpense.method} ${removeExpense.path}`, 'remove')

function marksIn(changes: readonly PendingExpenseCommand[], tripId: string): PendingMarkOf[] {
  return changes.flatMap((change) => {
    const kind = kinds.get(`${change.call.method} ${change.call.path}`)
    return kind && change.lane === tripId ? [{ ...change, kind }] : []
  })
}

const plain = (expense: ExpenseResponse): ShownExpense => ({ expense, marks: [], counts: true })

function added(mark: PendingMarkOf, place: ExpenseContext): ShownExpense {
  const expense = optimisticExpense(mark.id, mark.body as ExpenseBody, mark.at, place)
  return { expense, marks: [mark], counts: isBeingSent(mark) }
}

function marked(row: ShownExpense, mark: PendingMarkOf): ShownExpense {
  const marks = [...row.marks, mark]
  if (!isBeingSent(mark)) return { ...row, marks }
  if (mark.kind === 'remove') return { ...row, marks, counts: false }
  return { ...row, marks, expense: withExpenseChanges(row.expense, mark.body as Partial<ExpenseBody>) }
}
