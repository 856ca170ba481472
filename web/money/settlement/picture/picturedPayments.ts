// The payments that the settlement's picture shows.

import type { CurrencyCode } from '#core/kernel/money.ts'
import type { NamedParty } from '#core/money/responses.ts'
import type { RecordedPayment } from '#web/money/settlement/payments/paymentList.ts'
import type { NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import type { SettlementFlow } from '#web/money/settlement/picture/settlementFlow.ts'
import { type Suggestion, paidIn } from '#web/money/settlement/payments/suggestions.ts'
import type { RowLinks } from '#web/money/settlement/useRowLinks.ts'
import type { RetainedRow } from '#web/ui/lists/retainedRows.ts'

export interface PicturedPayment {
  /** The key of its row. */
  key: string
  from: NamedParty
  to: NamedParty
  /** Minor units. */
  amount: number
  isPaid: boolean
}

/** The payments of the plan, and those marked as paid since the list is open. */
export function picturedPayments(
  rows: readonly RetainedRow<Suggestion>[],
  { payments }: NamedSettlement,
  recorded: readonly RecordedPayment[],
): PicturedPayment[] {
  return rows.flatMap((suggestion) => {
    const { key, row } = suggestion
    const paid = paidIn(suggestion, recorded)
    const isPlanned = payments.some(({ from, to }) => from.id === row.from.id && to.id === row.to.id)
    if (!paid && !isPlanned) return []
    const { from, to, amount } = paid ?? row
    return [{ key, from, to, amount, isPaid: paid !== undefined }]
  })
}

export interface PaymentPictureProps {
  payments: readonly PicturedPayment[]
  currency: CurrencyCode
  links: Pick<RowLinks, 'pointed' | 'setPointed' | 'ask'>
}

export interface FlowPictureProps extends PaymentPictureProps {
  flow: SettlementFlow
  myId: string
}
