/**
 * A labelled field: what it is for stands above it, help below it, and what is wrong with it replaces the help
 * and is announced. The control inside takes the ids that tie them together.
 */
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import { classes } from '#web/ui/classes.ts'

export interface FieldTexts {
  label: string
  helper?: ReactNode
  /** What is wrong, in the spec's words; undefined while nothing is. */
  error?: string | undefined
  /** Keeps the label for screen readers alone, where the place already says it. */
  hideLabel?: boolean
}

/** To be spread on the control, so that label, help and error belong to it. */
export interface Wiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps extends FieldTexts {
  className?: string | undefined
  /** The id of more text that describes the control, such as a currency beside it. */
  alsoDescribedBy?: string
  children: (wiring: Wiring) => ReactNode
}

export function Field({ label, helper, error, hideLabel, className, alsoDescribedBy, children }: FieldProps) {
  const id = useId()
  const note = error ?? helper
  const noteId = note === undefined ? undefined : `${id}-note`
  const describedBy = [alsoDescribedBy, noteId].filter(Boolean).join(' ') || undefined
  return (
    <div className={classes('min-w-0', className)}>
      <label
        htmlFor={id}
        className={hideLabel ? 'sr-only' : 'mb-1.5 block text-secondary font-medium text-text'}
      >
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      <div aria-live="polite">
        {note !== undefined && (
          <p
            id={noteId}
            className={classes(
              'mt-1.5 flex gap-1.5 text-secondary',
              error === undefined ? 'text-muted' : 'text-danger',
            )}
          >
            {error !== undefined && <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />}
            <span className="min-w-0">{note}</span>
          </p>
        )}
      </div>
    </div>
  )
}
