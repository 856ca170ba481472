// Chooses how the list of expenses is grouped.

import type { GroupBy } from '#web/money/expenses/findExpenses.ts'
import { SelectField } from '#web/ui/SelectField.tsx'

const groupings: { value: GroupBy; label: string }[] = [
  { value: 'none', label: 'No groups' },
  { value: 'category', label: 'Group by Category' },
  { value: 'person', label: 'Group by Person who paid' },
  { value: 'day', label: 'Group by Day' },
]

interface GroupChooserProps {
  value: GroupBy
  onChange: (groupBy: GroupBy) => void
}

export const GroupChooser = ({ value, onChange }: GroupChooserProps) => (
  <SelectField
    label="Group by"
    hideLabel
    className="mb-2 md:mb-3 md:max-w-64"
    value={value}
    onChange={({ target }) => onChange(target.value as GroupBy)}
    options={groupings}
  />
)
