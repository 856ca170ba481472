// The classes of a button, for Button and LinkButton.

import { classes } from '#web/ui/classes.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'neutral' | 'quiet' | 'danger'
export type ButtonSize = 'lg' | 'md' | 'sm'

const base =
  'inline-flex max-w-full items-center justify-center gap-2 rounded-field text-center font-semibold select-none ' +
  'transition-[background-color,color,scale] duration-press ease-out active:scale-[0.98] ' +
  'disabled:pointer-events-none disabled:bg-line/70 disabled:text-muted disabled:shadow-none'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary hover:bg-primary-strong',
  secondary: 'bg-primary-soft text-primary hover:text-primary-strong',
  neutral: 'bg-surface-2 text-text hover:bg-line',
  quiet: 'text-primary hover:bg-primary-soft disabled:bg-transparent',
  danger: 'bg-danger text-on-danger hover:bg-danger-strong',
}

const sizes: Record<ButtonSize, string> = {
  /** As high as a field. */
  lg: 'min-h-13 px-5 py-2 text-body',
  md: 'min-h-12 px-5 py-2 text-body',
  sm: 'touch-target min-h-9 px-3 py-1 text-secondary',
}

export const buttonClasses = (variant: ButtonVariant, size: ButtonSize): string =>
  classes(base, variants[variant], sizes[size])
