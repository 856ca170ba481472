// A choice by the browser's own picker: as a labelled field, or as a word of a sentence.

import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { bareControl, Field, type FieldTexts } from '#web/ui/fields/Field.tsx'
import { classes } from '#web/ui/classes.ts'

export interface Option {
  value: string
  label: string
  disabled?: boolean
}

export type SelectFieldProps = FieldTexts &
  Omit<ComponentProps<'select'>, 'id' | 'children' | 'size'> & { options: readonly Option[] }

export function SelectField({ options, ...props }: SelectFieldProps) {
  return (
    <Field of={props}>
      {(control) => (
        <>
          <select
            {...control}
            className={`${bareControl} appearance-none truncate rounded-field ps-3.5 pe-11`}
          >
            {options.map(({ label, ...option }) => (
              <option key={option.value} {...option} className="bg-lifted">
                {label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden className="pointer-events-none absolute end-3.5 size-5 text-muted" />
        </>
      )}
    </Field>
  )
}

interface InlineSelectProps extends Omit<ComponentProps<'select'>, 'children' | 'size'> {
  label: string
  options: readonly Option[]
  /** The word, shown instead of the selected option. */
  children: ReactNode
}

/** A select that looks like a word of the sentence around it: a press opens the browser's own picker. */
export function InlineSelect({ label, options, children, className, ...select }: InlineSelectProps) {
  return (
    <span
      className={classes(
        'relative rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
        className,
      )}
    >
      <span aria-hidden>{children}</span>
      <select
        aria-label={label}
        {...select}
        className="absolute top-1/2 left-1/2 size-full min-h-11 min-w-11 -translate-1/2 cursor-pointer appearance-none text-body opacity-0"
      >
        {options.map(({ label: text, ...option }) => (
          <option key={option.value} {...option} className="bg-lifted text-text">
            {text}
          </option>
        ))}
      </select>
    </span>
  )
}
