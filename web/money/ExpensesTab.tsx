// The expenses of a trip: where I stand, what it all cost, what came last; and the way to add, look and search.

import { ListFilter } from 'lucide-react'
import { useEffect, useState } from 'react'
import { getBalances, getExpenseSummary, listExpenses } from '#core/money/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { BalanceCard } from '#web/money/expenses/BalanceCard.tsx'
import { summaryOf } from '#web/money/expenses/expenseFigures.ts'
import { ExpenseFigures, FiguresSkeleton } from '#web/money/expenses/ExpenseFigures.tsx'
import { LateExpenseDetails } from '#web/money/expenses/LateExpenseDetails.ts'
import { LateExpenseForm } from '#web/money/expenses/LateExpenseForm.ts'
import { RecentExpenses } from '#web/money/expenses/RecentExpenses.tsx'
import { SpendingPicture } from '#web/money/expenses/SpendingPicture.tsx'
import type { Expenses } from '#web/money/expenses/useExpenses.ts'
import { useExpenses } from '#web/money/expenses/useExpenses.ts'
import { useReloadWhenRefused } from '#web/money/expenses/useReloadWhenRefused.ts'
import { ReloadBanner } from '#web/money/ReloadBanner.tsx'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import { useQuery } from '#web/platform/queries.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { whenIdle } from '#web/platform/whenIdle.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Fab } from '#web/ui/Fab.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { ReceiptPicture } from '#web/ui/pictures/ReceiptPicture.tsx'

const LateAllExpenses = onDemand(
  async () => (await import('#web/money/expenses/AllExpensesDialog.tsx')).AllExpensesDialog,
)

export function ExpensesTab({ trip }: { trip: TripResponse }) {
  const expenses = useExpenses(trip)
  // So that the form has everybody at hand, also without a network.
  useTripPeople(trip.id)
  useReloadOnOpen(true, useQuery(listExpenses, { tripId: trip.id }))
  useReloadOnOpen(true, useQuery(getBalances, { tripId: trip.id }))
  useReloadWhenRefused(trip.id, expenses)
  const [adding, setAdding] = useState(false)
  const [searching, setSearching] = useState(false)
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
            <Button onClick={add} onPointerEnter={LateExpenseForm.prefetch}>
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
              onPointerEnter={LateAllExpenses.prefetch}
              onFocus={LateAllExpenses.prefetch}
              className="md:justify-self-start"
            >
              View All Expenses
            </Button>
          )}
          <RecentExpenses trip={trip} expenses={expenses} />
          <SpendingPicture rows={expenses.rows} currency={trip.currency} />
        </>
      )}
      <Fab
        within="dialog"
        label="Add Expense"
        onClick={add}
        onPointerEnter={LateExpenseForm.prefetch}
        onFocus={LateExpenseForm.prefetch}
      />
      <LateExpenseForm open={adding} onClose={() => setAdding(false)} trip={trip} />
      <LateAllExpenses open={searching} onClose={() => setSearching(false)} trip={trip} />
    </div>
  )
}

function prefetch(): void {
  for (const dialog of [LateExpenseForm, LateExpenseDetails, LateAllExpenses]) dialog.prefetch()
}

/** The server's own small answer comes first on a slow line; once the list is here, the sums are those of the list. */
function Figures({ trip, expenses }: { trip: TripResponse; expenses: Expenses }) {
  const { confirmed, rows, me } = expenses
  const { data, error, isLoading, reload } = useQuery(getExpenseSummary, { tripId: trip.id })
  const summary = confirmed ? summaryOf(rows, trip.currency, me) : data?.summary
  if (summary) return <ExpenseFigures summary={summary} currency={trip.currency} />
  // The list says itself that it failed.
  if (expenses.error) return null
  if (!error) return <FiguresSkeleton />
  return (
    <ReloadBanner
      message="Failed to fetch expense summary"
      retrying={isLoading}
      onRetry={() => void reload()}
    />
  )
}
