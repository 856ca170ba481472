// A link that looks like a button.

import type { ComponentProps } from 'react'
import { Anchor } from '#web/ui/buttons/Anchor.tsx'
import { type ButtonSize, type ButtonVariant, buttonClasses } from '#web/ui/buttons/buttonClasses.ts'
import { classes } from '#web/ui/classes.ts'

export interface LinkButtonProps extends ComponentProps<'a'> {
  href: string
  variant?: ButtonVariant
  size?: ButtonSize
}

export function LinkButton({ variant = 'primary', size = 'md', className, ...rest }: LinkButtonProps) {
  return <Anchor {...rest} className={classes(buttonClasses(variant, size), className)} />
}
