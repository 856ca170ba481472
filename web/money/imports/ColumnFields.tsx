// Which column of a table means what, for a table that no known app wrote.

import { useState } from 'react'
import type { GenericColumns, Question } from '#core/imports/parsedFile.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'

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
const needed: readonly Column[] = ['amount', 'payer']

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
    const { amount, payer, ...others } = { ...columns, ...more }
    if (amount !== null && payer !== null) onAnswer({ ...others, amount, payer })
  }
  const { sharers, payer, kinds } = columns
  const chosenOf = (column: Column): string => {
    const chosen = columns[column]
    return typeof chosen === 'object' && chosen !== null ? A_COLUMN_EACH : String(chosen ?? '')
  }
  const freeNames = names.filter(({ value }) => !usedAlone(columns).includes(Number(value)))
  const sharedBy = sharers === null ? '' : 'column' in sharers ? String(sharers.column) : A_COLUMN_EACH
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-secondary font-medium">Which column is which?</legend>
      {(Object.keys(texts) as Column[]).map((column) => (
        <SelectField
          key={column}
          label={texts[column]}
          options={[...blankOf(column, chosenOf(column)), ...(column === 'payer' ? [each] : []), ...names]}
          value={chosenOf(column)}
          onChange={({ target: { value } }) =>
            choose({ [column]: value === A_COLUMN_EACH ? { paidBy: [] } : indexOf(value) })
          }
        />
      ))}
      {typeof payer === 'object' && payer !== null && (
        <PersonColumns
          legend="The columns of what each paid"
          names={freeNames}
          chosen={payer.paidBy}
          onChange={(paidBy) => choose({ payer: { paidBy } })}
        />
      )}
      <SelectField
        label="Who shares it"
        options={[{ value: '', label: 'Everybody in the file' }, each, ...names]}
        value={sharedBy}
        onChange={({ target }) => choose({ sharers: readSharers(target.value) })}
      />
      {sharers && 'shareOf' in sharers && (
        <PersonColumns
          legend="The columns of the people"
          detail="Each with the person’s share, or with an x where they share equally."
          names={freeNames}
          chosen={sharers.shareOf}
          onChange={(shareOf) => choose({ sharers: { shareOf } })}
        />
      )}
      <SelectField
        label="What a row is"
        helper="Words such as refund, payment or deleted."
        options={[{ value: '', label: 'All are spending' }, ...names]}
        value={String(kinds[0] ?? '')}
        onChange={({ target }) => choose({ kinds: target.value === '' ? [] : [Number(target.value)] })}
      />
    </fieldset>
  )
}

/** Of the fields who paid and who shares: no column's index. */
const A_COLUMN_EACH = 'each'
const each = { value: A_COLUMN_EACH, label: 'A column for each person' }

function readSharers(value: string): GenericColumns['sharers'] {
  if (value === '') return null
  return value === A_COLUMN_EACH ? { shareOf: [] } : { column: Number(value) }
}

/** The columns that mean something else than a person. */
const usedAlone = (columns: Record<Column, unknown>) =>
  (Object.keys(texts) as Column[]).map((column) => columns[column])

interface PersonColumnsProps {
  legend: string
  detail?: string
  names: readonly { value: string; label: string }[]
  chosen: readonly number[]
  onChange: (chosen: readonly number[]) => void
}

function PersonColumns({ legend, detail, names, chosen, onChange }: PersonColumnsProps) {
  const toggle = (index: number, isChosen: boolean) =>
    onChange(
      isChosen ? [...chosen, index].toSorted((a, b) => a - b) : chosen.filter((other) => other !== index),
    )
  return (
    <fieldset>
      <legend className="mb-1 text-secondary font-medium">{legend}</legend>
      {detail && <p className="text-secondary text-muted">{detail}</p>}
      <div className="-mx-3">
        {names.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={chosen.includes(Number(value))}
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
  kinds: [],
}

function blankOf(column: Column, chosen: string) {
  if (!needed.includes(column)) return [{ value: '', label: column === 'date' ? 'One date for all' : 'None' }]
  return chosen === '' ? [{ value: '', label: 'Choose a column' }] : []
}

/** With the first cell that has a text: 'Betrag (12,50)'. */
function labelOf(header: string, rows: readonly string[][], index: number): string {
  const sample = rows.map((row) => row[index] ?? '').find((cell) => cell !== '')
  const name = header || `Column ${index + 1}`
  return sample === undefined ? name : `${name} (${sample.slice(0, 30)})`
}
