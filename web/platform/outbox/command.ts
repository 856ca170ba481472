// A command as a form sends it, and its result.

import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import type { CommandPart } from '#web/platform/outbox/outboxCommand.ts'

export interface Command<Response, Body> {
  endpoint: Endpoint<Response, Body>
  params?: Params
  body?: Body
  ifMatch?: number
  /** A trip's or a conversation's id: commands of a lane are sent one after another. */
  lane: string
  /**
   * Paths (`/trips/{id}`) of the queries that it changes, besides the replica of the trip: fetched again before the command
   * is no longer shown as pending.
   */
  touches?: readonly string[]
  /**
   * Who sent it waits for the server's answer, so the rules on this device refuse nothing before and a refusal is not kept; while
   * it is pending, the trip shows it all the same. Otherwise the form closes before, and a refusal stays on the pending command.
   */
  decidedBy?: 'server'
  /** A UUID; default: a new one. A refused command is repeated with its own key, so that it is never done twice. */
  key?: string
  part?: CommandPart
}

export type SendResult<Response> =
  | { state: 'done'; response: Response }
  /** It stays pending and is retried. `failure`: the text of the response, as with a 5xx; null if there was none. */
  | WaitingResult

export interface WaitingResult {
  state: 'waiting'
  failure: string | null
}

/** As the server reads it, without fields that are undefined; undefined for none. */
export const sentBody = (body: unknown): unknown =>
  body === undefined ? undefined : JSON.parse(JSON.stringify(body))

/** The revision on screen; none after a change of this device that is on its way, which raises the revision. */
export const revisionOption = (
  { revision }: { revision: number },
  commands: readonly PendingCommand[],
): { ifMatch?: number } => (commands.some(({ state }) => state !== 'refused') ? {} : { ifMatch: revision })
