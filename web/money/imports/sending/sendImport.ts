// Sends the commands of an import through the outbox, in the lane of the trip, and removes an import.

import { getBalances, undoImport } from '#core/money/contract.ts'
import { hasMoney } from '#core/money/balances/hasMoney.ts'
import { planTrip, removeGuest } from '#core/trips/contract.ts'
import type { ImportStep } from '#web/money/imports/sending/importSteps.ts'
import type { PlannedImport } from '#web/money/imports/sending/plannedImport.ts'
import { failureText } from '#web/platform/outbox/failureText.ts'
import type { WaitingResult } from '#web/platform/outbox/command.ts'
import type { CommandPart } from '#web/platform/outbox/outboxCommand.ts'
import { outbox } from '#web/platform/outbox/outbox.ts'
import { Refused, request } from '#web/platform/http/http.ts'
import { dispatch, dispatchAll } from '#web/platform/dispatch.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'

/**
 * Puts all steps into the outbox before the first is sent, so that closing the app loses none of them. Those after a
 * refused step are sent all the same; where the first makes the trip and is refused, none is.
 * @param sending the steps that are not done
 * @param onDone called after each step that is done
 * @returns in `refused` the refused steps and why: they stay in the outbox, where the trip shows them
 * @throws Refused where the trip was not made
 */
export async function sendImport(
  { tripId, importId, guestIds, steps }: PlannedImport,
  sending: readonly ImportStep[],
  onDone: (step: ImportStep) => void,
): Promise<{ state: 'done'; refused: { step: ImportStep; error: unknown }[] } | WaitingResult> {
  const part = { importId, count: steps.length, guestIds }
  const refused: { step: ImportStep; error: unknown }[] = []
  const isOfTrip = ({ endpoint }: ImportStep) => endpoint === (planTrip as ImportStep['endpoint'])
  const outcomes = await dispatchAll(sending.map((step) => commandOf(tripId, step, part)))
  const results = outcomes.map(async (outcome, index) => {
    const step = sending[index]!
    try {
      const sent = await outcome
      if (sent.state === 'done') onDone(step)
      return sent
    } catch (error) {
      refused.push({ step, error })
      if (isOfTrip(step)) discardImport(importId)
      return { state: 'refused' as const }
    }
  })
  const waiting = (await Promise.all(results)).find((sent) => sent.state === 'waiting')
  const notMade = refused.find(({ step }) => isOfTrip(step))
  if (notMade) throw notMade.error
  return waiting ?? { state: 'done', refused }
}

const commandOf = (tripId: string, { title: _, body, params, ...step }: ImportStep, part: CommandPart) => ({
  ...step,
  ...(body !== undefined && { body: body as never }),
  params: { ...params, tripId },
  lane: tripId,
  part,
})

/** Drops what was not sent of an import. */
export function discardImport(importId: string): void {
  for (const command of [...outbox.commands]) if (command.part?.importId === importId) command.discard()
}

const UNDO_FAILED = 'Failed to remove the import'

/**
 * Drops the parts that were not sent, and removes the others. Says in a toast how it ended.
 * @param guestIds of the guests that the import added: those who have no money on the trip go with it
 */
export async function removeImport(
  tripId: string,
  { importId, guestIds }: Pick<CommandPart, 'importId' | 'guestIds'>,
): Promise<void> {
  try {
    discardImport(importId)
    const params = { tripId, importId }
    const command = { endpoint: undoImport, params, lane: tripId, decidedBy: 'server' as const }
    const sent = await dispatch(command).outcome.catch(doneIfGone)
    if (sent.state === 'done') await removeGuests(tripId, guestIds)
    toast.outcome(sent, 'Import removed', UNDO_FAILED)
  } catch (error) {
    toast.error(failureText(UNDO_FAILED, error))
  }
}

/** None of its records had arrived, or somebody else has removed them. */
function doneIfGone(error: unknown): { state: 'done' } {
  if (error instanceof Refused && error.code === 'NOT_FOUND') return { state: 'done' }
  throw error
}

/** Somebody may have used them in an expense since: then they stay. A guest who stays is removed by hand, so nothing fails. */
async function removeGuests(tripId: string, guestIds: readonly string[]): Promise<void> {
  if (guestIds.length === 0) return
  try {
    const { body } = await request(getBalances, { params: { tripId } })
    const unused = body.balances.filter((person) => guestIds.includes(person.id) && !hasMoney(person))
    const removals = unused.map(({ id }) => {
      const params = { tripId, guestId: id }
      return dispatch({ endpoint: removeGuest, params, lane: tripId, decidedBy: 'server' }).outcome
    })
    await Promise.allSettled(removals)
  } catch {
    // Without a response it is unknown which guests are used.
  }
}
