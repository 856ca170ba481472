// The Expenses tab: my balance and the totals, recent expenses, and the buttons to add and to search.

import { Plus } from 'lucide-react'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { TripResponse } from '#core/trips/responses.ts'
import type { Conditions } from '#web/money/expenses/list/findExpenses.ts'
import { CategoryChips } from '#web/money/expenses/overview/CategoryChips.tsx'
import { CategoryPicture } from '#web/money/expenses/overview/CategoryPicture.tsx'
import { LazyExpenseDetails } from '#web/money/expenses/LazyExpenseDetails.ts'
import { LazyExpenseForm } from '#web/money/expenses/LazyExpenseForm.ts'
import { PaidAndShare } from '#web/money/expenses/overview/PaidAndShare.tsx'
import { RecentExpenses } from '#web/money/expenses/list/RecentExpenses.tsx'
import { spendingBars } from '#web/money/expenses/overview/spendingOverTime.ts'
import { SpendingPicture } from '#web/money/expenses/overview/SpendingPicture.tsx'
import { SummaryCard } from '#web/money/expenses/overview/SummaryCard.tsx'
import { LazySettlement } from '#web/money/settlement/LazySettlement.ts'
import { EXPENSES_NOT_FETCHED, useExpenses } from '#web/money/expenses/useExpenses.ts'
import { requestDialog, useRequestedDialog } from '#web/platform/forms/useRequestedDialog.ts'
import { useIdlePart } from '#web/platform/page/useIdlePart.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { closeSheets } from '#web/ui/dialogs/layers.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { Fab } from '#web/ui/buttons/Fab.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'
import { LARGE_PX, useWide } from '#web/ui/useWide.ts'
import { useDialogs } from '#web/ui/dialogs/useDialogs.ts'
import { ReceiptPicture } from '#web/ui/pictures/ReceiptPicture.tsx'
import { useCommands } from '#web/platform/outbox/useOutbox.ts'

const LazyAllExpenses = lazyDialog(
  async () => (await import('#web/money/expenses/list/AllExpensesDialog.tsx')).AllExpensesDialog,
)
const LazyImport = lazyDialog(async () => (await import('#web/money/imports/ImportDialog.tsx')).ImportDialog)
const LazyExportTrip = lazyDialog(
  async () => (await import('#web/money/archive/ExportTripDialog.tsx')).ExportTripDialog,
)

export function ExpensesTab({ trip }: { trip: TripResponse }) {
  const expenses = useExpenses(trip)
  // The charts follow once the new expense is in the list.
  const chartRows = useDeferredValue(expenses.rows)
  const { openDialog, dialog } = useDialogs<'add' | 'search' | 'import' | 'export' | 'settlement'>()
  const [shown, setShown] = useState<{ conditions: Partial<Conditions>; opening: number }>({
    conditions: {},
    opening: 0,
  })
  // On a slow network the trip comes first.
  useEffect(() => (expenses.isLoaded ? whenIdle(prefetch) : undefined), [expenses.isLoaded])

  const add = () => openDialog('add')
  useRequestedDialog('#expenses/add', add)
  useRequestedDialog('#expenses/import', () => openDialog('import'))
  useRequestedDialog('#expenses/export', () => openDialog('export'))
  const search = useCallback(
    (conditions: Partial<Conditions>) => {
      setShown(({ opening }) => ({ conditions, opening: opening + 1 }))
      openDialog('search')
    },
    [openDialog],
  )
  const openDays = useCallback(
    ({ from, to }: Pick<Conditions, 'from' | 'to'>) => search({ from, to }),
    [search],
  )
  useRequestedDialog('#expenses/search', () => search({}))
  // The last one, because it takes every part that the others have left.
  const [requestedId, setRequestedId] = useState<string | null>(null)
  useRequestedDialog('#expenses/*', setRequestedId)
  const endRequest = useCallback(() => setRequestedId(null), [])
  const isWide = useWide(LARGE_PX)
  const openSettlement = () => {
    closeSheets()
    openDialog('settlement')
  }
  const addButton = (
    <Button icon={Plus} className="ms-auto shrink-0" onClick={add} {...LazyExpenseForm.prefetchProps}>
      Add Expense
    </Button>
  )
  const { query } = expenses
  // One failure has one message, whatever it keeps from being shown.
  const isFailed = !expenses.isLoaded && query.error !== null && expenses.rows.length === 0
  const isEmpty = expenses.isLoaded && expenses.rows.length === 0
  const { currency, startDate, endDate } = trip
  const bars = useMemo(() => spendingBars(chartRows, { startDate, endDate }), [chartRows, startDate, endDate])
  const hasNoChart = isEmpty || (chartRows.length > 0 && bars.length === 0)
  return (
    <div className="grid gap-2.5 gutter py-3 roomy:grid-cols-2 roomy:gap-4 md:py-5 columns:grid-cols-[minmax(0,1fr)_340px] columns:grid-rows-[auto_auto_auto_1fr]">
      <div
        className={`flex flex-col beside-sheet:has-[>div:empty]:hidden *:last:grow columns:col-start-2 columns:col-end-auto columns:row-span-2 ${hasNoChart ? 'roomy:col-span-2' : ''}`}
      >
        <div className="mb-3 grid gap-3 empty:hidden">
          <PartsOfImports tripId={trip.id} />
        </div>
        {!isFailed && (
          <SummaryCard
            trip={trip}
            settle={{
              // In a narrow window it covers the tab, and is that of Money.
              onClick: () => (isWide ? openSettlement() : requestDialog('#money/settlement')),
              ...LazySettlement.prefetchProps,
            }}
          />
        )}
      </div>
      {isFailed ? (
        <div className="roomy:col-span-2">
          <ErrorState
            message={EXPENSES_NOT_FETCHED}
            details={['Failed to fetch user balances', 'Failed to fetch expense summary']}
            retrying={query.isLoading}
            onRetry={() => void query.reload()}
          />
        </div>
      ) : isEmpty ? (
        <div className="roomy:col-span-2 columns:col-span-1 columns:col-start-1 columns:row-span-3 columns:row-start-1">
          <EmptyState
            picture={<ReceiptPicture />}
            title="No expenses yet"
            detail="Whoever pays first adds it here, and everyone sees their share."
            action={
              <span className="grid gap-1">
                <Button onClick={add} {...LazyExpenseForm.prefetchProps}>
                  Add the First Expense
                </Button>
                <Button variant="quiet" onClick={() => openDialog('import')} {...LazyImport.prefetchProps}>
                  Import from another app
                </Button>
              </span>
            }
          />
        </div>
      ) : (
        <>
          <div className="roomy:col-span-2 columns:col-span-1 columns:col-start-1 columns:row-start-1">
            {!expenses.isLoaded && !isFailed && (
              <div className="flex min-h-11 gap-2">
                <Skeleton round className="h-11 w-42 beside-sheet:flex-1 columns:flex-1" />
                {isWide && addButton}
              </div>
            )}
            {expenses.isLoaded && expenses.rows.length > 0 && (
              <CategoryChips
                tripId={trip.id}
                onOpen={search}
                onIntent={LazyAllExpenses.prefetch}
                action={isWide && addButton}
              />
            )}
          </div>
          <div className="roomy:col-span-2 columns:col-span-1 columns:col-start-1 columns:row-span-3 columns:row-start-2">
            <RecentExpenses {...{ trip, expenses, requestedId }} onRequestDone={endRequest} />
          </div>
          {!expenses.isLoaded && (
            <Skeleton className="h-60 not-roomy:hidden roomy:col-start-2 roomy:row-start-1 beside-sheet:hidden columns:hidden" />
          )}
          <div className="contents columns:col-start-2 columns:row-start-3 columns:grid columns:gap-4">
            <div className="grid columns:order-1 empty:hidden beside-sheet:hidden roomy:col-start-2 roomy:row-start-1 columns:col-auto columns:row-auto">
              <SpendingPicture bars={bars} currency={currency} onOpen={openDays} />
            </div>
            <CategoryPicture rows={chartRows} currency={trip.currency} onOpen={search} />
            <div className="grid columns:order-2 empty:hidden">
              <PaidAndShare trip={trip} />
            </div>
          </div>
        </>
      )}
      {/* In a wide window it is above the list, where it covers nothing. */}
      {(!isWide || isEmpty || isFailed) && (
        <Fab
          within="dialog"
          named
          soft={isEmpty}
          label="Add Expense"
          onClick={add}
          {...LazyExpenseForm.prefetchProps}
        />
      )}
      <LazyExpenseForm {...dialog('add')} trip={trip} />
      <LazySettlement {...dialog('settlement')} trip={trip} />
      <LazyImport {...dialog('import')} trip={trip} />
      <LazyExportTrip {...dialog('export')} trip={trip} />
      <LazyAllExpenses key={shown.opening} {...dialog('search')} trip={trip} shown={shown.conditions} />
    </div>
  )
}

function prefetch(): void {
  for (const dialog of [LazyExpenseForm, LazyExpenseDetails, LazyAllExpenses]) dialog.prefetch()
}

/** Few have one, so its code is loaded then. */
function PartsOfImports({ tripId }: { tripId: string }) {
  const hasParts = useCommands(tripId).some(({ part }) => part !== undefined)
  return hasParts && <LazyUnfinishedImports tripId={tripId} />
}

const loadUnfinishedImports = async () =>
  (await import('#web/money/imports/sending/UnfinishedImports.tsx')).UnfinishedImports

const LazyUnfinishedImports = (props: { tripId: string }) => useIdlePart(loadUnfinishedImports, props)
