// All expenses of a trip, searched, filtered and sorted on the device, with their total.

import { Download, SlidersHorizontal } from 'lucide-react'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { payingPeople } from '#core/money/signedAmount.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { ExpenseFilters, FilterChips, filterTexts } from '#web/money/expenses/list/ExpenseFilters.tsx'
import { ExpenseTable } from '#web/money/expenses/list/ExpenseTable.tsx'
import {
  type Conditions,
  type GroupBy,
  type ListOptions,
  type Order,
  defaultOptions,
  findExpenses,
  groupExpenses,
  noConditions,
  sortExpenses,
} from '#web/money/expenses/list/findExpenses.ts'
import { categoryParts } from '#web/money/expenses/overview/categoryParts.ts'
import { PartsBar } from '#web/money/StackedBar.tsx'
import { type ExpensesFormat, saveExpenses } from '#web/money/exports/saveExpenses.ts'
import { OpenedExpense } from '#web/money/expenses/OpenedExpense.tsx'
import { type ShownExpense, countedTotal } from '#web/money/expenses/expenseList.ts'
import { EXPENSES_NOT_FETCHED, useExpenses } from '#web/money/expenses/useExpenses.ts'
import { useOpened } from '#web/ui/dialogs/useOpened.ts'
import { withFormer } from '#web/money/tripPeople.ts'
import { useCategories } from '#web/money/useCategories.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import type { FindName } from '#core/money/roster.ts'
import { formatCount } from '#web/platform/time/format.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Dialog, type DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { leaveControl } from '#web/ui/focus.ts'
import { Loaded } from '#web/ui/feedback/Loaded.tsx'
import { Menu } from '#web/ui/buttons/Menu.tsx'
import { ReceiptPicture } from '#web/ui/pictures/ReceiptPicture.tsx'
import { SearchPicture } from '#web/ui/pictures/SearchPicture.tsx'
import { SearchField } from '#web/ui/fields/SearchField.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'

const groupings: { value: GroupBy; label: string }[] = [
  { value: 'none', label: 'No groups' },
  { value: 'category', label: 'Group by Category' },
  { value: 'person', label: 'Group by Person who paid' },
  { value: 'day', label: 'Group by Day' },
]

interface AllExpensesDialogProps extends DialogState {
  trip: TripResponse
  /** The conditions at the opening. */
  shown: Partial<Conditions>
}

export function AllExpensesDialog({ trip, shown, ...state }: AllExpensesDialogProps) {
  const expenses = useExpenses(trip)
  const { rows, myId, named, isLoaded, query } = expenses
  const categories = useCategories()
  const [conditions, setConditions] = useState({ ...noConditions, ...shown })
  const [options, setOptions] = useState(defaultOptions)
  const changeOptions = (changed: Partial<ListOptions>) =>
    setOptions((previous) => ({ ...previous, ...changed }))
  const { groupBy, showFilters } = options
  const opened = useOpened<ShownExpense>()
  const { matching, groups, order, criteria } = useMatchingExpenses(rows, conditions, options, named)
  const payers = usePayers(trip.id, rows, named)

  const setOrder = useCallback(
    ({ by, order }: Order) => setOptions((previous) => ({ ...previous, sortBy: by, sortOrder: order })),
    [],
  )
  const change = (changed: Partial<Conditions>) => setConditions((previous) => ({ ...previous, ...changed }))
  const clearFilters = () => setConditions(({ search }) => ({ ...noConditions, search }))
  return (
    <Dialog
      {...state}
      title="All Expenses"
      detail={trip.title}
      size="lg"
      cards
      head={
        <SearchBar
          search={conditions.search}
          onSearch={(search) => change({ search })}
          filterCount={filterTexts(conditions, payers).length}
          showsFilters={showFilters}
          onFilters={() => changeOptions({ showFilters: !showFilters })}
          onSave={(format) => saveExpenses(trip.id, format)}
        />
      }
    >
      <div className="grid gap-4">
        <div id="expense-filters" hidden={!showFilters}>
          <ExpenseFilters
            conditions={conditions}
            categories={categories}
            payers={payers}
            myId={myId}
            onChange={change}
          />
        </div>
        <FilterChips conditions={conditions} payers={payers} onChange={change} onClear={clearFilters} />
        {!isLoaded ? (
          <Loaded
            query={query}
            failed={EXPENSES_NOT_FETCHED}
            skeleton={<SkeletonList rows={5} label="Loading expenses..." />}
          />
        ) : rows.length === 0 ? (
          <EmptyState picture={<ReceiptPicture />} title="No expenses yet" />
        ) : (
          <>
            <Total expenses={matching} currency={trip.currency} />
            {matching.length > 0 ? (
              <div>
                <SelectField
                  label="Group by"
                  hideLabel
                  className="mb-2 md:mb-3 md:max-w-64"
                  value={groupBy}
                  onChange={({ target }) => changeOptions({ groupBy: target.value as GroupBy })}
                  options={groupings}
                />
                <ExpenseTable
                  groups={groups}
                  below={groupBy === 'day' || groupBy === 'category' ? groupBy : undefined}
                  criteria={criteria}
                  currency={trip.currency}
                  order={order}
                  onOrder={setOrder}
                  named={named}
                  myId={myId}
                  onOpen={opened.open}
                />
              </div>
            ) : (
              <EmptyState
                picture={<SearchPicture />}
                title="No expenses match"
                action={
                  <Button
                    variant="secondary"
                    onClick={(event) => {
                      leaveControl(event.currentTarget)
                      setConditions(noConditions)
                    }}
                  >
                    Show All
                  </Button>
                }
              />
            )}
          </>
        )}
      </div>
      <OpenedExpense trip={trip} opened={opened} />
    </Dialog>
  )
}

/** Everybody on the trip, and the payers who have left it. */
function usePayers(tripId: string, rows: readonly ShownExpense[], named: FindName) {
  const { people } = useTripPeople(tripId)
  return useMemo(
    () => withFormer(people ?? [], rows.flatMap(({ record }) => payingPeople(record)).map(named)),
    [people, rows, named],
  )
}

/** The expenses that meet the conditions. Typing stays quick: the list follows when the browser has time. */
function useMatchingExpenses(
  rows: readonly ShownExpense[],
  conditions: Conditions,
  { sortBy, sortOrder, groupBy }: ListOptions,
  named: FindName,
) {
  const deferred = useDeferredValue(conditions)
  const order = useMemo((): Order => ({ by: sortBy, order: sortOrder }), [sortBy, sortOrder])
  const matching = useMemo(
    () => sortExpenses(findExpenses(rows, deferred, named), order),
    [rows, deferred, order, named],
  )
  const groups = useMemo(
    () => groupExpenses(matching, { groupBy, sortBy, sortOrder }, named),
    [matching, groupBy, sortBy, sortOrder, named],
  )
  const criteria = useMemo(() => [deferred, order, groupBy], [deferred, order, groupBy])
  return { matching, groups, order, criteria }
}

interface SearchBarProps {
  search: string
  onSearch: (search: string) => void
  filterCount: number
  showsFilters: boolean
  onFilters: () => void
  onSave: (format: ExpensesFormat) => void
}

function SearchBar({ search, onSearch, filterCount, showsFilters, onFilters, onSave }: SearchBarProps) {
  return (
    <div className="flex flex-wrap gap-2 border-b border-line gutter py-3">
      <SearchField label="Search expenses" className="flex-[1_1_9rem]" value={search} onChange={onSearch} />
      <Button
        variant="secondary"
        icon={SlidersHorizontal}
        aria-expanded={showsFilters}
        aria-controls="expense-filters"
        onClick={onFilters}
      >{`Filters${filterCount > 0 ? ` (${filterCount})` : ''}`}</Button>
      <Menu
        label="Export"
        items={[
          { label: 'Export as a spreadsheet (CSV)', icon: Download, onSelect: () => onSave('spreadsheet') },
          { label: 'Export for Splitwise or Tricount', icon: Download, onSelect: () => onSave('splitwise') },
          { label: 'Export for Spliit (JSON)', icon: Download, onSelect: () => onSave('spliit') },
        ]}
      />
    </div>
  )
}

interface TotalProps {
  expenses: readonly ShownExpense[]
  currency: CurrencyCode
}

function Total({ expenses, currency }: TotalProps) {
  const { count, total } = useMemo(() => countedTotal(expenses), [expenses])
  const parts = useMemo(() => categoryParts(expenses), [expenses])
  return (
    <div className="grid gap-1.5">
      <output className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-muted">{formatCount(count, 'expense')}</span>
        <span className="text-title font-semibold tabular-nums">{`Total ${formatMinor(total, currency)}`}</span>
      </output>
      {parts.length > 1 && <PartsBar parts={parts} />}
    </div>
  )
}
