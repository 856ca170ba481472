// A button. While `busy` it keeps its position, size and focus, is announced as busy, and ignores presses.

import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClasses } from '#web/ui/buttons/buttonClasses.ts'
import { classes } from '#web/ui/classes.ts'
import { Spinner } from '#web/ui/buttons/Spinner.tsx'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  busy?: boolean
  /** The text while busy: 'Creating...'. */
  busyText?: string
  icon?: LucideIcon
}

export function Button(props: ButtonProps) {
  const { variant = 'primary', size = 'md', busy = false, busyText, icon: Icon, ...rest } = props
  const { className, children, onClick, 'aria-label': label, ...button } = rest
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  const content: ReactNode = busy ? (busyText ?? children) : children
  return (
    <button
      type="button"
      {...button}
      // The accessible name contains the visible text.
      aria-label={busy && label !== undefined && busyText !== undefined ? `${busyText} ${label}` : label}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
      className={classes(buttonClasses(variant, size), className)}
    >
      {busy ? <Spinner /> : Icon && <Icon aria-hidden className="size-5 shrink-0" strokeWidth={2.25} />}
      {typeof content === 'string' ? <span>{content}</span> : content}
    </button>
  )
}
