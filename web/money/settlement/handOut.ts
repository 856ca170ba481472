// The plan for those who are not looking at this screen: as a message, or as a table.

import type { PaymentAnswer, Settlement } from '#core/money/answers.ts'
import type { TripAnswer } from '#core/trips/answers.ts'
import { csvFileName } from '#web/money/csv.ts'
import { saveFile } from '#web/platform/saveFile.ts'
import { planText } from '#web/money/settlement/planText.ts'
import { settlementCsv } from '#web/money/settlement/settlementCsv.ts'
import { share } from '#web/platform/share.ts'
import { toast } from '#web/ui/toasts.tsx'

export async function sharePlan({ title, currency }: TripAnswer, settlement: Settlement): Promise<void> {
  const text = planText(title, settlement, currency)
  const shared = await share({ title, text }, text)
  if (shared === 'copied') toast.success('Plan copied')
  if (shared === 'failed') toast.error('The plan could not be copied')
}

export function exportSettlement(
  { title, currency }: TripAnswer,
  settlement: Settlement,
  made: readonly PaymentAnswer[],
): void {
  saveFile(
    csvFileName('settlement', title),
    'text/csv;charset=utf-8',
    settlementCsv(settlement, made, currency),
  )
}
