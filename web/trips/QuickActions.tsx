// The quick actions of the home screen: a new trip, and the main destinations.

import { type LucideIcon, ContactRound, MessagesSquare, Plane, Plus } from 'lucide-react'
import { paths } from '#web/platform/paths.ts'
import { Anchor } from '#web/ui/Anchor.tsx'
import type { LazyDialog } from '#web/ui/lazyDialog.tsx'

const destinations = [
  { href: paths.chat, icon: MessagesSquare, label: 'Messages' },
  { href: paths.travel, icon: Plane, label: 'All Trips' },
  { href: paths.contacts, icon: ContactRound, label: 'Contacts' },
]

interface QuickActionsProps {
  onPlan: () => void
  /** Loads the dialog of a new trip early. */
  prefetchProps: LazyDialog<never>['prefetchProps']
}

export function QuickActions({ onPlan, prefetchProps }: QuickActionsProps) {
  return (
    <nav aria-label="Quick actions">
      {/* Fewer in a row with large text. */}
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(max(4.5rem,20%),1fr))] gap-2 lg:grid-cols-[repeat(auto-fit,minmax(max(7.5rem,20%),1fr))]">
        <li>
          <button type="button" onClick={onPlan} {...prefetchProps} className={actionClasses}>
            <ActionContent icon={Plus} label="New Trip" />
          </button>
        </li>
        {destinations.map(({ href, ...content }) => (
          <li key={href}>
            <Anchor href={href} className={actionClasses}>
              <ActionContent {...content} />
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const actionClasses =
  'group flex w-full flex-col items-center gap-1.5 rounded-card text-center lg:min-h-14 lg:flex-row lg:gap-3 lg:border ' +
  'lg:border-line lg:bg-surface lg:px-4 lg:text-start lg:hover:border-line-strong'

function ActionContent({ icon: Icon, label }: { icon: LucideIcon; label: string }) {
  return (
    <>
      <span className="inline-flex size-12 items-center justify-center rounded-card bg-primary-soft text-primary lg:size-auto lg:bg-transparent transition-colors duration-press group-hover:text-primary-strong">
        <Icon aria-hidden className="size-5.5" />
      </span>
      <span className="max-w-full text-secondary font-medium">{label}</span>
    </>
  )
}
