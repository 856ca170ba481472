// What a file leaves open, as fields. Each answer reads the file again.

import { useState } from 'react'
import { FILE_ENCODINGS, type FileEncoding } from '#core/imports/text/decodeText.ts'
import type { DateOrder } from '#core/imports/text/fileDates.ts'
import type { ParsedFile, ClearNumberStyle, Question, RowKind } from '#core/imports/parsedFile.ts'
import { parseDate } from '#core/kernel/calendar.ts'
import { isoCurrencies } from '#core/kernel/currencyField.ts'
import { ColumnFields } from '#web/money/imports/ColumnFields.tsx'
import { PreviewSection } from '#web/money/imports/PreviewSection.tsx'
import type { ReadAnswers } from '#web/money/imports/readBytes.ts'
import { formatCount } from '#web/platform/time/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { DateField } from '#web/ui/fields/DateField.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { readRate } from '#core/kernel/typedNumber.ts'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { formatMinor } from '#core/kernel/formatMinor.ts'

interface QuestionFieldsProps {
  parsed: ParsedFile
  answers: ReadAnswers
  onAnswer: (more: ReadAnswers) => void
  /** Whether a weight is not a number above 0, at each change of one. */
  onWeightMissing: (isMissing: boolean) => void
}

export function QuestionFields(props: QuestionFieldsProps) {
  const { questions } = props.parsed
  if (questions.length === 0) return null
  return (
    <PreviewSection title="Please check">
      <Card className="grid gap-4">
        {questions.map((question) => (
          <QuestionField key={keyOf(question)} {...props} question={question} />
        ))}
      </Card>
    </PreviewSection>
  )
}

const keyOf = (question: Question): string =>
  question.kind === 'payer' ? `payer ${question.line}` : question.kind

const encodingNames: Record<FileEncoding, string> = {
  'windows-1252': 'Western European',
  big5: 'Chinese, traditional',
  gb18030: 'Chinese, simplified',
  shift_jis: 'Japanese',
  'windows-1250': 'Central European',
}
const rowKinds: { value: RowKind; label: string }[] = [
  { value: 'expense', label: 'Money spent' },
  { value: 'refund', label: 'Money that came back' },
  { value: 'payment', label: 'A payment between two people' },
  { value: 'none', label: 'Left out' },
]
const dateOrders: Record<DateOrder, string> = { dayFirst: 'Day first', monthFirst: 'Month first' }

function QuestionField({
  question,
  parsed,
  answers,
  onAnswer,
  onWeightMissing,
}: QuestionFieldsProps & { question: Question }) {
  const nameOf = (key: string) => parsed.people.find((person) => person.key === key)?.name ?? key
  switch (question.kind) {
    case 'encoding':
      return (
        <SelectField
          label="How is the text written?"
          helper={`It reads “${question.sample}”.`}
          options={FILE_ENCODINGS.map((value) => ({ value, label: encodingNames[value] }))}
          value={question.assumed}
          onChange={({ target }) => onAnswer({ encoding: target.value as FileEncoding })}
        />
      )
    case 'currency':
      return (
        <SelectField
          label="Which currency are the amounts in?"
          helper="The file does not say it."
          options={isoCurrencies.map((value) => ({ value, label: value }))}
          value={question.assumed}
          onChange={({ target }) => onAnswer({ currency: target.value })}
        />
      )
    case 'dateOrder':
      return (
        <SelectField
          label={`What comes first in dates like ${question.sample}?`}
          options={Object.entries(dateOrders).map(([value, label]) => ({ value, label }))}
          value={question.assumed}
          onChange={({ target }) => onAnswer({ dateOrder: target.value as DateOrder })}
        />
      )
    case 'numberStyle':
      return (
        <SelectField
          label={`Which number is ${question.sample}?`}
          helper="The comma can stand between thousands or before decimals."
          options={[
            ...(question.assumed === null ? [{ value: '', label: 'Choose a number' }] : []),
            { value: 'point', label: question.sample.replaceAll(',', '') },
            { value: 'comma', label: question.sample.replace(',', '.') },
          ]}
          value={question.assumed ?? ''}
          onChange={({ target }) => onAnswer({ numberStyle: target.value as ClearNumberStyle })}
        />
      )
    case 'payer':
      return (
        <SelectField
          label={`Who paid “${question.description}”?`}
          helper={`${formatMinor(question.amount, question.currency)}, line ${question.line}. Without an answer it is left out.`}
          options={[
            ...(question.assumed === null ? [{ value: '', label: 'Choose somebody' }] : []),
            ...question.candidates.map((value) => ({ value, label: nameOf(value) })),
          ]}
          value={question.assumed ?? ''}
          onChange={({ target }) =>
            onAnswer({ payers: new Map(answers.payers).set(question.line, target.value) })
          }
        />
      )
    case 'weights':
      return (
        <WeightFields
          people={question.people.map((key) => ({ key, name: nameOf(key) }))}
          weights={answers.weights ?? new Map()}
          onAnswer={(weights) => onAnswer({ weights })}
          onMissing={onWeightMissing}
        />
      )
    case 'date':
      return (
        <DateField
          label="Which day were these expenses?"
          helper="The file has no dates, so all of them get this one."
          value={question.assumed ?? ''}
          whenEmpty="Choose a date"
          onChange={({ target }) => onAnswer({ date: parseDate(target.value) ?? undefined })}
        />
      )
    case 'negatives':
      return (
        <SelectField
          label="Are negative numbers spending?"
          helper={`The file has ${formatCount(question.count, 'row')} with a negative amount.`}
          options={[
            { value: 'spending', label: 'Yes, money spent' },
            { value: 'refunds', label: 'No, money that came back' },
          ]}
          value={question.assumed}
          onChange={({ target }) => onAnswer({ negatives: target.value as 'spending' | 'refunds' })}
        />
      )
    case 'rowKinds':
      return question.words.map(({ word, assumed }) => (
        <SelectField
          key={word}
          label={`What is a row with “${word}”?`}
          helper={assumed === null ? 'Without an answer it is left out.' : undefined}
          options={[...(assumed === null ? [{ value: '', label: 'Choose' }] : []), ...rowKinds]}
          value={assumed ?? ''}
          onChange={({ target }) =>
            onAnswer({ rowKinds: new Map(answers.rowKinds).set(word, target.value as RowKind) })
          }
        />
      ))
    case 'columns':
      return <ColumnFields question={question} onAnswer={(columns) => onAnswer({ columns })} />
    default:
      return question satisfies never
  }
}

interface WeightFieldsProps {
  people: readonly { key: string; name: string }[]
  /** Key of a person → decimal number above 0. */
  weights: ReadonlyMap<string, string>
  onAnswer: (weights: ReadonlyMap<string, string>) => void
  onMissing: (isMissing: boolean) => void
}

/** For how many people each person of a file counts, where the file does not say it. */
function WeightFields({ people, weights, onAnswer, onMissing }: WeightFieldsProps) {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const type = (key: string, text: string) => {
    const texts = new Map(typed).set(key, text)
    setTyped(texts)
    onMissing([...texts.values()].some((one) => weightOf(one) === null))
    const weight = weightOf(text)
    if (weight !== null) onAnswer(new Map(weights).set(key, String(weight)))
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-secondary font-medium">How many people does each count for?</legend>
      {people.map(({ key, name }) => {
        const text = typed.get(key) ?? weights.get(key) ?? '1'
        return (
          <TextField
            key={key}
            label={name}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            error={weightOf(text) === null ? 'Enter a number above 0.' : undefined}
            onChange={({ target }) => type(key, target.value)}
          />
        )
      })}
    </fieldset>
  )
}

function weightOf(text: string): number | null {
  const weight = readRate(text)
  return weight !== null && weight > 0 ? weight : null
}
