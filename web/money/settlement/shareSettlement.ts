// Shares the settlement as a message, or exports it as a table.

import type { PaymentResponse, SettlementResponse } from '#core/money/responses.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { exportFileName, saveFile } from '#web/platform/saveFile.ts'
import { planText } from '#web/money/settlement/planText.ts'
import { settlementCsv } from '#web/money/settlement/settlementCsv.ts'
import { share } from '#web/platform/share.ts'
import { toast } from '#web/ui/toasts.tsx'

export async function shareSettlement(
  { title, currency }: TripResponse,
  settlement: SettlementResponse,
): Promise<void> {
  const text = planText(title, settlement, currency)
  const shared = await share({ title, text }, text)
  if (shared === 'copied') toast.success('Plan copied')
  if (shared === 'failed') toast.error('The plan could not be copied')
}

export function exportSettlement(
  { title, currency }: TripResponse,
  settlement: SettlementResponse,
  recorded: readonly PaymentResponse[],
): void {
  saveFile(
    exportFileName('csv', 'settlement', title),
    'text/csv;charset=utf-8',
    settlementCsv(settlement, recorded, currency),
  )
}
