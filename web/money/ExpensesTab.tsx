// The Expenses tab: my balance, totals, recent expenses, and the buttons to add and to search.

import { ListFilter } from 'lucide-react'
import { useEffect, useState } from 'react'
import { getBalances, getExpenseSummary } from '#core/money/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { BalanceCard } from '#web/money/expenses/BalanceCard.tsx'
import { summaryOf } from '#web/money/expenses/expenseFigures.ts'
import { ExpenseFigures, FiguresSkeleton } from '#web/money/expenses/ExpenseFigures.tsx'
import { LazyExpenseDetails } from '#web/money/expenses/LazyExpenseDetails.ts'
import { LazyExpenseForm } from '#web/money/expenses/LazyExpenseForm.ts'
import { RecentExpenses } from '#web/money/expenses/RecentExpenses.tsx'
import { SpendingPicture } from '#web/money/expenses/SpendingPicture.tsx'
import { type Expenses, useExpenses } from '#web/money/expenses/useExpenses.ts'
import { useReloadWhenRefused } from '#web/money/expenses/useReloadWhenRefused.ts'
import { ReloadBanner } from '#web/money/ReloadBanner.tsx'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import { useQuery } from '#web/platform/queries.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { whenIdle } from '#web/platform/whenIdle.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Fab } from '#web/ui/Fab.tsx'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { ReceiptPicture } from '#web/ui/pictures/ReceiptPicture.tsx'

const LazyAllExpenses = lazyDialog(
  async () => (await import('#web/money/expenses/AllExpensesDialog.tsx')).AllExpensesDialog,
)

export function ExpensesTab({ trip }: { trip: TripResponse }) {
  const expenses = useExpenses(trip)
  // Loads the people early, so that the form opens without a network, too.
  useTripPeople(trip.id)
  useReloadOnOpen(true, expenses.query)
  useReloadOnOpen(true, useQuery(getBalances, { tripId: trip.id }))
  useReloadWhenRefused(trip.id, expenses)
  const [isAdding, setAdding] = useState(false)
  const [isSearching, setSearching] = useState(false)
  useEffect(() => whenIdle(prefetch), [])

  const add = () => setAdding(true)
  const isEmpty = expenses.confirmed !== null && expenses.rows.length + expenses.lost.length === 0
  return (
    <div className="grid gap-3 gutter py-4 md:gap-4 md:py-5">
      <BalanceCard trip={trip} />
      {isEmpty ? (
        <EmptyState
          picture={<ReceiptPicture />}
          title="No expenses yet"
          detail="Whoever pays first adds it here, and everybody sees their share."
          action={
            <Button onClick={add} {...LazyExpenseForm.prefetchProps}>
              Add the First Expense
            </Button>
          }
        />
      ) : (
        <>
          <Figures trip={trip} expenses={expenses} />
          {expenses.rows.length > 0 && (
            <Button
              variant="secondary"
              icon={ListFilter}
              onClick={() => setSearching(true)}
              {...LazyAllExpenses.prefetchProps}
              className="md:justify-self-start"
            >
              View All Expenses
            </Button>
          )}
          <RecentExpenses trip={trip} expenses={expenses} />
          <SpendingPicture rows={expenses.rows} currency={trip.currency} />
        </>
      )}
      <Fab within="dialog" label="Add Expense" onClick={add} {...LazyExpenseForm.prefetchProps} />
      <LazyExpenseForm open={isAdding} onClose={() => setAdding(false)} trip={trip} />
      <LazyAllExpenses open={isSearching} onClose={() => setSearching(false)} trip={trip} />
    </div>
  )
}

function prefetch(): void {
  for (const dialog of [LazyExpenseForm, LazyExpenseDetails, LazyAllExpenses]) dialog.prefetch()
}

/** Totals from the server's summary until the list is loaded, then from the list, which includes pending changes. */
function Figures({ trip, expenses }: { trip: TripResponse; expenses: Expenses }) {
  const { confirmed, rows, myId } = expenses
  const query = useQuery(getExpenseSummary, { tripId: trip.id })
  const summary = confirmed ? summaryOf(rows, trip.currency, myId) : query.data?.summary
  if (summary) return <ExpenseFigures summary={summary} currency={trip.currency} />
  // RecentExpenses shows the error of the list.
  if (expenses.query.error) return null
  if (!query.error) return <FiguresSkeleton />
  return <ReloadBanner query={query} message="Failed to fetch expense summary" />
}
