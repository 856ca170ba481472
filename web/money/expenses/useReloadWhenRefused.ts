// Reloads a trip when a command is refused: its data has changed.

import { useEffect } from 'react'
import { type ExpensesWithPending, isBeingSent } from '#web/money/expenses/pendingExpenses.ts'
import { reloadQueries } from '#web/platform/queries.ts'

export function useReloadWhenRefused(tripId: string, { rows, lost }: ExpensesWithPending): void {
  const marks = [...rows.flatMap((row) => row.pending), ...lost]
  const refused = marks
    .filter((mark) => !isBeingSent(mark))
    .map(({ key }) => key)
    .join()
  useEffect(() => {
    if (refused !== '') void reloadQueries([`/trips/${tripId}`])
  }, [tripId, refused])
}
