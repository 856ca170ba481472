// The pool's balance. A deficit is named and signed, and only then coloured.

import type { CurrencyCode } from '#core/kernel/money.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { classes } from '#web/ui/classes.ts'
import { Money, MoneyFigure } from '#web/ui/Money.tsx'
import { StatusChip } from '#web/ui/feedback/StatusChip.tsx'

interface PoolBalanceProps {
  /** Minor units. */
  balance: number
  currency: CurrencyCode
  /** 'hero' on the card, 'row' in a list. */
  size?: 'hero' | 'row'
}

export function PoolBalance({ balance, currency, size = 'row' }: PoolBalanceProps) {
  const isDeficit = balance < 0
  const Figure = size === 'hero' ? MoneyFigure : Money
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-3 gap-y-1">
      <Figure
        text={formatMinor(balance, currency)}
        className={classes(
          'min-w-0 wrap-anywhere',
          isDeficit && 'text-danger',
          size === 'hero' ? 'text-page leading-8' : 'font-semibold',
        )}
      />
      {isDeficit && <StatusChip tone="danger">Deficit</StatusChip>}
    </span>
  )
}
