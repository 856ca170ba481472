// A labelled text control in its frame, with help below; an error replaces the help and is announced.

import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classes } from '#web/ui/classes.ts'

export interface FieldTexts {
  label: string
  /** At the end of the line of the label: 'Suggested'. */
  note?: ReactNode
  helper?: ReactNode
  /** The error text of the spec. */
  error?: string | undefined
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
}

/** Props that connect the control with its label, help and error. */
interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface OwnProps extends FieldTexts {
  className?: string | undefined
}

interface FieldProps<Props extends OwnProps> {
  /** The texts, and further props, which the control gets. */
  of: Props
  /** Id of further text that describes the control, such as a currency. */
  alsoDescribedBy?: string
  children: (control: Omit<Props, keyof OwnProps> & ControlProps) => ReactNode
}

/** For the control itself: 16 px, because iOS zooms in on smaller text. */
export const bareControl =
  'min-w-0 flex-1 self-stretch bg-transparent text-body text-text outline-none disabled:text-muted'

export function Field<Props extends OwnProps>({ of, alsoDescribedBy, children }: FieldProps<Props>) {
  const { label, note, helper, error, hideLabel, className, ...control } = of
  const id = useId()
  const text = error ?? helper
  const noteId = text === undefined ? undefined : `${id}-note`
  const describedBy = [alsoDescribedBy, noteId].filter(Boolean).join(' ') || undefined
  return (
    <div className={classes('min-w-0', className)}>
      <div
        className={hideLabel ? 'sr-only' : 'mb-1.5 flex items-baseline justify-between gap-3 text-secondary'}
      >
        <label htmlFor={id} className="font-medium text-text">
          {label}
        </label>
        {note}
      </div>
      {/* One height, one border and one focus ring for every control, and room before and after its text. */}
      <span
        className={classes(
          'relative flex min-h-13 w-full items-center rounded-field border border-line-strong bg-surface transition-colors duration-press',
          'has-focus-visible:border-primary has-focus-visible:outline-2 has-focus-visible:-outline-offset-1 has-focus-visible:outline-primary',
          'has-aria-invalid:border-danger has-aria-invalid:has-focus-visible:outline-danger',
          'has-disabled:border-line has-disabled:bg-surface-2',
        )}
      >
        {children({
          ...control,
          id,
          'aria-describedby': describedBy,
          'aria-invalid': error === undefined ? undefined : true,
        })}
      </span>
      <div aria-live="polite">
        {text !== undefined && (
          <FieldNote id={noteId} isError={error !== undefined} className="mt-1.5">
            {text}
          </FieldNote>
        )}
      </div>
    </div>
  )
}

interface FieldNoteProps {
  id: string | undefined
  isError: boolean
  className: string
  children: ReactNode
}

/** The helper text or the error below a field. */
export const FieldNote = ({ id, isError, className, children }: FieldNoteProps) => (
  <p
    id={id}
    className={classes('flex gap-1.5 text-secondary', isError ? 'text-danger' : 'text-muted', className)}
  >
    {isError && <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />}
    <span className="min-w-0">{children}</span>
  </p>
)
