// The commands of the pool, sent in the lane of the trip. The dialogs close as soon as theirs are in the outbox.

import { contributeToPool, removeContribution } from '#core/money/contract.ts'
import type { NamedRef } from '#core/money/responses.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { type ContributionEntryBody, bodyFor, totalOf } from '#web/money/pool/contributionForm.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { deviceToday } from '#web/platform/time/format.ts'
import { dispatch } from '#web/platform/dispatch.ts'
import type { SendResult } from '#web/platform/outbox/command.ts'
import { dispatchFromForm, toastOutcome } from '#web/records/toastOutcome.ts'

export const poolFailures = { add: 'Failed to contribute to pool', remove: 'Failed to remove transaction' }

/**
 * Sends a contribution of each person, and shows one outcome for all of them.
 * @param onSubmitted called with each person whose contribution is in the outbox
 * @throws Refused by the rules on this device; the contributions before stay in the outbox
 */
export async function submitContributions(
  { id: tripId, currency }: Pick<TripResponse, 'id' | 'currency'>,
  people: readonly NamedRef[],
  entry: ContributionEntryBody,
  onSubmitted: (person: NamedRef) => unknown,
): Promise<void> {
  const total = totalOf(String(entry.amount), people.length, currency) ?? 0
  const texts = { done: `${formatMinor(total, currency)} added to the pool`, failed: poolFailures.add }
  const today = deviceToday()
  const outcomes: Promise<SendResult<unknown>>[] = []
  for (const person of people) {
    const command = {
      endpoint: contributeToPool,
      params: { tripId },
      body: bodyFor(person, entry, currency, today),
      lane: tripId,
    }
    const { enqueued, outcome } = dispatch(command)
    await enqueued
    onSubmitted(person)
    outcomes.push(outcome)
  }
  const outcome = Promise.all(outcomes).then(
    (sent) => sent.find(({ state }) => state === 'waiting') ?? sent[0]!,
  )
  void toastOutcome(outcome, texts)
}

export const submitRemoval = (tripId: string, { id }: { id: string }): Promise<void> =>
  dispatchFromForm(
    { endpoint: removeContribution, params: { tripId, transactionId: id }, lane: tripId },
    { done: 'Transaction removed successfully', failed: poolFailures.remove },
  )
