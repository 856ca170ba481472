// The day pinned above a conversation while it scrolls.

import { describe, expect, test } from 'vitest'
import type { Row } from '#web/chat/engine/timeline/timelineRows.ts'
import { dayToPin } from '#web/chat/view/useScrollPosition.ts'

/** Height in px of a day separator and of a message. */
const [LINE, MESSAGE] = [46, 60]

const day = (date: string): Row => ({ type: 'date', key: date, day: date })
const message = { type: 'message' } as Row
const rows = [day('2026-06-11'), ...Array.from({ length: 9 }, () => message), day('2026-06-12'), message]
const tops = rows.map((_, at) =>
  rows.slice(0, at).reduce((sum, { type }) => sum + (type === 'date' ? LINE : MESSAGE), 0),
)

/** The pinned day after scrolling by this many px. */
function pinnedAt(scrolled: number): string | null {
  const first = tops.findLastIndex((top) => top <= scrolled)
  return dayToPin(rows, first, (at) => tops[at]! - scrolled)
}

describe('the pinned day', () => {
  test('The pinned day is the day of the topmost visible messages', () => {
    expect(pinnedAt(LINE)).toBe('2026-06-11')
    expect(pinnedAt(300)).toBe('2026-06-11')
    expect(pinnedAt(tops[11]!)).toBe('2026-06-12')
  })

  test('The pinned day is hidden above the first message of all', () => {
    expect(dayToPin(rows, 0, (at) => tops[at]! + 56)).toBeNull()
  })

  test('The pinned day is hidden next to a day separator, however slowly that scrolls past', () => {
    // The separator's text is 16 px below its top edge, the pinned day's 8 px below the edge of the list.
    const isLineThere = (scrolled: number) =>
      [tops[0]!, tops[10]!].map((top) => top + 16 - scrolled).some((place) => place > -24 && place < 8 + 24)
    const all = Array.from({ length: tops[11]! }, (_, scrolled) => scrolled)
    const near = all.filter(isLineThere)
    expect(near.length, 'places to look at').toBeGreaterThan(70)
    expect(near.filter((scrolled) => pinnedAt(scrolled) !== null)).toEqual([])
  })
})
