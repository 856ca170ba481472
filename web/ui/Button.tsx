/**
 * Something to press. While `busy` it keeps its place, its size and the focus, says so to a screen reader and
 * takes no second press.
 */
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'

import { type ButtonSize, type ButtonVariant, buttonLook } from '#web/ui/buttonLook.ts'
import { classes } from '#web/ui/classes.ts'
import { Spinner } from '#web/ui/Spinner.tsx'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Fills the width it is given. */
  full?: boolean
  busy?: boolean
  /** What the button reads while busy: 'Creating...'. */
  busyText?: string
  icon?: LucideIcon
}

export function Button(props: ButtonProps) {
  const {
    variant = 'primary',
    size = 'md',
    full = false,
    busy = false,
    busyText,
    icon: Icon,
    ...rest
  } = props
  const { className, children, onClick, 'aria-label': label, ...button } = rest
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...button}
      // What is read out contains what is shown.
      aria-label={busy && label !== undefined && busyText !== undefined ? `${busyText} ${label}` : label}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
      className={classes(buttonLook(variant, size, full), className)}
    >
      {busy ? <Spinner /> : Icon && <Icon aria-hidden className="size-5 shrink-0" strokeWidth={2.25} />}
      {busy ? (busyText ?? children) : children}
    </button>
  )
}
