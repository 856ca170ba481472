// The form of an expense, loaded on demand together with react-hook-form.

import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'

export const LazyExpenseForm = lazyDialog(
  async () => (await import('#web/money/expenses/form/ExpenseFormDialog.tsx')).ExpenseFormDialog,
)
