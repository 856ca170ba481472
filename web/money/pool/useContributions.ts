// Sends the contributions of several people at once, each with its own key, command and result, so that a partial
// failure neither loses a contribution nor sends it a second time.

import { useState } from 'react'
import { contributeToPool } from '#core/money/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { type ContributionEntryBody, bodyFor } from '#web/money/pool/contributionForm.ts'
import {
  type SentContribution,
  type ContributionResult,
  contributionResult,
} from '#web/money/pool/contributionResult.ts'
import type { ChoosablePerson } from '#web/money/tripPeople.ts'
import { Refused, NO_REASON } from '#web/platform/http.ts'
import { newKey } from '#web/platform/newKey.ts'
import { send } from '#web/platform/send.ts'
import { usePendingCommands } from '#web/platform/usePendingCommands.ts'

export const CONTRIBUTION_FAILED = 'Failed to contribute to pool'

interface PersonContribution extends SentContribution {
  person: ChoosablePerson
  body: ContributionEntryBody
}

export interface ShownContribution extends ContributionResult {
  person: ChoosablePerson
  retry: () => void
}

type ContributionResponse = NonNullable<SentContribution['response']>

export interface Contributions {
  contributions: ShownContribution[]
  /** Resolves with the first response of each. */
  submit(people: readonly ChoosablePerson[], body: ContributionEntryBody): Promise<ContributionResponse[]>
  clear(): void
}

export function useContributions(trip: TripResponse): Contributions {
  const [contributions, setContributions] = useState<readonly PersonContribution[]>([])
  const pending = usePendingCommands(trip.id, contributeToPool)

  const setResponse = (key: string, response: SentContribution['response']) =>
    setContributions((all) =>
      all.map((contribution) => (contribution.key === key ? { ...contribution, response } : contribution)),
    )

  const sendAndStore = async ({ key, person, body }: PersonContribution): Promise<ContributionResponse> => {
    const response = await sendContribution(trip.id, key, person, body)
    setResponse(key, response)
    return response
  }

  const retry = (contribution: PersonContribution) => {
    const command = pending.find(({ key }) => key === contribution.key)
    setResponse(contribution.key, command ? { state: 'waiting', failure: null } : null)
    if (command) command.retry()
    else void sendAndStore(contribution)
  }

  return {
    contributions: contributions.map((contribution) => ({
      person: contribution.person,
      ...contributionResult(
        contribution,
        pending.find(({ key }) => key === contribution.key),
      ),
      retry: () => retry(contribution),
    })),
    submit(people, body) {
      const newContributions = people.map((person) => ({ key: newKey(), person, body, response: null }))
      setContributions(newContributions)
      return Promise.all(newContributions.map(sendAndStore))
    },
    clear: () => setContributions([]),
  }
}

async function sendContribution(
  tripId: string,
  key: string,
  person: ChoosablePerson,
  body: ContributionEntryBody,
): Promise<ContributionResponse> {
  try {
    return await send({
      endpoint: contributeToPool,
      params: { tripId },
      body: bodyFor(person, body),
      lane: tripId,
      key,
    })
  } catch (error) {
    return {
      state: 'refused',
      text: error instanceof Refused && error.code !== NO_REASON ? error.message : CONTRIBUTION_FAILED,
    }
  }
}
