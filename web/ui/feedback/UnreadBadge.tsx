// The number of unread messages; nothing for 0.

import { BADGE_MAX, cappedCount } from '#web/ui/feedback/cappedCount.ts'

export function UnreadBadge({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span className="inline-flex min-h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1.5 text-meta font-bold text-on-accent tabular-nums">
      <span aria-hidden>{cappedCount(count)}</span>
      <span className="sr-only">{`${count > BADGE_MAX ? `more than ${BADGE_MAX}` : count} unread`}</span>
    </span>
  )
}
