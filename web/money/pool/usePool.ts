// The pool of a trip as its screens show it.

import { useMemo } from 'react'
import type { PaymentRecord, PersonRef } from '#core/money/events.ts'
import { signedAmount } from '#core/money/signedAmount.ts'
import type { PoolMovement } from '#web/money/pool/poolLevels.ts'
import type { Trip } from '#core/trips/trip.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { paymentRecords, type PoolRecord, poolRecords, poolStats } from '#projections/replica/moneyRecords.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { keepersIn, poolTotals, transactionList } from '#web/money/pool/poolTransactions.ts'
import type { QueryState } from '#web/platform/queries/queries.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import type { ShownRecord } from '#web/records/shownRecords.ts'
import { useShownRecords } from '#web/records/useShownRecords.ts'

export interface ShownPool {
  /** Whose roles say who may remove a contribution. */
  trip: Trip
  totals: ReturnType<typeof poolTotals>
  stats: ReturnType<typeof poolStats>
  keepers: readonly PersonRef[]
  /** Of the newest deposit. */
  lastKeeper: PersonRef | undefined
  /** The transactions with their commands, newest first. */
  rows: readonly ShownRecord<PoolRecord>[]
  /** Contributions, expenses and payments; above 0 into it. */
  movements: (PoolMovement & { id: string })[]
  /** Of the records that move it. */
  ids: ReadonlySet<string>
}

/** `pool` is null until it is loaded. */
export function usePool({ id, currency }: Pick<TripResponse, 'id' | 'currency'>): {
  pool: ShownPool | null
  query: QueryState<object>
} {
  const query = useTripResponse(id, poolIn)
  const list = useMemo(() => transactionList(currency), [currency])
  const { data, confirmed } = query
  const rows = useShownRecords(list, id, { data: data?.records, confirmed: confirmed?.records })
  const pool = useMemo(
    () => data && confirmed && { ...data, rows, ids: new Set([...idsIn(data), ...idsIn(confirmed)]) },
    [data, confirmed, rows],
  )
  return { pool, query }
}

/** The pool, and the records that move it. */
function poolIn({ trip, balances, ...documents }: ExistingTrip) {
  const records = poolRecords(documents)
  return {
    trip,
    totals: poolTotals(balances.ledger),
    stats: poolStats(records),
    keepers: keepersIn(records),
    lastKeeper: records.find((record) => 'contributor' in record)?.keptBy,
    records,
    movements: [
      ...records.map((record) =>
        movement(record, 'contributor' in record ? record.amount : -signedAmount(record)),
      ),
      ...paymentRecords(documents).flatMap((record) => {
        const { from, to, amount } = record
        if (to.type === 'pool') return movement(record, amount)
        return from.type === 'pool' ? movement(record, -amount) : []
      }),
    ],
  }
}

const movement = ({ id, createdAt: at }: PoolRecord | PaymentRecord, amount: number) => ({ id, at, amount })

const idsIn = ({ movements }: ReturnType<typeof poolIn>) => movements.map(({ id }) => id)
