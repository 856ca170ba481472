// The details are loaded when somebody is about to look at an expense.

import { onDemand } from '#web/ui/onDemand.tsx'

export const LateExpenseDetails = onDemand(
  async () => (await import('#web/money/expenses/ExpenseDetailsDialog.tsx')).ExpenseDetailsDialog,
)
