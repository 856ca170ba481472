// The dividers between messages: a new day, and the first unread message.

import { dayLabel } from '#web/chat/messageTimes.ts'

interface Day {
  /** YYYY-MM-DD */
  day: string
  /** Milliseconds since 1970. */
  now: number
}

export function DateDivider(day: Day) {
  return (
    <div className="flex justify-center gutter pt-4 pb-1.5">
      <DayPill {...day} />
    </div>
  )
}

export function DayPill({ day, now }: Day) {
  return (
    <span className="rounded-full bg-surface-2 px-3 py-1 text-center text-meta font-semibold text-muted">
      {dayLabel(day, now)}
    </span>
  )
}

export function UnreadDivider() {
  return (
    <div className="flex items-center gap-3 gutter pt-4 pb-1.5 text-meta font-semibold text-accent">
      <span aria-hidden className="h-px flex-1 bg-current" />
      New messages
      <span aria-hidden className="h-px flex-1 bg-current" />
    </div>
  )
}
