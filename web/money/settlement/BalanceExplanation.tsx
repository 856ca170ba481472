// Where the signed-in person's balance comes from, and the payments that settle it.

import { type CurrencyCode, toMinorOrZero } from '#core/kernel/money.ts'
import type { SettlementParticipant, SuggestedPayment } from '#core/money/responses.ts'
import { balanceParts } from '#core/money/balanceParts.ts'
import { PartyFace } from '#web/money/settlement/PartyFace.tsx'
import { type StepRow, stepRows } from '#web/money/settlement/personalBalance.ts'
import { BalancePartsBar } from '#web/money/BalancePartsBar.tsx'
import { formatMoney } from '#web/platform/time/format.ts'
import { Money } from '#web/ui/Money.tsx'

interface BalanceExplanationProps {
  me: SettlementParticipant
  payments: readonly SuggestedPayment[]
  currency: CurrencyCode
}

export function BalanceExplanation({ me, payments, currency }: BalanceExplanationProps) {
  const minor = (amount: number) => toMinorOrZero(amount, currency)
  const parts = balanceParts({
    personalPayments: minor(me.personalPayments),
    poolContributions: minor(me.poolContributions),
    fairShare: minor(me.fairShare),
    netBalance: minor(me.netBalance),
  })
  return (
    <div className="mt-3 grid gap-3">
      {parts && <BalancePartsBar {...parts} isMe currency={currency} />}
      <StepRows rows={stepRows(payments, me.id)} currency={currency} />
    </div>
  )
}

function StepRows({ rows, currency }: { rows: readonly StepRow[]; currency: CurrencyCode }) {
  if (rows.length === 0) return null
  return (
    <ul className="border-t border-line py-1">
      {rows.map(({ party, text, amount }) => (
        <li key={`${text} ${party.id}`} className="flex min-h-11 items-center gap-2.5 py-1">
          <PartyFace party={party} />
          <span className="line-clamp-2 min-w-0 flex-1">{text}</span>
          <Money text={formatMoney(amount, currency)} className="font-semibold" />
        </li>
      ))}
    </ul>
  )
}
