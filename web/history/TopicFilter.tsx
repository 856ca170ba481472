// Filters the history by topic, or shows the filter for one subject or for what is new. Each filter is a link.

import { TOPICS, type Topic } from '#core/history/contract.ts'
import type { HistoryFilter } from '#web/history/useHistoryPages.ts'
import { paths } from '#web/platform/paths.ts'
import { Anchor } from '#web/ui/Anchor.tsx'
import { chipClasses } from '#web/ui/chipClasses.ts'

const labels: Record<Topic, string> = { plan: 'Plan', people: 'People', money: 'Money', chats: 'Chats' }

export function TopicFilter({ tripId, about, since }: HistoryFilter & { tripId: string }) {
  const isTopic = TOPICS.some((topic) => topic === about)
  const choices = [
    { href: paths.history(tripId), label: 'All', current: about === null && since === null },
    ...(since !== null ? [{ href: paths.historySince(tripId, since), label: 'New', current: true }] : []),
    ...TOPICS.map((topic) => ({
      href: paths.historyAbout(tripId, topic),
      label: labels[topic],
      current: about === topic,
    })),
    ...(about !== null && !isTopic
      ? [{ href: paths.historyAbout(tripId, about), label: 'One thing', current: true }]
      : []),
  ]
  return (
    <nav aria-label="Show" className="border-b border-line bg-surface">
      <ul className="no-scrollbar flex gap-2 overflow-x-auto gutter py-2">
        {choices.map(({ href, label, current }) => (
          <li key={label} className="shrink-0">
            <Anchor
              href={href}
              aria-current={current ? 'true' : undefined}
              className={`${chipClasses} touch-target aria-[current=true]:border-primary aria-[current=true]:bg-primary-soft aria-[current=true]:text-primary`}
            >
              {label}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}
