// What an expense means for the person who enters it, before it is saved: 'You lend HK$280.00'.

import { type CurrencyCode, toMajor } from '#core/kernel/money.ts'
import { sharesOf } from '#core/money/shares.ts'
import { sharePreview } from '#web/money/expenses/splitSentence.ts'
import { formatMoney } from '#web/platform/format.ts'

interface EnteredSplit {
  /** Minor units of the trip's currency; null without an amount. */
  amount: number | null
  currency: CurrencyCode
  /** Null for the pool. */
  payerId: string | null
  sharerIds: readonly string[]
  /** Id of an existing expense, whose shares are exact; of a new one, who carries a remaining cent is open. */
  expenseId: string | undefined
}

/** @returns '' without an amount or without sharers */
export function expenseResult(split: EnteredSplit, myId: string): string {
  const { amount, currency, payerId, sharerIds, expenseId } = split
  if (amount === null || sharerIds.length === 0) return ''
  const isPayer = payerId === myId
  const isSharer = sharerIds.includes(myId)
  const mine = expenseId === undefined ? undefined : sharesOf(expenseId, amount, sharerIds).get(myId)
  const money = (minor: number) => formatMoney(toMajor(minor, currency), currency)
  if (isPayer && isSharer) {
    const others = sharerIds.length - 1
    if (others === 0) return `You pay ${money(amount)} for yourself`
    return `You lend ${mine === undefined ? lentPreview(amount, sharerIds.length, money) : money(amount - mine)}`
  }
  if (isPayer) return `You lend ${money(amount)}`
  if (!isSharer) return 'You are not involved'
  const share = mine === undefined ? sharePreview(amount, sharerIds.length, currency) : money(mine)
  return payerId === null ? `Your share is ${share}, paid from the pool` : `You borrow ${share}`
}

/** All but the share of one person, who perhaps carries a cent more. */
function lentPreview(amount: number, sharers: number, money: (minor: number) => string): string {
  const each = Math.floor(amount / sharers)
  return amount % sharers === 0
    ? money(amount - each)
    : `${money(amount - each - 1)} or ${money(amount - each)}`
}
