// The itinerary of a trip for a spreadsheet: a line for each activity, in the order of the days.

import type { ItemResponse } from '#core/itinerary/contract.ts'
import { csvOf } from '#web/money/csv.ts'

const columns = ['Date', 'Start', 'End', 'Title', 'Location', 'Status', 'Description']

/** @param items in order */
export const itineraryCsv = (items: readonly ItemResponse[]): string =>
  csvOf([
    columns,
    ...items.map(({ date, startTime, endTime, title, location, status, description }) => [
      ...[date, startTime, endTime ?? '', title, location ?? '', status, description ?? ''],
    ]),
  ])
