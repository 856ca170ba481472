// For how many people each person of a file counts, where the file does not say it.

import { useState } from 'react'
import { readRate } from '#core/kernel/typedNumber.ts'
import { TextField } from '#web/ui/TextField.tsx'

interface WeightFieldsProps {
  people: readonly { key: string; name: string }[]
  /** Key of a person → decimal number above 0. */
  weights: ReadonlyMap<string, string>
  onAnswer: (weights: ReadonlyMap<string, string>) => void
}

export function WeightFields({ people, weights, onAnswer }: WeightFieldsProps) {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const type = (key: string, text: string) => {
    setTyped(new Map(typed).set(key, text))
    const weight = readRate(text)
    if (weight !== null && weight > 0) onAnswer(new Map(weights).set(key, String(weight)))
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-secondary font-medium">How many people does each count for?</legend>
      {people.map(({ key, name }) => {
        const text = typed.get(key) ?? weights.get(key) ?? '1'
        const weight = readRate(text)
        return (
          <TextField
            key={key}
            label={name}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            error={weight !== null && weight > 0 ? undefined : 'Enter a number above 0.'}
            onChange={({ target }) => type(key, target.value)}
          />
        )
      })}
    </fieldset>
  )
}
