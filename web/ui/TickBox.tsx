// The box of a checkbox.

import { Check } from 'lucide-react'
import type { ComponentProps } from 'react'

export const TickBox = (input: Omit<ComponentProps<'input'>, 'type' | 'size' | 'className'>) => (
  <span className="relative inline-flex size-6 shrink-0">
    <input
      {...input}
      type="checkbox"
      className="peer size-6 cursor-[inherit] appearance-none rounded-control border-2 border-line-strong bg-surface transition-colors duration-press checked:border-primary checked:bg-primary"
    />
    <Check
      aria-hidden
      strokeWidth={3}
      className="pointer-events-none absolute inset-1 size-4 text-on-primary opacity-0 peer-checked:opacity-100"
    />
  </span>
)
