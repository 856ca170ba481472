// Sends the commands of all forms through the outbox: a command gets its key on the device, is stored, shown as pending,
// sent in its lane and retried, until it is done or refused. The outbox's code is loaded after the first screen.

import { Unreachable } from '#web/platform/http/http.ts'
import { repeatUntilDone } from '#web/platform/http/repeatUntilDone.ts'
import type { Command, SendResult } from '#web/platform/outbox/command.ts'
import type * as Sender from '#web/platform/outbox/sender.ts'

/**
 * Resolves when the command is done and its queries are fetched again, or when it waits for a retry.
 * @throws Refused with the server's text and fields; Unreachable if the outbox's code could not be loaded
 */
export function send<Response, Body>(command: Command<Response, Body>): Promise<SendResult<Response>> {
  // Synchronously if the code is loaded: at the second of two taps the command is already pending.
  return sender ? sender.enqueue(command) : sendOnceLoaded(command)
}

/** Commands sent before the code is loaded. An equal one is the second tap of a double tap. */
const earlySends = new Map<string, Promise<SendResult<unknown>>>()

function sendOnceLoaded<Response, Body>(command: Command<Response, Body>): Promise<SendResult<Response>> {
  const { endpoint, params, body, key } = command
  const fingerprint = JSON.stringify([endpoint.method, endpoint.path, params, body, key])
  const result = earlySends.get(fingerprint) ?? loadSender().then(({ enqueue }) => enqueue(command))
  earlySends.set(fingerprint, result)
  const forget = () => earlySends.delete(fingerprint)
  result.then(forget, forget)
  return result as Promise<SendResult<Response>>
}

/** Loads the code, so that it is there without a network; stored commands are shown and sent from then on. */
export const prefetchOutbox = (): void => void repeatUntilDone(loadSender)

let sender: typeof Sender | undefined

/** @throws Unreachable if the code could not be loaded */
export async function loadSender(): Promise<typeof Sender> {
  return (sender ??= await import('#web/platform/outbox/sender.ts').catch(() => {
    throw new Unreachable()
  }))
}
