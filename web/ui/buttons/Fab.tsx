// The floating button that adds something: above the bottom navigation on a screen, at the foot of a dialog. Reserves room,
// so that it does not cover the end of a list, and the list fades out before it, so that no amount is half covered.

import { type LucideIcon, Plus } from 'lucide-react'
import { type ComponentProps, use, createContext } from 'react'
import { createPortal } from 'react-dom'
import { classes } from '#web/ui/classes.ts'

export interface FabProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  label: string
  icon?: LucideIcon
  within?: 'screen' | 'dialog'
  /** Shows its label on phones, too. */
  named?: boolean
  /** Quieter, where a button of the empty screen says the same. */
  soft?: boolean
  /** false where what it stands on leaves room for it. */
  fades?: boolean
}

export function Fab({
  label,
  icon: Icon = Plus,
  within = 'screen',
  named = false,
  soft = false,
  fades = true,
  className,
  ...rest
}: FabProps) {
  const slot = use(FloatingSlot)
  const isOnScreen = within === 'screen'
  const floating = (
    <>
      {fades && (
        <div
          aria-hidden
          className={classes(
            'pointer-events-none inset-x-0 z-10 h-[calc(env(safe-area-inset-bottom)+var(--bottom-bar,0px)+104px)]',
            // In a low window it would be half of what is seen.
            '[@media(max-height:480px)]:hidden',
            'bg-linear-to-t from-[color:var(--ground,var(--background))] from-55% to-transparent',
            isOnScreen ? 'fixed bottom-(--bottom-nav)' : 'absolute bottom-0',
          )}
        />
      )}
      <button
        type="button"
        {...rest}
        aria-label={label}
        data-foot="floating"
        className={classes(
          'z-20 inline-flex min-h-14 min-w-14 items-center justify-center gap-2 rounded-card shadow-float',
          'transition-[background-color,scale] duration-press ease-out active:scale-95',
          soft
            ? 'bg-primary-soft text-primary hover:text-primary-strong'
            : 'bg-primary text-on-primary hover:bg-primary-strong',
          named ? 'px-5' : 'md:px-5',
          isOnScreen
            ? 'page-corner'
            : 'absolute end-(--gutter) bottom-[calc(env(safe-area-inset-bottom)+var(--bottom-bar,0px)+16px)]',
          className,
        )}
      >
        <Icon aria-hidden className="size-6" strokeWidth={2.25} />
        <span aria-hidden className={classes('font-semibold', !named && 'max-md:hidden')}>
          {label}
        </span>
      </button>
    </>
  )
  return (
    <>
      <div aria-hidden className="h-20" />
      {isOnScreen ? floating : slot && createPortal(floating, slot)}
    </>
  )
}

/**
 * The element at the foot of a dialog for floating content, which does not scroll. undefined outside of a dialog,
 * null until the dialog is mounted.
 */
export const FloatingSlot = createContext<HTMLElement | null | undefined>(undefined)
