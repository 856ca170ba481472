// The one way of a command from a screen to the server: the rules on this device decide it, the outbox stores it, shows it as
// pending, and sends it. The code of the outbox is loaded after the first screen.

import { newKey } from '#web/platform/http/newKey.ts'
import type { Command, SendResult } from '#web/platform/outbox/command.ts'
import { loadedSender, loadSender } from '#web/platform/outbox/loadSender.ts'
import type { Sender } from '#web/platform/outbox/sender.ts'
import { decideOnDevice } from '#web/platform/replica/deviceRules.ts'
import type { DeviceDecision } from '#web/platform/replica/optimisticTrips.ts'

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
  if (loadedSender()) return decideAndEnqueue(command, onEnqueued)
  const fingerprint = JSON.stringify(command)
  const early = earlyDispatches.get(fingerprint)
  if (early) return early as Dispatched<Response>
  const dispatched = decideAndEnqueue(command, onEnqueued)
  earlyDispatches.set(fingerprint, dispatched)
  const forget = () => void earlyDispatches.delete(fingerprint)
  dispatched.enqueued.then(forget, forget)
  return dispatched
}

/** Commands before the code is loaded. An equal one is the second tap of a double tap. */
const earlyDispatches = new Map<string, Dispatched<unknown>>()

function decideAndEnqueue<Response, Body>(
  command: Command<Response, Body>,
  onEnqueued?: () => void,
): Dispatched<Response> {
  const keyed = { ...command, key: command.key ?? newKey() }
  const enqueue = ({ enqueue }: Sender, decision?: DeviceDecision | null) => {
    if (decision?.refusal) throw decision.refusal
    const [outcome] = enqueue([keyed])
    decision?.show()
    onEnqueued?.()
    return { outcome: outcome! }
  }
  const sender = loadedSender()
  const deciding = command.decidedBy === 'server' ? null : decideOnDevice(keyed)
  const enqueuing =
    sender && !deciding
      ? // At the second of two taps the command is already pending.
        Promise.resolve(enqueue(sender))
      : Promise.all([loadSender(), deciding]).then((loaded) => enqueue(...loaded))
  const dispatched = {
    enqueued: enqueuing.then(() => undefined),
    outcome: enqueuing.then(({ outcome }) => outcome),
  }
  // Who dispatches may wait for one of the two, or for neither.
  for (const promise of Object.values(dispatched)) promise.catch(() => undefined)
  return dispatched
}

/**
 * Commands of one lane, without a decision here: all of them are stored before the first is sent, or none.
 * @throws Unreachable without the outbox's code
 */
export async function dispatchAll<Response, Body>(
  commands: readonly Command<Response, Body>[],
): Promise<Promise<SendResult<Response>>[]> {
  return (await loadSender()).enqueue(commands)
}
