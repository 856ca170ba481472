// Whether a person has money on the trip: the past keeps it when they are removed.

import type { ShownFigures } from '#core/money/balances/ledger.ts'

export const hasMoney = (balance: ShownFigures): boolean =>
  [
    balance.personalPayments,
    balance.poolContributions,
    balance.fairShare,
    balance.netBalance,
    balance.poolSettlement,
  ].some((figure) => figure !== 0)
