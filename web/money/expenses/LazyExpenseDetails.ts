// The details of an expense, loaded on demand.

import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'

export const LazyExpenseDetails = lazyDialog(
  async () => (await import('#web/money/expenses/details/ExpenseDetailsDialog.tsx')).ExpenseDetailsDialog,
)
