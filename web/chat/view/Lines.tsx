// The lines between messages: a new day, and where what is new begins.

import { dayLabel } from '#web/chat/chatTimes.ts'

/** YYYY-MM-DD, and the time in ms that says which day is today. */
interface Day {
  day: string
  now: number
}

export function DateLine(given: Day) {
  return (
    <div className="flex justify-center gutter pt-4 pb-1.5">
      <DayPill {...given} />
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

export function NewLine() {
  return (
    <div className="flex items-center gap-3 gutter pt-4 pb-1.5 text-meta font-semibold text-accent">
      <span aria-hidden className="h-px flex-1 bg-current" />
      New messages
      <span aria-hidden className="h-px flex-1 bg-current" />
    </div>
  )
}
