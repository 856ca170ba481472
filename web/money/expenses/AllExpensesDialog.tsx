// All expenses of a trip: searched, filtered and sorted on the device, with the total of what is shown.

import { SlidersHorizontal } from 'lucide-react'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { TripResponse } from '#core/trips/responses.ts'
import { summaryOf } from '#web/money/expenses/expenseFigures.ts'
import { ExpenseFilters, FilterChips, filterTexts } from '#web/money/expenses/ExpenseFilters.tsx'
import { ExpenseTable } from '#web/money/expenses/ExpenseTable.tsx'
import type { Conditions, ListOptions, Order } from '#web/money/expenses/findExpenses.ts'
import {
  defaultOptions,
  findable,
  findExpenses,
  groupExpenses,
  noConditions,
  sortExpenses,
} from '#web/money/expenses/findExpenses.ts'
import { GroupChooser } from '#web/money/expenses/GroupChooser.tsx'
import { OpenedExpense } from '#web/money/expenses/OpenedExpense.tsx'
import type { ShownExpense } from '#web/money/expenses/pendingExpenses.ts'
import { useExpenses } from '#web/money/expenses/useExpenses.ts'
import { useOpened } from '#web/money/expenses/useOpened.ts'
import { ReloadBanner } from '#web/money/ReloadBanner.tsx'
import { withFormer } from '#web/money/tripPeople.ts'
import { useCategories } from '#web/money/useCategories.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import { formatMoney } from '#web/platform/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SearchPicture } from '#web/ui/pictures/SearchPicture.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'

interface AllExpensesDialogProps {
  open: boolean
  onClose: () => void
  trip: TripResponse
}

export function AllExpensesDialog({ open, onClose, trip }: AllExpensesDialogProps) {
  const { rows, me, confirmed, error, isLoading, reload } = useExpenses(trip)
  const { people } = useTripPeople(trip.id)
  const categories = useCategories()
  const [conditions, setConditions] = useState(noConditions)
  const [options, setOptions] = useState(defaultOptions)
  const set = (changed: Partial<ListOptions>) => setOptions((now) => ({ ...now, ...changed }))
  const { sortBy, sortOrder, groupBy, showFilters } = options
  const opened = useOpened<ShownExpense>()

  // Typing stays quick; the list follows as soon as there is time.
  const wanted = useDeferredValue(conditions)
  const all = useMemo(() => findable(rows), [rows])
  const order = useMemo((): Order => ({ by: sortBy, order: sortOrder }), [sortBy, sortOrder])
  const found = useMemo(() => sortExpenses(findExpenses(all, wanted), order), [all, wanted, order])
  const groups = useMemo(
    () => groupExpenses(found, { groupBy, sortBy, sortOrder }),
    [found, groupBy, sortBy, sortOrder],
  )
  const total = useMemo(() => summaryOf(found, trip.currency, me), [found, trip.currency, me])
  const payers = useMemo(
    () =>
      withFormer(
        people ?? [],
        rows.flatMap(({ expense }) => expense.paidBy ?? []),
      ),
    [people, rows],
  )

  const setOrder = useCallback(
    ({ by, order }: Order) => setOptions((now) => ({ ...now, sortBy: by, sortOrder: order })),
    [],
  )
  const change = (changed: Partial<Conditions>) => setConditions((now) => ({ ...now, ...changed }))
  const clearFilters = () => setConditions(({ search }) => ({ ...noConditions, search }))
  const active = filterTexts(conditions, payers).length
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="All Expenses"
      size="lg"
      cards
      head={
        <div className="flex flex-wrap gap-2 border-b border-line gutter py-3">
          <SearchField
            label="Search expenses"
            className="flex-[1_1_9rem]"
            value={conditions.search}
            onChange={(search) => change({ search })}
          />
          <Button
            variant="secondary"
            icon={SlidersHorizontal}
            aria-expanded={showFilters}
            aria-controls="expense-filters"
            onClick={() => set({ showFilters: !showFilters })}
          >
            Filters{active > 0 && ` (${active})`}
          </Button>
        </div>
      }
    >
      <div className="grid gap-4">
        {error && confirmed && (
          <ReloadBanner
            message="Failed to fetch expenses"
            hasData
            retrying={isLoading}
            onRetry={() => void reload()}
          />
        )}
        <div id="expense-filters" hidden={!showFilters}>
          <ExpenseFilters
            conditions={conditions}
            categories={categories}
            payers={payers}
            me={me}
            onChange={change}
          />
        </div>
        <FilterChips conditions={conditions} payers={payers} onChange={change} onClear={clearFilters} />
        <output className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="text-muted">
            {total.expenseCount === 1 ? '1 expense' : `${total.expenseCount} expenses`}
          </span>
          <span className="text-title font-semibold tabular-nums">
            Total {formatMoney(total.totalAmount, trip.currency)}
          </span>
        </output>
        {found.length > 0 ? (
          <div>
            <GroupChooser value={groupBy} onChange={(groupBy) => set({ groupBy })} />
            <ExpenseTable
              groups={groups}
              currency={trip.currency}
              order={order}
              onOrder={setOrder}
              me={me}
              onOpen={opened.open}
            />
          </div>
        ) : (
          <EmptyState
            picture={<SearchPicture />}
            title="No expenses match"
            action={
              <Button variant="secondary" onClick={() => setConditions(noConditions)}>
                Show All
              </Button>
            }
          />
        )}
      </div>
      <OpenedExpense trip={trip} opened={opened} />
    </Dialog>
  )
}
