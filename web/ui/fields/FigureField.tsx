// The one figure that a form is about: large, without a frame, and as wide as what is typed. A mark, such as a currency,
// stands before it. A note has its line reserved below, so that nothing moves while typing.

import { type ComponentProps, type CSSProperties, type ReactNode, useId } from 'react'
import { classes } from '#web/ui/classes.ts'
import { FieldNote, type FieldTexts } from '#web/ui/fields/Field.tsx'

export type FigureFieldProps = Omit<FieldTexts, 'hideLabel' | 'note'> &
  Omit<ComponentProps<'input'>, 'id' | 'size' | 'type' | 'className' | 'style'> & {
    /** What the field holds: its length decides the size. */
    text: string
    mark: ReactNode
    /** Read out with the figure: 'HK$'. */
    markText: string
  }

export function FigureField({ label, helper, error, text, mark, markText, ...input }: FigureFieldProps) {
  const id = useId()
  const note = error ?? helper
  const length = Math.max((text || (input.placeholder ?? '')).length, 1)
  return (
    <div className="@container min-w-0">
      <div className="relative flex min-h-14 items-baseline justify-center gap-2">
        {/* A press beside the figure also leads into it. */}
        <label htmlFor={id} className="absolute inset-0 cursor-text">
          <span className="sr-only">{label}</span>
        </label>
        {mark}
        <span id={`${id}-mark`} hidden>
          {markText}
        </span>
        <input
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
          {...input}
          id={id}
          type="text"
          aria-describedby={classes(`${id}-mark`, note !== undefined && `${id}-note`)}
          aria-invalid={error === undefined ? undefined : true}
          style={{ '--length': length } as CSSProperties}
          className={classes(
            'relative h-[3.5rem] w-[calc(var(--length)*1ch+4px)] max-w-full min-w-[1ch] field-sizing-content bg-transparent supports-[field-sizing:content]:w-auto',
            'text-[clamp(1.375rem,calc((100cqi-6rem)/var(--length)/0.58),3rem)] leading-14 font-bold tracking-[-0.035em] tabular-nums',
            'caret-primary outline-none placeholder:text-muted/60',
          )}
        />
      </div>
      <div aria-live="polite" className="flex min-h-5 justify-center">
        {note !== undefined && (
          <FieldNote id={`${id}-note`} isError={error !== undefined} className="tabular-nums">
            {note}
          </FieldNote>
        )}
      </div>
    </div>
  )
}
