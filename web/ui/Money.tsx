// Formatted amounts, with aligned figures. A balance is named and signed, and only then coloured.

import { classes } from '#web/ui/classes.ts'

export function Money({ text, className }: { text: string; className?: string }) {
  return <span className={classes('tabular-nums', className)}>{text}</span>
}

/** A big figure: its currency and its cents are small, on the same baseline. @param text as `formatMoney` gives it */
export function MoneyFigure({ text, className }: { text: string; className?: string }) {
  const [, mark, whole, cents] = /^(\D+)([\d,]+)(\.\d+)?$/.exec(text) ?? []
  return (
    <span className={classes('font-bold tracking-tight tabular-nums', className)}>
      {whole === undefined ? (
        text
      ) : (
        <>
          <span className="me-[0.16em] text-[0.62em] font-semibold tracking-[-0.01em]">{mark}</span>
          <span>{whole}</span>
          <span className="text-[0.62em] font-semibold tracking-[-0.01em]">{cents}</span>
        </>
      )}
    </span>
  )
}

export interface BalanceProps {
  /** 'unused': no money was recorded yet. */
  status: 'owed' | 'owes' | 'settled' | 'unused'
  /** The amount without a sign. */
  text: string
  /** 'you': 'You are owed'; 'they': 'is owed'. */
  who?: 'you' | 'they'
  /** 'hero' for the main figure of a card. */
  size?: 'row' | 'hero'
}

export const balanceWords = {
  you: {
    owed: 'You are owed',
    owes: 'You owe',
    settled: 'You are settled up',
    unused: 'Nothing to settle yet',
  },
  they: { owed: 'is owed', owes: 'owes', settled: 'settled', unused: 'settled' },
}
export const balanceSigns = { owed: '+', owes: '−', settled: '', unused: '' }
/** @param balance in any unit, above 0 when it is owed to the person */
export const textColorOf = (balance: number): string =>
  balance > 0 ? 'text-success' : balance < 0 ? 'text-danger' : 'text-muted'
export const balanceTextColors = {
  owed: 'text-success',
  owes: 'text-danger',
  settled: 'text-muted',
  unused: 'text-muted',
}

export function BalanceAmount({ status, text, who = 'they', size = 'row' }: BalanceProps) {
  return (
    <span className={classes('flex flex-col', size === 'row' && 'items-end')}>
      <span
        className={
          size === 'hero'
            ? 'text-body text-muted'
            : classes('text-meta font-medium', balanceTextColors[status])
        }
      >
        {balanceWords[who][status]}
      </span>{' '}
      {size === 'hero' ? (
        <MoneyFigure
          text={text}
          className={classes(balanceTextColors[status], 'text-[min(2.25rem,9.6vw)] leading-[1.15]')}
        />
      ) : (
        <Money
          text={`${balanceSigns[status]}${text}`}
          className={classes(balanceTextColors[status], 'text-body font-semibold')}
        />
      )}
    </span>
  )
}
