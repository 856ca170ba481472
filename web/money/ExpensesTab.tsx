// The Expenses tab: my balance, totals, recent expenses, and the buttons to add and to search.

import { ListFilter } from 'lucide-react'
import { useEffect } from 'react'
import type { TripResponse } from '#core/trips/responses.ts'
import { summaryResponse } from '#projections/replica/moneyResponses.ts'
import { BalanceCard } from '#web/money/expenses/BalanceCard.tsx'
import { ExpenseFigures, FiguresSkeleton } from '#web/money/expenses/ExpenseFigures.tsx'
import { LazyExpenseDetails } from '#web/money/expenses/LazyExpenseDetails.ts'
import { LazyExpenseForm } from '#web/money/expenses/LazyExpenseForm.ts'
import { RecentExpenses } from '#web/money/expenses/RecentExpenses.tsx'
import { SpendingPicture } from '#web/money/expenses/SpendingPicture.tsx'
import { useExpenses } from '#web/money/expenses/useExpenses.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { whenIdle } from '#web/platform/whenIdle.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Fab } from '#web/ui/Fab.tsx'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { RetryBanner } from '#web/ui/RetryBanner.tsx'
import { useAsking } from '#web/ui/useAsking.ts'
import { ReceiptPicture } from '#web/ui/pictures/ReceiptPicture.tsx'

const LazyAllExpenses = lazyDialog(
  async () => (await import('#web/money/expenses/AllExpensesDialog.tsx')).AllExpensesDialog,
)

export function ExpensesTab({ trip }: { trip: TripResponse }) {
  const expenses = useExpenses(trip)
  const { ask, dialog } = useAsking<'add' | 'search'>()
  // On a slow network the trip comes first.
  useEffect(() => (expenses.isLoaded ? whenIdle(prefetch) : undefined), [expenses.isLoaded])

  const add = () => ask('add')
  const isEmpty = expenses.isLoaded && expenses.rows.length + expenses.lost.length === 0
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
          <Figures trip={trip} />
          {expenses.rows.length > 0 && (
            <Button
              variant="secondary"
              icon={ListFilter}
              onClick={() => ask('search')}
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
      <LazyExpenseForm {...dialog('add')} trip={trip} />
      <LazyAllExpenses {...dialog('search')} trip={trip} />
    </div>
  )
}

function prefetch(): void {
  for (const dialog of [LazyExpenseForm, LazyExpenseDetails, LazyAllExpenses]) dialog.prefetch()
}

function Figures({ trip }: { trip: TripResponse }) {
  const query = useTripResponse(trip.id, summaryResponse)
  if (query.data) return <ExpenseFigures summary={query.data} currency={trip.currency} />
  if (!query.error) return <FiguresSkeleton />
  return <RetryBanner query={query} title="Failed to fetch expense summary" />
}
