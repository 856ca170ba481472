// A radio group of chips on one line that scrolls sideways; the chosen one is always in view. On wider screens the line
// wraps. Takes the result of react-hook-form's `register`.

import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, useEffect, useRef } from 'react'
import { chipClasses } from '#web/ui/buttons/chipClasses.ts'
import { classes } from '#web/ui/classes.ts'

export interface Choice {
  value: string
  label: string
  icon: LucideIcon
}

export interface ChoiceChipsProps extends Omit<ComponentProps<'input'>, 'type' | 'size' | 'value'> {
  label: string
  choices: readonly Choice[]
  /** The chosen value, which the inputs have from the form. */
  chosen: string
}

export function ChoiceChips({ label, choices, chosen, ...input }: ChoiceChipsProps) {
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const chip = strip.current?.querySelector<HTMLElement>(':has(> :checked)')
    if (!chip || !strip.current) return
    const { offsetLeft: start, offsetWidth: width } = chip
    const { scrollLeft, clientWidth } = strip.current
    // Not scrollIntoView, which would also scroll the form.
    if (start - GUTTER < scrollLeft) strip.current.scrollLeft = start - GUTTER
    else if (start + width + GUTTER > scrollLeft + clientWidth)
      strip.current.scrollLeft = start + width + GUTTER - clientWidth
  }, [chosen, choices])
  return (
    <div
      ref={strip}
      role="radiogroup"
      aria-label={label}
      className="no-scrollbar relative -mx-(--gutter) -my-1 flex gap-2 overflow-x-auto overscroll-x-contain gutter py-1 motion-safe:scroll-smooth md:flex-wrap"
    >
      {choices.map(({ value, label: text, icon: Icon }) => (
        <label
          key={value}
          className={classes(
            chipClasses,
            'touch-target cursor-pointer has-checked:border-primary has-checked:bg-primary-soft has-checked:font-semibold has-checked:text-primary',
            'has-checked:inset-ring has-checked:inset-ring-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
          )}
        >
          <input {...input} type="radio" value={value} className="sr-only" />
          <Icon aria-hidden className="size-4" />
          <span>{text}</span>
        </label>
      ))}
    </div>
  )
}

/** Px beside the chip, so that the next one shows that there is more. */
const GUTTER = 24
