// The category of an expense as chips. Those used most on the trip come first, in an order that stays while the form is
// open.

import { useMemo, useState } from 'react'
import type { ExpenseResponse } from '#core/money/responses.ts'
import { categoryStyle } from '#web/money/categoryStyle.ts'
import type { ExpenseFormParts } from '#web/money/expenses/useExpenseForm.ts'
import { useCategories } from '#web/money/useCategories.ts'
import { ChoiceChips } from '#web/ui/ChoiceChips.tsx'
import { ErrorText } from '#web/ui/ErrorText.tsx'

interface CategoryFieldProps extends ExpenseFormParts {
  expenses: readonly ExpenseResponse[]
}

export function CategoryField({ form, field, expenses }: CategoryFieldProps) {
  const categories = useCategories()
  const chosen = form.watch('category')
  const [uses] = useState(() => usesOf(expenses))
  const choices = useMemo(
    () =>
      categories
        .map(({ id, name }) => ({ value: id, label: name, icon: categoryStyle(id).icon }))
        .sort((a, b) => (uses.get(b.value) ?? 0) - (uses.get(a.value) ?? 0)),
    [categories, uses],
  )
  const { error, ...input } = field('category', { onChange: () => form.setValue('isCategoryChosen', true) })
  return (
    <div>
      <ChoiceChips label="Category" choices={choices} chosen={chosen} {...input} />
      <ErrorText text={error} />
    </div>
  )
}

function usesOf(expenses: readonly ExpenseResponse[]): Map<string, number> {
  const uses = new Map<string, number>()
  for (const { category } of expenses) uses.set(category, (uses.get(category) ?? 0) + 1)
  return uses
}
