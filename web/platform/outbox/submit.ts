// Sends the command of a form that closes at once: the command is in the outbox and shown as pending, whatever the network
// does. A later refusal stays on what the command is about.

import { failureText } from '#web/platform/outbox/failureText.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import type { Command, SendResult } from '#web/platform/outbox/command.ts'
import { newKey } from '#web/platform/http/newKey.ts'
import { deviceRules } from '#web/platform/outbox/replicaState.ts'
import { loadSender } from '#web/platform/outbox/send.ts'

/** The revision on screen; none after a change of this device that is on its way, which raises the revision. */
export const revisionOption = (
  { revision }: { revision: number },
  commands: readonly PendingCommand[],
): { ifMatch?: number } => (commands.some(({ state }) => state !== 'refused') ? {} : { ifMatch: revision })

export interface CommandTexts {
  /** The text of success; null where the row at hand says it. */
  done: string | null
  /** What failed, if it fails. */
  failed: string
}

export interface Submitted<Response> extends CommandTexts {
  /** `text`: what failed and why. */
  outcome: Promise<SendResult<Response> | { state: 'refused'; text: string }>
}

/**
 * Resolves once the command is in the outbox.
 * @param onEnqueued called at the same moment, so that React renders the closed form and the pending command at once
 * @throws Refused by the rules on this device, as the server would refuse it; an error if the outbox cannot be loaded
 */
export async function submit<Response, Body>(
  command: Command<Response, Body>,
  texts: CommandTexts,
  onEnqueued?: () => void,
): Promise<Submitted<Response>> {
  const { endpoint, params = {}, ifMatch, lane, key = newKey() } = command
  const at = new Date().toISOString()
  // As the server reads it, without undefined fields.
  const body: unknown = command.body === undefined ? null : JSON.parse(JSON.stringify(command.body))
  const decision = await deviceRules.decide?.(lane, { endpoint, params, body, ifMatch, key, at })
  if (decision?.refusal) throw decision.refusal
  return submitUndecided({ ...command, key, keepsRefusal: true }, texts, () => {
    decision?.show()
    onEnqueued?.()
  })
}

/** The same for a command that only the server can decide. A refusal is not kept: the outcome alone says it. */
export async function submitUndecided<Response, Body>(
  command: Command<Response, Body>,
  texts: CommandTexts,
  onEnqueued?: () => void,
): Promise<Submitted<Response>> {
  const { enqueue } = await loadSender()
  const outcome = enqueue(command).catch((error: unknown) => refusedOutcome(error, texts))
  onEnqueued?.()
  return { outcome, ...texts }
}

const refusedOutcome = (error: unknown, { failed }: CommandTexts) => ({
  state: 'refused' as const,
  text: failureText(failed, error),
})

/** The same without a form that could show why it is refused: the outcome says that, too. */
export const submitWithoutForm = <Response, Body>(
  command: Command<Response, Body>,
  texts: CommandTexts,
): Promise<Submitted<Response>> =>
  submit(command, texts).catch((error: unknown) => ({
    outcome: Promise.resolve(refusedOutcome(error, texts)),
    ...texts,
  }))
