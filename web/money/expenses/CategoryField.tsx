// The category of an expense as chips, always in the same order. Without a choice it is Other.

import { useMemo } from 'react'
import { categoryStyle } from '#web/money/categoryStyle.ts'
import type { ExpenseFormParts } from '#web/money/expenses/useExpenseForm.ts'
import { useCategories } from '#web/money/useCategories.ts'
import { ChoiceChips } from '#web/ui/fields/ChoiceChips.tsx'
import { ErrorText } from '#web/ui/feedback/ErrorText.tsx'

export function CategoryField({ form, field }: ExpenseFormParts) {
  const categories = useCategories()
  const chosen = form.watch('category')
  const choices = useMemo(
    () => categories.map(({ id, name }) => ({ value: id, label: name, icon: categoryStyle(id).icon })),
    [categories],
  )
  const { error, ...input } = field('category', { onChange: () => form.setValue('isCategoryChosen', true) })
  return (
    <div>
      <ChoiceChips label="Category" choices={choices} chosen={chosen} {...input} />
      <ErrorText text={error} />
    </div>
  )
}
