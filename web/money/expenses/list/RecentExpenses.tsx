// The newest expenses.

import { useCallback, useEffect } from 'react'
import type { TripResponse } from '#core/trips/responses.ts'
import { dayHeading } from '#web/platform/time/dayTitle.ts'
import { ExpenseRow } from '#web/money/expenses/list/ExpenseRow.tsx'
import { OpenedExpense } from '#web/money/expenses/OpenedExpense.tsx'
import { defaultOptions, firstRows, groupExpenses } from '#web/money/expenses/list/findExpenses.ts'
import { countedTotal, type ShownExpense } from '#web/money/expenses/expenseList.ts'
import type { Expenses } from '#web/money/expenses/useExpenses.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { useToday } from '#web/platform/time/useNow.ts'
import { useRowKeys } from '#web/ui/lists/useRowKeys.ts'
import { useOpened } from '#web/ui/dialogs/useOpened.ts'
import { List } from '#web/ui/lists/List.tsx'
import { closeSheets } from '#web/ui/dialogs/layers.ts'
import { Money } from '#web/ui/Money.tsx'
import { Skeleton, SkeletonList } from '#web/ui/feedback/Skeleton.tsx'

/** Recent expenses shown (spec §9). */
const RECENT = 10

interface RecentExpensesProps {
  trip: TripResponse
  expenses: Expenses
  /** The id of the expense that the address asks for. */
  requestedId?: string | null
  onRequestDone?: () => void
}

export function RecentExpenses({ trip, expenses, requestedId = null, onRequestDone }: RecentExpensesProps) {
  const { rows, isLoaded, myId, named } = expenses
  const opened = useOpened<ShownExpense>()
  const { open } = opened
  const openRow = useCallback(
    (row: ShownExpense) => {
      closeSheets()
      open(row)
    },
    [open],
  )
  useEffect(() => {
    if (requestedId === null || !isLoaded) return
    const requested = rows.find(({ record }) => record.id === requestedId)
    if (requested) openRow(requested)
    onRequestDone?.()
  }, [requestedId, isLoaded, rows, openRow, onRequestDone])
  const today = useToday()
  // The sums are of whole days, even if only a part of one is shown.
  const wholeDays = groupExpenses(rows, { ...defaultOptions, groupBy: 'day' }, named)
  const days = firstRows(wholeDays, RECENT).map((day, index) => ({
    ...day,
    ...dayHeading(day.key, today),
    total: formatMinor(countedTotal(wholeDays[index]!.rows).total, trip.currency),
  }))
  const rowKeys = useRowKeys(opened.isOpen)
  const isListShown = isLoaded || rows.length > 0
  return (
    <section aria-labelledby="recent-expenses">
      <h3 id="recent-expenses" className="sr-only">
        Recent Expenses
      </h3>
      {isListShown ? (
        <div className="grid gap-3" onKeyDown={rowKeys}>
          {days.map(({ key, title, note, total, rows }) => (
            <div key={key}>
              <h4 className="flex items-baseline justify-between gap-3 px-4.25 pb-1.5">
                <span>
                  <span className="font-semibold">{title}</span>
                  {note && (
                    <span className="text-muted">
                      {' '}
                      <span>{note}</span>
                    </span>
                  )}
                </span>
                <Money text={total} className="text-secondary text-muted" />
              </h4>
              <List label={title}>
                {rows.map((row) => (
                  <ExpenseRow
                    key={row.record.id}
                    row={row}
                    named={named}
                    myId={myId}
                    below="day"
                    isOpen={opened.isOpen && opened.record?.record.id === row.record.id}
                    onOpen={openRow}
                  />
                ))}
              </List>
            </div>
          ))}
        </div>
      ) : (
        <>
          <Skeleton className="relative top-1 mx-4.25 mb-3.5 h-4 w-28" />
          <SkeletonList rows={RECENT} label="Loading recent expenses" />
        </>
      )}
      <OpenedExpense trip={trip} opened={opened} />
    </section>
  )
}
