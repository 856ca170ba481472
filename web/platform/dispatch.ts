// The one way of a command from a screen to the server: the rules on this device decide it, the outbox stores it, shows it as
// pending, and sends it. The code of the outbox is loaded after the first screen.

import { Unreachable } from '#web/platform/http/http.ts'
import { newKey } from '#web/platform/http/newKey.ts'
import { repeatUntilDone } from '#web/platform/http/repeatUntilDone.ts'
import type { Command, SendResult } from '#web/platform/outbox/command.ts'
import type { Sender } from '#web/platform/outbox/sender.ts'
import { decideOnDevice } from '#web/platform/replica/deviceRules.ts'

export interface Dispatched<Response> {
  /** The command is in the outbox. Rejects with Refused by the rules here, or Unreachable without the outbox's code. */
  enqueued: Promise<void>
  /** It is done and its queries are fetched again, or it waits for a retry. Rejects as `enqueued`, and with the server's Refused. */
  outcome: Promise<SendResult<Response>>
}

/** @param onEnqueued called as the command is pending, so that React renders it and the closed form at once */
export function dispatch<Response, Body>(
  command: Command<Response, Body>,
  onEnqueued?: () => void,
): Dispatched<Response> {
  const { endpoint, params, body, key } = command
  const fingerprint = JSON.stringify([endpoint.method, endpoint.path, params, body, key])
  const early = earlyDispatches.get(fingerprint)
  if (early) return early as Dispatched<Response>
  const keyed = { ...command, key: key ?? newKey() }
  const deciding = command.decidedBy === 'server' ? null : decideOnDevice(keyed)
  if (sender && !deciding) {
    // Synchronously: at the second of two taps the command is already pending.
    const outcome = sender.enqueue(keyed)
    onEnqueued?.()
    return watched({ enqueued: Promise.resolve(), outcome })
  }
  const enqueuing = enqueue(keyed, deciding, onEnqueued)
  const enqueued = enqueuing.then(() => undefined)
  const outcome = enqueuing.then(({ outcome }) => outcome)
  const dispatched = watched({ enqueued, outcome })
  if (!sender) {
    earlyDispatches.set(fingerprint, dispatched)
    const forget = () => earlyDispatches.delete(fingerprint)
    outcome.then(forget, forget)
  }
  return dispatched
}

/** Who dispatches may wait for one of the two, or for neither. */
function watched<Response>(dispatched: Dispatched<Response>): Dispatched<Response> {
  for (const promise of Object.values(dispatched)) promise.catch(() => undefined)
  return dispatched
}

/** Commands before the code is loaded. An equal one is the second tap of a double tap. */
const earlyDispatches = new Map<string, Dispatched<unknown>>()

async function enqueue<Response, Body>(
  command: Command<Response, Body>,
  deciding: ReturnType<typeof decideOnDevice>,
  onEnqueued?: () => void,
) {
  const decision = await deciding
  if (decision?.refusal) throw decision.refusal
  const { enqueue } = await loadSender()
  const outcome = enqueue(command)
  decision?.show()
  onEnqueued?.()
  return { outcome }
}

/**
 * Commands of one lane that only the server decides: all of them are stored before the first is sent, or none.
 * @throws Unreachable without the outbox's code
 */
export async function dispatchAll<Response, Body>(
  commands: readonly Command<Response, Body>[],
): Promise<Promise<SendResult<Response>>[]> {
  return (await loadSender()).enqueueAll(commands)
}

let sender: Sender | undefined

/** @throws Unreachable if the code could not be loaded */
export async function loadSender(): Promise<Sender> {
  const { startSender } = await import('#web/platform/outbox/sender.ts').catch(() => {
    throw new Unreachable()
  })
  return (sender = startSender())
}

/** Loads the outbox, so that it is there without a network; stored commands are shown and sent from then on. */
export const prefetchOutbox = (): void => void repeatUntilDone(loadSender)
