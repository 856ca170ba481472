// Several deposits at once, each with a key, a call and a result of its own, so that a partial failure loses nothing
// and doubles nothing.

import { useState } from 'react'
import { contributeToPool } from '#core/money/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { moneyPaths } from '#web/money/moneyPaths.ts'
import type { ContributionEntryBody } from '#web/money/pool/contributionForm.ts'
import { bodyFor } from '#web/money/pool/contributionForm.ts'
import type { Deposit, DepositResult } from '#web/money/pool/depositResult.ts'
import { depositResult } from '#web/money/pool/depositResult.ts'
import type { ChoosablePerson } from '#web/money/tripPeople.ts'
import { Refused, NO_REASON_GIVEN } from '#web/platform/http.ts'
import { newKey } from '#web/platform/newKey.ts'
import { send } from '#web/platform/send.ts'
import { usePendingCommands } from '#web/platform/usePendingCommands.ts'

export const NOT_CONTRIBUTED = 'Failed to contribute to pool'

interface PersonDeposit extends Deposit {
  person: ChoosablePerson
  given: ContributionEntryBody
}

export interface ShownDeposit extends DepositResult {
  person: ChoosablePerson
  retry: () => void
}

type Heard = NonNullable<Deposit['heard']>

export interface Deposits {
  shown: ShownDeposit[]
  /** Resolves with the first word on each of them. */
  start(people: readonly ChoosablePerson[], given: ContributionEntryBody): Promise<Heard[]>
  clear(): void
}

export function useDeposits(trip: TripResponse): Deposits {
  const [deposits, setDeposits] = useState<readonly PersonDeposit[]>([])
  const pending = usePendingCommands(trip.id, contributeToPool)

  const hear = (key: string, heard: Deposit['heard']) =>
    setDeposits((all) => all.map((one) => (one.key === key ? { ...one, heard } : one)))

  const run = async ({ key, person, given }: PersonDeposit): Promise<Heard> => {
    const heard = await sendDeposit(trip.id, key, person, given)
    hear(key, heard)
    return heard
  }

  const retry = (deposit: PersonDeposit) => {
    const item = pending.find(({ key }) => key === deposit.key)
    hear(deposit.key, item ? { state: 'waiting', failure: null } : null)
    if (item) item.retry()
    else void run(deposit)
  }

  return {
    shown: deposits.map((deposit) => ({
      person: deposit.person,
      ...depositResult(
        deposit,
        pending.find(({ key }) => key === deposit.key),
      ),
      retry: () => retry(deposit),
    })),
    start(people, given) {
      const started = people.map((person) => ({ key: newKey(), person, given, heard: null }))
      setDeposits(started)
      return Promise.all(started.map(run))
    },
    clear: () => setDeposits([]),
  }
}

async function sendDeposit(
  tripId: string,
  key: string,
  person: ChoosablePerson,
  given: ContributionEntryBody,
): Promise<Heard> {
  try {
    return await send({
      call: contributeToPool,
      params: { tripId },
      body: bodyFor(person, given),
      lane: tripId,
      touches: moneyPaths(tripId),
      key,
    })
  } catch (error) {
    return {
      state: 'refused',
      text: error instanceof Refused && error.code !== NO_REASON_GIVEN ? error.message : NOT_CONTRIBUTED,
    }
  }
}
