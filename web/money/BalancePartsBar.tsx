// Where a person's balance comes from: their share of the trip, and what they put in for it.

import type { CurrencyCode } from '#core/kernel/money.ts'
import type { BalancePart, BalanceParts } from '#web/money/balanceParts.ts'
import { type BarPart, StackedBar } from '#web/money/StackedBar.tsx'
import { Money } from '#web/ui/Money.tsx'
import { formatMinor } from '#core/kernel/formatMinor.ts'

interface BalancePartsBarProps extends BalanceParts {
  isMe: boolean
  currency: CurrencyCode
}

export function BalancePartsBar({ total, parts, isMe, currency }: BalancePartsBarProps) {
  const isOwed = parts.some(({ kind }) => kind === 'owed')
  const mine = isMe ? 'Your share of the trip' : 'Share of the trip'
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="text-muted xl:font-semibold xl:text-text">
          {isOwed ? (isMe ? 'You put in' : 'Put in') : mine}
        </span>
        <Money text={formatMinor(total, currency)} className="font-semibold" />
      </p>
      <StackedBar
        parts={parts.map(({ kind, amount }) => ({ ...looks(isMe)[kind], amount }))}
        currency={currency}
      />
    </div>
  )
}

const looks = (isMe: boolean): Record<BalancePart['kind'], Omit<BarPart, 'amount'>> => ({
  deposited: { label: 'In the pool', color: 'var(--primary)' },
  paid: { label: isMe ? 'You paid' : 'Paid', color: 'var(--sun-fill)' },
  sent: { label: isMe ? 'You paid back' : 'Paid back', color: 'var(--sand)' },
  putIn: { label: isMe ? 'You put in' : 'Put in', color: 'var(--primary)' },
  share: { label: isMe ? 'Your share' : 'Share', color: 'var(--primary)' },
  owes: { label: isMe ? 'You owe' : 'Owes', color: 'var(--danger)', isHatched: true },
  owed: { label: isMe ? 'Owed to you' : 'Is owed', color: 'var(--success)', isHatched: true },
})
