// A command as it is kept until the server has answered it: all that is needed to send it again after a reload, the
// same each time, so that the server knows a repeat for what it is.

import type { Endpoint, Params } from '#core/kernel/endpoint.ts'

export interface NewItem {
  /** Its idempotency key, a UUID. */
  key: string
  /** The id of what it creates, as `newIdOf` makes it. */
  id: string
  /** Whose it is; nobody else's token ever goes with it. */
  by: string
  /** What goes out one after another: a trip's or a conversation's id. */
  lane: string
  call: Endpoint
  params: Params
  /** JSON; undefined where the call has none. */
  body: unknown
  ifMatch: number | undefined
  /** Places whose documents it changes. */
  touches: readonly string[]
  /** RFC 3339, by this device's clock. */
  at: string
  /** Why the server refused it; null while it has not. */
  refusal: SendRefusal | null
}

/** Whether the command is this call: what was kept and read again is no longer the same object. */
export const isEndpoint = ({ call }: { call: MethodAndPath }, { method, path }: MethodAndPath): boolean =>
  call.method === method && call.path === path

interface MethodAndPath {
  method: string
  path: string
}

export interface OutboxItem extends NewItem {
  /** Grows with each that is added, whichever tab adds it. */
  order: number
}

export interface SendRefusal {
  status: number
  code: string
  message: string
  /** Form field → text. */
  fields: Record<string, string>
}
