// A link that looks like a button.

import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Anchor } from '#web/ui/Anchor.tsx'
import { type ButtonSize, type ButtonVariant, buttonClasses } from '#web/ui/buttonClasses.ts'
import { classes } from '#web/ui/classes.ts'

export interface LinkButtonProps extends ComponentProps<'a'> {
  href: string
  variant?: ButtonVariant
  size?: ButtonSize
  full?: boolean
  icon?: LucideIcon
}

export function LinkButton(props: LinkButtonProps) {
  const { variant = 'primary', size = 'md', full = false, icon: Icon, className, children, ...rest } = props
  return (
    <Anchor {...rest} className={classes(buttonClasses(variant, size, full), className)}>
      {Icon && <Icon aria-hidden className="size-5 shrink-0" strokeWidth={2.25} />}
      {children}
    </Anchor>
  )
}
