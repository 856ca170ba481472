// The main navigation at the foot of the screen. The current page is marked by shape, by colour and for screen
// readers.

import type { LucideIcon } from 'lucide-react'
import { Anchor } from '#web/ui/Anchor.tsx'
import { classes } from '#web/ui/classes.ts'

export interface NavItem {
  href: string
  label: string
  icon: LucideIcon
  active: boolean
  /** Number of unread messages; 0 shows nothing, above 99 '99+'. */
  badge?: number
  /** Called when the screen should be loaded. */
  onIntent?: () => void
}

export function BottomNav({ items }: { items: readonly NavItem[] }) {
  return (
    <nav aria-label="Main" className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-safe">
      <ul className="mx-auto flex h-(--bottom-nav) max-w-[640px]">
        {items.map((item) => (
          <li key={item.href} className="min-w-0 flex-1">
            <NavLink {...item} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function NavLink({ href, label, icon: Icon, active, badge = 0, onIntent }: NavItem) {
  return (
    <Anchor
      href={href}
      aria-current={active ? 'page' : undefined}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      className={classes(
        'flex h-full flex-col items-center justify-center gap-0.5 rounded-field transition-colors duration-press focus-visible:-outline-offset-4',
        active ? 'text-primary' : 'text-muted hover:text-text',
      )}
    >
      <span
        className={classes(
          'relative inline-flex h-8 w-[min(4rem,90%)] items-center justify-center rounded-full transition-colors duration-fade',
          active && 'bg-primary-soft',
        )}
      >
        <Icon aria-hidden className="size-6" strokeWidth={active ? 2.25 : 2} />
        {badge > 0 && (
          <span className="absolute start-[calc(50%+2px)] -top-0.5 min-w-5 rounded-full border-2 border-surface bg-danger px-1 text-center text-[11px] leading-4 font-bold text-on-danger tabular-nums">
            <span aria-hidden>{badge > 99 ? '99+' : badge}</span>
            <span className="sr-only">{badge} unread</span>
          </span>
        )}
      </span>
      {/* Doubled text must still fit five of them on a narrow phone. */}
      <span className="max-w-full truncate px-1 text-[min(0.75rem,3.6vw)] leading-4 font-semibold">
        {label}
      </span>
    </Anchor>
  )
}
