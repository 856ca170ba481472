// The fixed bar of a screen: title, back button and actions. The title is the page's h1 and takes the focus after a
// navigation.

import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Anchor } from '#web/ui/buttons/Anchor.tsx'
import { classes } from '#web/ui/classes.ts'

export interface TopBarProps {
  title: string
  /** h2 beside the screen that has the h1. */
  as?: 'h1' | 'h2'
  /** A quieter line below the title. */
  detail?: ReactNode
  /** Before the title: an avatar. */
  leading?: ReactNode
  /** Where the back button leads. */
  back?: { href: string; label: string }
  /** The title, with what is before and below it, is a button. */
  press?: { onPress: () => void; onPointerEnter: () => void; expanded?: boolean }
  /** Right-hand content: icon buttons. */
  right?: ReactNode
  /** A shadow instead of the line while the page is scrolled. */
  shadow?: boolean
  /** What is below belongs to it: there is no line before the page is scrolled. */
  joined?: boolean
  /** false on a screen that is as high as the window. */
  fixed?: boolean
}

export function TopBar(props: TopBarProps) {
  const {
    title,
    as: Heading = 'h1',
    detail,
    leading,
    back,
    right,
    press,
    joined = false,
    fixed = true,
  } = props
  const isScrolled = useScrolled()
  const shadow = isScrolled && props.shadow
  return (
    <header
      className={classes(
        fixed ? 'bar-on-top' : 'makes-way relative shrink-0',
        'z-20 border-b bg-surface pt-safe transition-shadow duration-fade',
        shadow && 'shadow-bar',
        shadow || (joined && !isScrolled) ? 'border-transparent' : 'border-line',
      )}
    >
      <div className="page-width flex min-h-(--top-bar) items-center gap-1 gutter">
        {back && (
          <Anchor
            back
            href={back.href}
            aria-label={back.label}
            title={back.label}
            className="-ms-2.5 inline-flex size-11 shrink-0 items-center justify-center rounded-full transition-colors duration-press hover:bg-surface-2"
          >
            <ArrowLeft aria-hidden className="size-5.5 rtl:rotate-180" />
          </Anchor>
        )}
        <div className="relative flex min-w-0 flex-1 items-center">
          {leading !== undefined && <div className="me-2 flex shrink-0">{leading}</div>}
          <div className="min-w-0 flex-1 py-1">
            <Heading
              tabIndex={-1}
              className={classes(
                'text-title font-semibold',
                fixed ? 'truncate' : 'line-clamp-2 leading-[1.3] wrap-anywhere',
              )}
            >
              {press ? (
                <button
                  type="button"
                  aria-haspopup={press.expanded === undefined ? 'dialog' : undefined}
                  aria-expanded={press.expanded}
                  onClick={press.onPress}
                  onPointerEnter={press.onPointerEnter}
                  className="text-start outline-none after:absolute after:-inset-x-1 after:inset-y-0 after:rounded-field hover:after:bg-text/3 focus-visible:after:outline-2 focus-visible:after:outline-primary"
                >
                  <bdi>{title}</bdi>
                </button>
              ) : (
                <bdi>{title}</bdi>
              )}
            </Heading>
            {detail !== undefined && <div className="truncate text-meta text-muted">{detail}</div>}
          </div>
        </div>
        {right !== undefined && <div className="-me-2.5 flex shrink-0 items-center">{right}</div>}
      </div>
    </header>
  )
}

/** Whether the page is scrolled away from its top. */
const useScrolled = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      addEventListener('scroll', changed, { passive: true })
      return () => removeEventListener('scroll', changed)
    },
    () => scrollY > 0,
  )
