// A field with its label above and help below; an error replaces the help and is announced. The control takes the ids that
// connect them.

import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classes } from '#web/ui/classes.ts'

export interface FieldTexts {
  label: string
  helper?: ReactNode
  /** The error text of the spec. */
  error?: string | undefined
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
}

/** Props that connect the control with its label, help and error. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps extends FieldTexts {
  className?: string | undefined
  /** Id of further text that describes the control, such as a currency. */
  alsoDescribedBy?: string
  children: (controlProps: ControlProps) => ReactNode
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
