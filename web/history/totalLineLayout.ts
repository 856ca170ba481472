// Lays out the line of the total spent: a step at each change that changed the total, and the days of the steps.

import type { TotalSpent } from '#core/history/contract.ts'
import { calendarDateOf } from '#web/platform/time/format.ts'

/** Half of the slider's handle: the handle stays within the slider. */
export const HANDLE_RADIUS = 12
/** Room for the circle at the highest point. */
export const TOP_PADDING = 7
export const LINE_HEIGHT = 60
/** The room of a day's text: '26 Oct' and a gap. */
const DAY_WIDTH = 56

interface Day {
  date: string
  x: number
  textX: number
  anchor: 'start' | 'middle' | 'end'
}

export interface LaidOutTotals {
  path: string
  /** The path closed along zero. */
  area: string
  days: Day[]
  pointAt(n: number): [x: number, y: number]
}

/** @param last number of the newest change @param width of the slider, px */
export function layOutTotals(totals: readonly TotalSpent[], last: number, width: number): LaidOutTotals {
  const steps = totals.filter(({ n }) => n <= last)
  const amounts = steps.map(({ totalAmount }) => totalAmount)
  // More may have been refunded than spent. Not spread: there can be thousands.
  const highest = amounts.reduce((most, amount) => Math.max(most, amount), 0)
  const lowest = amounts.reduce((least, amount) => Math.min(least, amount), 0)
  const xOf = (n: number) =>
    rounded(HANDLE_RADIUS + ((n - 1) / Math.max(last - 1, 1)) * (width - 2 * HANDLE_RADIUS))
  const yOf = (amount: number) =>
    rounded(TOP_PADDING + LINE_HEIGHT * (1 - (amount - lowest) / (highest - lowest || 1)))
  const path =
    `M${xOf(1)} ${yOf(0)}` +
    steps.map(({ n, totalAmount }) => `H${xOf(n)}V${yOf(totalAmount)}`).join('') +
    `H${xOf(last)}`
  return {
    path,
    area: `${path}V${yOf(0)}Z`,
    days: daysOf(steps, xOf, width),
    pointAt: (n) => [xOf(n), yOf(steps.findLast((step) => step.n <= n)?.totalAmount ?? 0)],
  }
}

/** The first step of each day, newest first, as far as their texts do not touch. */
function daysOf(steps: readonly TotalSpent[], xOf: (n: number) => number, width: number): Day[] {
  const firsts = new Map<string, number>()
  for (const { n, at } of steps) {
    const date = calendarDateOf(new Date(at))
    if (!firsts.has(date)) firsts.set(date, xOf(n))
  }
  const days: Day[] = []
  let free = width
  for (const [date, x] of [...firsts].reverse()) {
    const half = DAY_WIDTH / 2
    const centre = Math.min(Math.max(x, half), width - half)
    if (centre + half > free) continue
    free = centre - half
    const anchor = centre < x ? 'end' : centre > x ? 'start' : 'middle'
    days.push({ date, x, textX: anchor === 'end' ? width : anchor === 'start' ? 0 : x, anchor })
  }
  return days
}

const rounded = (px: number): number => Math.round(px * 10) / 10
