// The form is loaded when somebody is about to add or edit, with react-hook-form in it.

import { onDemand } from '#web/ui/onDemand.tsx'

export const LateExpenseForm = onDemand(
  async () => (await import('#web/money/expenses/ExpenseFormDialog.tsx')).ExpenseFormDialog,
)
