// What an expense means for the person who enters it, before it is saved: 'You lend HK$280.00'.

import type { DividedEntry } from '#web/money/expenses/dividedEntry.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'

type Divided = Pick<DividedEntry, 'kind' | 'total' | 'currency' | 'shares' | 'paid'>

/** @returns '' while the entries do not add up */
export function expenseResult({ kind, total, currency, shares, paid }: Divided, myId: string): string {
  if (!total || !shares || !paid) return ''
  const isRefund = kind === 'refund'
  const money = (minor: number) => formatMinor(minor, currency)
  const between = (one: number, other: number) =>
    one === other ? money(one) : `≈ ${money(Math.min(one, other))}`
  const { least, most } = shares.get(myId) ?? { least: 0, most: 0 }
  if (paid === 'pool') {
    if (most === 0) return 'You are not involved'
    return `Your share is ${between(least, most)}, ${isRefund ? 'received by' : 'paid from'} the pool`
  }
  const mine = paid.get(myId) ?? 0
  if (mine === 0 && most === 0) return 'You are not involved'
  if (mine > 0 && shares.size === 1 && most === total.amount && mine === total.amount)
    return `You ${isRefund ? 'receive' : 'pay'} ${money(mine)} for yourself`
  if (mine === least && mine === most) return `You ${isRefund ? 'receive' : 'pay'} your own share`
  if (mine >= most) return `You ${isRefund ? 'pass on' : 'lend'} ${between(mine - most, mine - least)}`
  return `You ${isRefund ? 'get back' : 'borrow'} ${between(least - mine, most - mine)}`
}
