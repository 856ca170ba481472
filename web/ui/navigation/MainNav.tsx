// The main navigation: a bar at the foot of the screen, from 1024 px a rail at its side (mainNav.css). The current page is
// marked by shape, by colour and for screen readers.

import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Anchor } from '#web/ui/buttons/Anchor.tsx'
import { cappedCount } from '#web/ui/feedback/cappedCount.ts'

export interface NavItem {
  href: string
  label: string
  icon: LucideIcon
  active: boolean
  /** Number of unread messages; 0 shows nothing. */
  badge?: number
  /** Called when the screen should be loaded. */
  onIntent?: () => void
}

interface MainNavProps {
  items: readonly NavItem[]
  /** Below them in a rail. */
  children?: ReactNode
}

export function MainNav({ items, children }: MainNavProps) {
  return (
    <nav aria-label="Main" data-foot className="main-nav">
      <p>Group Trip Planner</p>
      <ul>
        {items.map((item) => (
          <li key={item.href}>
            <NavLink {...item} />
          </li>
        ))}
      </ul>
      {children}
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
    >
      <span>
        <Icon aria-hidden />
        {badge > 0 && (
          <b>
            <span aria-hidden>{cappedCount(badge)}</span>
            <span className="sr-only">{`${badge} unread`}</span>
          </b>
        )}
      </span>
      <span>{label}</span>
    </Anchor>
  )
}
