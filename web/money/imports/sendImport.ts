// Sends the commands of an import through the outbox, in the lane of the trip.

import { getBalances, undoImportEndpoint } from '#core/money/contract.ts'
import { hasMoney } from '#core/money/hasMoney.ts'
import { removeGuest } from '#core/trips/contract.ts'
import type { ImportStep } from '#web/money/imports/importSteps.ts'
import { failureText } from '#web/platform/failureText.ts'
import type { WaitingResult } from '#web/platform/outbox/command.ts'
import { request } from '#web/platform/http.ts'
import { send } from '#web/platform/send.ts'
import { toast } from '#web/ui/toasts.tsx'

/**
 * Sends the steps one after another. Without a connection the steps after the first wait behind it in the outbox.
 * @param from the number of steps that are done
 * @param onDone called after each step with the number of steps that are done
 * @throws Refused by the server: the steps before are done, the ones after are not sent
 */
export async function sendImport(
  tripId: string,
  steps: readonly ImportStep[],
  from: number,
  onDone: (done: number) => void,
): Promise<{ state: 'done' } | WaitingResult> {
  for (let index = from; index < steps.length; index += 1) {
    const sent = await send(commandOf(tripId, steps[index]!))
    if (sent.state === 'waiting') {
      // Nobody waits for them: a refusal stays on the command, and the trip shows it.
      for (const later of sendAll(tripId, steps.slice(index + 1))) later.catch(() => undefined)
      return sent
    }
    onDone(index + 1)
  }
  return { state: 'done' }
}

/**
 * Sends the first step, which makes the trip; then all others are in the outbox at once, so that closing the app loses
 * none of them.
 * @returns in `refused` how many steps after the first were refused: they stay on the trip, with Retry and Discard
 * @throws Refused where the trip was not made: nothing else is sent
 */
export async function sendNewTrip(
  tripId: string,
  [first, ...rest]: readonly ImportStep[],
  onDone: (done: number) => void,
): Promise<{ state: 'done'; refused: number } | WaitingResult> {
  const made = await send(commandOf(tripId, first!))
  let done = 1
  const sent = sendAll(tripId, rest).map((result) =>
    result.then(
      () => onDone((done += 1)),
      () => 'refused' as const,
    ),
  )
  if (made.state === 'waiting') return made
  onDone(done)
  const results = await Promise.all(sent)
  return { state: 'done', refused: results.filter((result) => result === 'refused').length }
}

const sendAll = (tripId: string, steps: readonly ImportStep[]) =>
  steps.map((step) => send({ ...commandOf(tripId, step), keepsRefusal: true }))

const commandOf = (tripId: string, { title: _, body, params, ...step }: ImportStep) => ({
  ...step,
  ...(body !== undefined && { body: body as never }),
  params: { ...params, tripId },
  lane: tripId,
})

const UNDO_FAILED = 'Failed to remove the import'

/**
 * Says in a toast how it ended.
 * @param guestIds of the guests that the import added: those who have no money on the trip go with it
 */
export async function removeImport(
  tripId: string,
  importId: string,
  guestIds: readonly string[],
): Promise<void> {
  try {
    const command = { endpoint: undoImportEndpoint, params: { tripId, importId }, lane: tripId }
    const sent = await send(command)
    if (sent.state === 'done') await removeGuests(tripId, guestIds)
    toast.outcome(sent, 'Import removed', UNDO_FAILED)
  } catch (error) {
    toast.error(failureText(UNDO_FAILED, error))
  }
}

/** Somebody may have used them in an expense since: then they stay. A guest who stays is removed by hand, so nothing fails. */
async function removeGuests(tripId: string, guestIds: readonly string[]): Promise<void> {
  if (guestIds.length === 0) return
  try {
    const { body } = await request(getBalances, { params: { tripId } })
    const unused = body.balances.filter((person) => guestIds.includes(person.id) && !hasMoney(person))
    const removals = unused.map(({ id }) =>
      send({ endpoint: removeGuest, params: { tripId, guestId: id }, lane: tripId }),
    )
    await Promise.allSettled(removals)
  } catch {
    // Without a response it is unknown which guests are used.
  }
}
