// Which column of a table means what, for a table that no known app wrote.

import { useState } from 'react'
import type { GenericColumns, Question } from '#core/imports/parsedFile.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'

interface ColumnFieldsProps {
  question: Extract<Question, { kind: 'columns' }>
  onAnswer: (columns: GenericColumns) => void
}

const texts = {
  date: 'Date',
  amount: 'Amount',
  payer: 'Who paid',
  description: 'Description',
  category: 'Category',
  currency: 'Currency',
} as const
type Column = keyof typeof texts
const needed: readonly Column[] = ['date', 'amount', 'payer']

export function ColumnFields({ question: { headers, rows, assumed }, onAnswer }: ColumnFieldsProps) {
  const [chosen, setChosen] = useState<Partial<GenericColumns>>({})
  const columns = { ...noColumns, ...assumed, ...chosen }
  const names = headers.map((header, index) => ({
    value: String(index),
    label: labelOf(header, rows, index),
  }))
  const indexOf = (value: string) => (value === '' ? null : Number(value))
  const choose = (more: Partial<GenericColumns>) => {
    setChosen({ ...chosen, ...more })
    const { date, amount, payer, ...others } = { ...columns, ...more }
    if (date !== null && amount !== null && payer !== null) onAnswer({ ...others, date, amount, payer })
  }
  const { sharers } = columns
  const sharedBy = sharers === null ? '' : 'column' in sharers ? String(sharers.column) : A_COLUMN_EACH
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-secondary font-medium">Which column is which?</legend>
      {(Object.keys(texts) as Column[]).map((column) => (
        <SelectField
          key={column}
          label={texts[column]}
          options={[...blankOf(column, columns[column]), ...names]}
          value={String(columns[column] ?? '')}
          onChange={({ target }) => choose({ [column]: indexOf(target.value) })}
        />
      ))}
      <SelectField
        label="Who shares it"
        options={[
          { value: '', label: 'Everybody in the file' },
          { value: A_COLUMN_EACH, label: 'A column for each person' },
          ...names,
        ]}
        value={sharedBy}
        onChange={({ target }) => choose({ sharers: sharersOf(target.value) })}
      />
      {sharers && 'shareOf' in sharers && (
        <ShareColumns
          names={names.filter(({ value }) => !usedAlone(columns).includes(Number(value)))}
          shareOf={sharers.shareOf}
          onChange={(shareOf) => choose({ sharers: { shareOf } })}
        />
      )}
    </fieldset>
  )
}

/** Of the field who shares: no column's index. */
const A_COLUMN_EACH = 'each'

function sharersOf(value: string): GenericColumns['sharers'] {
  if (value === '') return null
  return value === A_COLUMN_EACH ? { shareOf: [] } : { column: Number(value) }
}

/** The columns that mean something else than a person. */
const usedAlone = (columns: Record<Column, number | null>) =>
  (Object.keys(texts) as Column[]).map((column) => columns[column])

interface ShareColumnsProps {
  names: readonly { value: string; label: string }[]
  shareOf: readonly number[]
  onChange: (shareOf: readonly number[]) => void
}

/** Which columns hold a person's share, or a mark that they share. */
function ShareColumns({ names, shareOf, onChange }: ShareColumnsProps) {
  const toggle = (index: number, isChosen: boolean) =>
    onChange(
      isChosen ? [...shareOf, index].toSorted((a, b) => a - b) : shareOf.filter((other) => other !== index),
    )
  return (
    <fieldset>
      <legend className="mb-1 text-secondary font-medium">The columns of the people</legend>
      <p className="text-secondary text-muted">
        Each with the person’s share, or with an x where they share equally.
      </p>
      <div className="-mx-3">
        {names.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={shareOf.includes(Number(value))}
            onChange={({ target }) => toggle(Number(value), target.checked)}
          />
        ))}
      </div>
    </fieldset>
  )
}

const noColumns = {
  date: null,
  amount: null,
  payer: null,
  description: null,
  sharers: null,
  category: null,
  currency: null,
}

function blankOf(column: Column, chosen: number | null) {
  if (!needed.includes(column)) return [{ value: '', label: 'None' }]
  return chosen === null ? [{ value: '', label: 'Choose a column' }] : []
}

/** With the first cell that has a text: 'Betrag (12,50)'. */
function labelOf(header: string, rows: readonly string[][], index: number): string {
  const sample = rows.map((row) => row[index] ?? '').find((cell) => cell !== '')
  const name = header || `Column ${index + 1}`
  return sample === undefined ? name : `${name} (${sample.slice(0, 30)})`
}
