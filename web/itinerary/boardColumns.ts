// Where the activities of a day stand side by side on a board: those at the same time take columns of their own.

import type { ItemResponse } from '#core/itinerary/contract.ts'
import { minuteOfTime } from '#web/itinerary/dayPlan.ts'

type Times = Pick<ItemResponse, 'id' | 'startTime' | 'endTime'>

/** A shorter activity is drawn this long, so that its title can be read. */
const SHORTEST_MINUTES = 40
/** Activities that begin within this time of each other stand side by side: the title of neither may be covered. */
const TOGETHER_MINUTES = 60

export interface BoardBlock {
  id: string
  /** Minutes of the day, as drawn. */
  start: number
  end: number
  /** From 0: earlier activities stand before later ones. */
  column: number
  /** Of the activities that are connected by time. */
  columns: number
  /** Two of these begin so close to each other that neither may cover the other. */
  isSideBySide: boolean
}

/** @param day the activities of one day by start time @returns them in the same order */
export function boardBlocksOf(day: readonly Times[]): BoardBlock[] {
  const blocks: BoardBlock[] = []
  let group: BoardBlock[] = []
  let groupEnd = 0
  for (const { id, startTime, endTime } of day) {
    const start = minuteOfTime(startTime)
    const end = Math.max(start + SHORTEST_MINUTES, endTime === null ? 0 : minuteOfTime(endTime))
    if (start >= groupEnd) group = []
    const taken = new Set(group.filter((other) => other.end > start).map(({ column }) => column))
    let column = 0
    while (taken.has(column)) column += 1
    const block = { id, start, end, column, columns: 1, isSideBySide: false }
    group.push(block)
    blocks.push(block)
    groupEnd = Math.max(end, ...group.map((other) => other.end))
    const columns = Math.max(...group.map((other) => other.column)) + 1
    const isSideBySide =
      group[0]!.isSideBySide ||
      group.some((other) => other !== block && other.end > start && start - other.start < TOGETHER_MINUTES)
    for (const other of group) Object.assign(other, { columns, isSideBySide })
  }
  return blocks
}
