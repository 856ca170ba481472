// A trip's expenses as they are to be shown: what the server confirmed, and over it what is on its way from here.

import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { ExpenseResponse } from '#core/money/responses.ts'
import { listExpenses } from '#core/money/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import type { Change, Overlaid } from '#web/money/expenses/overlay.ts'
import { overlaid } from '#web/money/expenses/overlay.ts'
import { useDocument } from '#web/platform/documents.ts'
import { outbox } from '#web/platform/outbox/pending.ts'
import { session } from '#web/platform/session.ts'

export interface Expenses extends Overlaid {
  /** Null until the list was read once; `rows` then hold what is on its way alone. */
  confirmed: readonly ExpenseResponse[] | null
  /** Id of the person at the screen. */
  me: string
  error: Error | null
  isLoading: boolean
  reload(): Promise<void>
}

const none: readonly ExpenseResponse[] = []

export function useExpenses({ id: tripId, currency }: Pick<TripResponse, 'id' | 'currency'>): Expenses {
  const { data, error, isLoading, reload } = useDocument(listExpenses, { tripId })
  const changes = useSnapshot(outbox).items as readonly Change[]
  const { user } = useSnapshot(session)
  const [me, username] = [user?.id ?? '', user?.username ?? '']
  const confirmed = data?.expenses ?? null
  const shown = useMemo(
    () => overlaid(confirmed ?? none, changes, { tripId, currency, me: { id: me, username } }),
    [confirmed, changes, tripId, currency, me, username],
  )
  return { ...shown, confirmed, me, error, isLoading, reload }
}
