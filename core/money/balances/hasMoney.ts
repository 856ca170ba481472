// Whether a person has money on the trip: the past keeps it when they are removed.

import type { BalanceResponse } from '#core/money/responses.ts'

export const hasMoney = (balance: BalanceResponse): boolean =>
  [
    balance.personalPayments,
    balance.poolContributions,
    balance.fairShare,
    balance.netBalance,
    balance.poolSettlement,
  ].some((figure) => figure !== 0)
