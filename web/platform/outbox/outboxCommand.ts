// A command as it is stored until the server responds: everything needed to send it again after a reload, unchanged, so
// that the server recognizes a repeat by its key.

import type { Endpoint, Params } from '#core/kernel/endpoint.ts'

export interface OutboxCommand {
  /** Its idempotency key, a UUID. */
  key: string
  /** The id of what it creates, as `newIdOf` makes it. */
  id: string
  /** The id of the person whose token it is sent with. */
  by: string
  /** A trip's or a conversation's id: commands of a lane are sent one after another. */
  lane: string
  endpoint: Endpoint
  params: Params
  /** JSON; undefined for none. */
  body: unknown
  ifMatch: number | undefined
  /** Paths of the queries that it changes. */
  touches: readonly string[]
  /** RFC 3339, by this device's clock. */
  at: string
  /** Null unless the server refused it. */
  refusal: SendRefusal | null
  part?: CommandPart | undefined
}

/** Of a command that is one of several of an import: they are in the outbox together before the first is sent. */
export interface CommandPart {
  importId: string
  /** How many commands the import has. */
  count: number
  /** Ids of the guests whom the import adds. */
  guestIds: readonly string[]
}

/** Compares method and path, because a stored command does not hold the same object. */
export const isEndpoint = (
  { endpoint }: { endpoint: MethodAndPath },
  { method, path }: MethodAndPath,
): boolean => endpoint.method === method && endpoint.path === path

interface MethodAndPath {
  method: string
  path: string
}

export interface OrderedCommand extends OutboxCommand {
  /** Grows with each added command, in all tabs. */
  order: number
}

/** `waiting`: the last attempt did not reach the server; there will be another. */
export type CommandState = 'sending' | 'waiting' | 'refused'

export interface SendRefusal {
  status: number
  code: string
  message: string
  /** Form field → text. */
  fields: Record<string, string>
}

/** The result of one attempt. */
export type DeliveryResult =
  /** `position`: of its last event in the log. */
  | { state: 'done'; response: unknown; position: string }
  | { state: 'refused'; refusal: SendRefusal }
  /** Refused in part before it was sent: these are instead of it, the first under its key, the other one refused. */
  | { state: 'split'; commands: readonly OutboxCommand[] }
  /** The session has ended: this person has to sign in again. */
  | { state: 'unauthorized'; failure: string }
  /** The network is away, or the server fails or is busy. */
  | { state: 'unreachable'; failure: string | null; retryAfterMs?: number | undefined }

export type OutboxNotice =
  | { state: 'done'; key: string; lane: string; response: unknown; position: string }
  | { state: 'refused'; key: string; lane: string; refusal: SendRefusal }
  /** The lane waits for a retry. `failure`: the text of the response; null if there was none. */
  | { state: 'waiting'; lane: string; failure: string | null }

export interface QueuedCommand extends OutboxCommand {
  state: CommandState
  /** This device could not store it: it is sent from memory, and lost with the page. */
  isMemoryOnly: boolean
  /** Of a waiting command: the text of the last response, as with a 5xx. */
  failure: string | null
}
