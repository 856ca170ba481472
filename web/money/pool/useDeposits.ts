// Sends several deposits at once, each with its own key, command and result, so that a partial failure neither loses
// nor doubles one.

import { useState } from 'react'
import { contributeToPool } from '#core/money/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { moneyPaths } from '#web/money/moneyPaths.ts'
import { type ContributionEntryBody, bodyFor } from '#web/money/pool/contributionForm.ts'
import { type Deposit, type DepositResult, depositResult } from '#web/money/pool/depositResult.ts'
import type { ChoosablePerson } from '#web/money/tripPeople.ts'
import { Refused, NO_REASON } from '#web/platform/http.ts'
import { newKey } from '#web/platform/newKey.ts'
import { send } from '#web/platform/send.ts'
import { usePendingCommands } from '#web/platform/usePendingCommands.ts'

export const CONTRIBUTION_FAILED = 'Failed to contribute to pool'

interface PersonDeposit extends Deposit {
  person: ChoosablePerson
  body: ContributionEntryBody
}

export interface ShownDeposit extends DepositResult {
  person: ChoosablePerson
  retry: () => void
}

type DepositResponse = NonNullable<Deposit['response']>

export interface Deposits {
  shown: ShownDeposit[]
  /** Resolves with the first response of each. */
  submit(people: readonly ChoosablePerson[], body: ContributionEntryBody): Promise<DepositResponse[]>
  clear(): void
}

export function useDeposits(trip: TripResponse): Deposits {
  const [deposits, setDeposits] = useState<readonly PersonDeposit[]>([])
  const pending = usePendingCommands(trip.id, contributeToPool)

  const setResponse = (key: string, response: Deposit['response']) =>
    setDeposits((all) => all.map((deposit) => (deposit.key === key ? { ...deposit, response } : deposit)))

  const run = async ({ key, person, body }: PersonDeposit): Promise<DepositResponse> => {
    const response = await sendDeposit(trip.id, key, person, body)
    setResponse(key, response)
    return response
  }

  const retry = (deposit: PersonDeposit) => {
    const item = pending.find(({ key }) => key === deposit.key)
    setResponse(deposit.key, item ? { state: 'waiting', failure: null } : null)
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
    submit(people, body) {
      const started = people.map((person) => ({ key: newKey(), person, body, response: null }))
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
  body: ContributionEntryBody,
): Promise<DepositResponse> {
  try {
    return await send({
      call: contributeToPool,
      params: { tripId },
      body: bodyFor(person, body),
      lane: tripId,
      touches: moneyPaths(tripId),
      key,
    })
  } catch (error) {
    return {
      state: 'refused',
      text: error instanceof Refused && error.code !== NO_REASON ? error.message : CONTRIBUTION_FAILED,
    }
  }
}
