// The settlement as a message that is shared, or as a table.

import type { RecordedPayment } from '#web/money/settlement/payments/paymentList.ts'
import type { NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { exportFileName, saveFile } from '#web/platform/page/saveFile.ts'
import { settlementCsv } from '#web/money/settlement/settlementCsv.ts'
import { share } from '#web/platform/page/share.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'
import { formatMinor } from '#core/kernel/formatMinor.ts'

export async function shareSettlement(
  { title, currency }: TripResponse,
  settlement: NamedSettlement,
): Promise<void> {
  const text = planText(title, settlement, currency)
  const shared = await share({ title, text }, text)
  if (shared === 'copied') toast.success('Plan copied')
  if (shared === 'failed') toast.error('The plan could not be copied')
}

export function exportSettlement(
  { title, currency }: TripResponse,
  settlement: NamedSettlement,
  recorded: readonly RecordedPayment[],
): void {
  saveFile(
    exportFileName('csv', 'settlement', title),
    'text/csv;charset=utf-8',
    settlementCsv(settlement, recorded, currency),
  )
}

export function planText(title: string, settlement: NamedSettlement, currency: CurrencyCode): string {
  const { payments, participants, totalExpenses, isSettled } = settlement
  const money = (amount: number): string => formatMinor(amount, currency)
  const holders = participants.filter(({ heldInPool }) => heldInPool > 0)
  return [
    `${isolateBidi(title)}: ${isSettled ? 'All Settled!' : 'Settlement Needed'}`,
    `Total expenses ${money(totalExpenses)}`,
    '',
    ...payments.map(
      ({ from, to, amount }) => `• ${isolateBidi(from.name)} pays ${isolateBidi(to.name)} ${money(amount)}`,
    ),
    ...(payments.length === 0 ? ['Nobody has to pay anything.'] : []),
    ...holders.map(
      ({ name, heldInPool }) => `• The pool keeps ${money(heldInPool)} for ${isolateBidi(name)}`,
    ),
  ].join('\n')
}
