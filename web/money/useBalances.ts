// Everybody's balance on a trip, with this device's pending changes applied.

import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { BalanceResponse } from '#core/money/responses.ts'
import { expensesResponse, paymentsResponse, poolResponse } from '#projections/replica/moneyResponses.ts'
import { balancesResponse } from '#projections/replica/settlementResponses.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { pendingMoneyCommands, pendingLedger, withPendingMoney } from '#web/money/pendingLedger.ts'
import type { QueryState } from '#web/platform/queries.ts'
import { useTripView } from '#web/platform/replica/useTripView.ts'
import { session } from '#web/platform/session.ts'
import { usePendingCommands } from '#web/platform/usePendingCommands.ts'

export interface ShownBalances {
  /** Null until they are loaded. */
  balances: BalanceResponse[] | null
  /** Number of included changes that wait for the network. */
  waiting: number
  query: QueryState<BalanceResponse[]>
}

export function useBalances({ id: tripId, currency }: Pick<TripResponse, 'id' | 'currency'>): ShownBalances {
  const query = useTripView(tripId, balancesResponse)
  const pending = usePendingCommands(tripId)
  const moving = pendingMoneyCommands(pending)
  const tripOfPending = moving.length > 0 ? tripId : null
  const expenses = useTripView(tripOfPending, expensesResponse).data
  const transactions = useTripView(tripOfPending, poolResponse).data?.transactions
  const payments = useTripView(tripOfPending, paymentsResponse).data
  const { user } = useSnapshot(session)
  const [myId, username] = [user?.id ?? '', user?.username ?? '']
  const confirmed = query.data
  const balances = useMemo(() => {
    if (!confirmed || !tripOfPending) return confirmed
    const confirmedRecords = {
      expenses: expenses ?? [],
      transactions: transactions ?? [],
      payments: payments ?? [],
    }
    const context = { tripId, currency, me: { id: myId, username } }
    return withPendingMoney(confirmed, pendingLedger(pending, confirmedRecords, context), currency)
    // `tripOfPending` says only whether anything is pending.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [confirmed, expenses, transactions, payments, pending, tripId, currency, myId, username])
  return { balances, waiting: moving.filter(({ state }) => state === 'waiting').length, query }
}
