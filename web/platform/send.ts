// Every command of every form goes through here: it gets its key and so its id on the device, shows itself as
// pending, is kept, goes out in its lane one after another, is tried again while the network is away, and ends as
// done or refused. What does all that (outbox/sender.ts) is fetched when the first screen stands.

import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import type * as Sending from '#web/platform/outbox/sender.ts'

export interface Command<Answer, Body> {
  call: Endpoint<Answer, Body>
  params?: Params
  body?: Body
  ifMatch?: number
  /** What goes out one after another: a trip's or a conversation's id. */
  lane: string
  /** Places (`/trips/{id}`) whose documents it changes: read again before it leaves the overlay. */
  touches: readonly string[]
  /** A UUID, else a new one is made. Whoever tries a refused command again gives its key, so it never counts twice. */
  key?: string
}

export type SendResult<Answer> =
  | { state: 'done'; answer: Answer }
  /**
   * It did not get through: it stays in the overlay and goes out when it can. `failure`: what the server said, as with
   * a 5xx; null where nothing came back.
   */
  | WaitingResult

export interface WaitingResult {
  state: 'waiting'
  failure: string | null
}

/**
 * Resolves when the command is done and what it touches was read again, or when it did not get through and is tried again.
 * @throws Refused with the server's text and fields; nothing was changed then.
 */
export function send<Answer, Body>(command: Command<Answer, Body>): Promise<SendResult<Answer>> {
  // At once where it is here: by the second tap of two the first is among the pending.
  return sending ? sending.sendNow(command) : sendSoon(command)
}

/** Asked for before what sends was here. The same again is a second tap on the same button. */
const early = new Map<string, Promise<SendResult<unknown>>>()

function sendSoon<Answer, Body>(command: Command<Answer, Body>): Promise<SendResult<Answer>> {
  const { call, params, body, key } = command
  const name = JSON.stringify([call.method, call.path, params, body, key])
  const first = early.get(name) ?? fetchSending().then(({ sendNow }) => sendNow(command))
  early.set(name, first)
  const forget = () => early.delete(name)
  first.then(forget, forget)
  return first as Promise<SendResult<Answer>>
}

/** So that it is there when the network is not; what has not gone out yet is shown, and goes on, from then on. */
export const prefetchOutbox = (): Promise<unknown> => fetchSending().catch(() => undefined)

let sending: typeof Sending | undefined

async function fetchSending(): Promise<typeof Sending> {
  sending = await import('#web/platform/outbox/sender.ts')
  return sending
}
