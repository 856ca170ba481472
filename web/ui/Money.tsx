// Amounts formatted by web/platform/format.ts, with aligned figures. A balance is named and signed, and only then coloured.

import { classes } from '#web/ui/classes.ts'

export function Money({ text, className }: { text: string; className?: string }) {
  return <span className={classes('tabular-nums', className)}>{text}</span>
}

export interface BalanceProps {
  status: 'owed' | 'owes' | 'settled'
  /** The amount without a sign. */
  text: string
  /** 'you': 'You are owed'; 'they': 'is owed'. */
  who?: 'you' | 'they'
  /** 'hero' for the main figure of a card. */
  size?: 'row' | 'hero'
}

const words = {
  you: { owed: 'You are owed', owes: 'You owe', settled: 'You are settled up' },
  they: { owed: 'is owed', owes: 'owes', settled: 'settled' },
}
const signs = { owed: '+', owes: '−', settled: '' }
const inks = { owed: 'text-success', owes: 'text-danger', settled: 'text-muted' }

/** In place of a balance of a trip without money. */
export const NothingYet = () => <p className="text-body text-muted">Nothing to settle yet</p>

export function BalanceAmount({ status, text, who = 'they', size = 'row' }: BalanceProps) {
  return (
    <span className={classes('flex flex-col', size === 'row' && 'items-end')}>
      <span
        className={size === 'hero' ? 'text-body text-muted' : classes('text-meta font-medium', inks[status])}
      >
        {words[who][status]}
      </span>{' '}
      <Money
        text={size === 'hero' ? text : `${signs[status]}${text}`}
        className={classes(
          inks[status],
          size === 'hero'
            ? 'text-[min(2.25rem,9.6vw)] leading-[1.15] font-bold tracking-tight'
            : 'text-body font-semibold',
        )}
      />
    </span>
  )
}
