// Everybody's balance on a trip, with this device's pending changes applied.

import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { BalanceResponse } from '#core/money/responses.ts'
import { getBalances, getPool, listExpenses, listPayments } from '#core/money/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { pendingMoneyCommands, pendingLedger, withPendingMoney } from '#web/money/pendingLedger.ts'
import { type QueryState, useQuery } from '#web/platform/queries.ts'
import { session } from '#web/platform/session.ts'
import { usePendingCommands } from '#web/platform/usePendingCommands.ts'

export interface ShownBalances {
  /** Null until they are loaded. */
  balances: BalanceResponse[] | null
  /** Number of included changes that wait for the network. */
  waiting: number
  query: QueryState<{ balances: BalanceResponse[] }>
}

export function useBalances({ id: tripId, currency }: Pick<TripResponse, 'id' | 'currency'>): ShownBalances {
  const query = useQuery(getBalances, { tripId })
  const pending = usePendingCommands(tripId)
  const moving = pendingMoneyCommands(pending)
  // Loads the records only while changes are pending.
  const params = moving.length > 0 ? { tripId } : null
  const expenses = useQuery(listExpenses, params).data?.expenses
  const transactions = useQuery(getPool, params).data?.transactions
  const payments = useQuery(listPayments, params).data?.payments
  const { user } = useSnapshot(session)
  const [myId, username] = [user?.id ?? '', user?.username ?? '']
  const confirmed = query.data?.balances ?? null
  const balances = useMemo(() => {
    if (!confirmed || !params) return confirmed
    const confirmedRecords = {
      expenses: expenses ?? [],
      transactions: transactions ?? [],
      payments: payments ?? [],
    }
    const context = { tripId, currency, me: { id: myId, username } }
    return withPendingMoney(confirmed, pendingLedger(pending, confirmedRecords, context), currency)
    // `params` says only whether anything is pending.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [confirmed, expenses, transactions, payments, pending, tripId, currency, myId, username])
  return { balances, waiting: moving.filter(({ state }) => state === 'waiting').length, query }
}
