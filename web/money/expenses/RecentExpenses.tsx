// The newest expenses, and the refused commands of deleted ones.

import type { ExpenseBody } from '#core/money/bodies.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { ExpenseRow } from '#web/money/expenses/ExpenseRow.tsx'
import { expenseTexts } from '#web/money/expenses/expenseCommands.ts'
import { OpenedExpense } from '#web/money/expenses/OpenedExpense.tsx'
import type { ShownExpense } from '#web/money/expenses/pendingExpenses.ts'
import type { Expenses } from '#web/money/expenses/useExpenses.ts'
import { useOpened } from '#web/ui/useOpened.ts'
import { LostChanges } from '#web/ui/LostChanges.tsx'
import { List } from '#web/ui/List.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'

/** Recent expenses shown (spec §9). */
const RECENT = 10

interface RecentExpensesProps {
  trip: TripResponse
  expenses: Expenses
}

export function RecentExpenses({ trip, expenses }: RecentExpensesProps) {
  const { rows, lost, isLoaded, myId, query } = expenses
  const opened = useOpened<ShownExpense>()
  const isListShown = isLoaded || rows.length > 0
  return (
    <section aria-labelledby="recent-expenses">
      <SectionTitle level={3} id="recent-expenses">
        Recent Expenses
      </SectionTitle>
      <div className="mb-3 empty:hidden">
        <LostChanges
          commands={lost}
          titleOf={({ kind }) => expenseTexts[kind].failed}
          enteredIn={({ body }) => (body as Partial<ExpenseBody> | null)?.description}
          name="the change of an expense that is gone"
        />
      </div>
      {isListShown ? (
        <List label="Recent expenses">
          {rows.slice(0, RECENT).map((row) => (
            <ExpenseRow key={row.expense.id} row={row} myId={myId} onOpen={opened.open} />
          ))}
        </List>
      ) : (
        <Loaded
          query={query}
          failed="Failed to fetch expenses"
          skeleton={<SkeletonList rows={RECENT} label="Loading recent expenses" />}
          retriesInPlace
        />
      )}
      <OpenedExpense trip={trip} opened={opened} />
    </section>
  )
}
