// Sends an import through the outbox: the new guests, then the records in batches of one import, in the lane of the trip.

import type { Endpoint } from '#core/kernel/endpoint.ts'
import { newIdOf } from '#core/kernel/ids.ts'
import { importRecordsEndpoint, undoImportEndpoint } from '#core/money/contract.ts'
import type { ImportBody } from '#core/money/importBodies.ts'
import { addGuest } from '#core/trips/contract.ts'
import { failureText } from '#web/platform/failureText.ts'
import { newKey } from '#web/platform/newKey.ts'
import type { WaitingResult } from '#web/platform/outbox/command.ts'
import { send } from '#web/platform/send.ts'
import { toast } from '#web/ui/toasts.tsx'

export interface NewGuest {
  /** Of the guest, known before it is sent. */
  id: string
  name: string
  /** Of the command. */
  key: string
}

const GUEST_NAME_MAX = 100

export function newGuest(tripId: string, name: string, myId: string): NewGuest {
  const key = newKey()
  const shortName = Array.from(name).slice(0, GUEST_NAME_MAX).join('').trim() || 'Guest'
  return { id: newIdOf(addGuest, { tripId }, myId, key), name: shortName, key }
}

/** One command; a refused one is repeated with its own key. */
interface ImportStep {
  endpoint: Endpoint<unknown, never>
  body: unknown
  key: string
  touches?: readonly string[]
  /** 'Batch 2 of 3', 'The guest Yuki'. */
  title: string
}

export function importSteps(
  tripId: string,
  guests: readonly NewGuest[],
  { records: _, ...of }: ImportBody,
  batches: readonly ImportBody['records'][],
): ImportStep[] {
  return [
    ...guests.map(({ name, key }) => ({
      endpoint: addGuest as Endpoint<unknown, never>,
      body: { name },
      key,
      touches: [`/trips/${tripId}`, '/trips?'],
      title: `The guest ${name}`,
    })),
    ...batches.map((records, at) => ({
      endpoint: importRecordsEndpoint as Endpoint<unknown, never>,
      body: { ...of, records },
      key: newKey(),
      title: batches.length === 1 ? 'The import' : `Batch ${at + 1} of ${batches.length}`,
    })),
  ]
}

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
  for (let at = from; at < steps.length; at += 1) {
    const sent = await send(commandOf(tripId, steps[at]!))
    if (sent.state === 'waiting') {
      for (const step of steps.slice(at + 1))
        // Nobody waits for it: a refusal stays on the command, and the Expenses tab shows it.
        send({ ...commandOf(tripId, step), keepsRefusal: true }).catch(() => undefined)
      return sent
    }
    onDone(at + 1)
  }
  return { state: 'done' }
}

const commandOf = (tripId: string, { title: _, body, ...step }: ImportStep) => ({
  ...step,
  body: body as never,
  params: { tripId },
  lane: tripId,
})

const UNDO_FAILED = 'Failed to remove the import'

/** Says in a toast how it ended. */
export async function removeImport(tripId: string, importId: string): Promise<void> {
  try {
    const command = { endpoint: undoImportEndpoint, params: { tripId, importId }, lane: tripId }
    toast.outcome(await send(command), 'Import removed', UNDO_FAILED)
  } catch (error) {
    toast.error(failureText(UNDO_FAILED, error))
  }
}
