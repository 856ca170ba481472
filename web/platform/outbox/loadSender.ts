// Loads the code of the outbox after the first screen.

import { Unreachable } from '#web/platform/http/http.ts'
import { repeatUntilDone } from '#web/platform/http/repeatUntilDone.ts'
import type { Sender } from '#web/platform/outbox/sender.ts'

let sender: Sender | undefined

export const loadedSender = (): Sender | undefined => sender

/** @throws Unreachable if the code could not be loaded */
export async function loadSender(): Promise<Sender> {
  // An import of code that is loaded already takes about 16 ms on a phone, of the 100 that a submit may take.
  if (sender) return sender
  const { startSender } = await import('#web/platform/outbox/sender.ts').catch(() => {
    throw new Unreachable()
  })
  return (sender = startSender())
}

/** Loads the outbox, so that it is there without a network; stored commands are shown and sent from then on. */
export const prefetchOutbox = (): void => void repeatUntilDone(loadSender)
