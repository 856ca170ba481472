// Saves the money of a trip as a file. It works from what is on the device, also without a network.

import { confirmedTripOf } from '#web/platform/replica/tripReplica.ts'
import { expensesCsv } from '#web/money/exports/expensesCsv.ts'
import { moneyRecordsOf } from '#web/money/exports/moneyRecords.ts'
import { spliitJson } from '#web/money/exports/spliitJson.ts'
import { splitwiseCsv } from '#web/money/exports/splitwiseCsv.ts'
import { deviceToday } from '#web/platform/time/format.ts'
import { exportFileName, saveFile } from '#web/platform/page/saveFile.ts'

export type ExpensesFormat = 'spreadsheet' | 'splitwise' | 'spliit'

/** Without the pending commands of this device. */
export function saveExpenses(tripId: string, format: ExpensesFormat): void {
  const documents = confirmedTripOf(tripId)
  if (!documents) return
  const records = moneyRecordsOf(documents)
  const { title } = documents.trip.details
  switch (format) {
    case 'spreadsheet':
      return saveFile(exportFileName('csv', 'expenses', title), 'text/csv', expensesCsv(records))
    case 'splitwise':
      return saveFile(
        exportFileName('csv', 'splitwise', title),
        'text/csv',
        splitwiseCsv(records, deviceToday()),
      )
    case 'spliit':
      return saveFile(exportFileName('json', 'spliit', title), 'application/json', spliitJson(records, title))
  }
}
