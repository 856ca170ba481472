// What an attempt came to that has failed.

import { SESSION_EXPIRED } from '#core/people/contract.ts'
import { Refused, Unreachable } from '#web/platform/http/http.ts'
import type { DeliveryResult } from '#web/platform/outbox/outboxCommand.ts'

export type FailedDelivery = Exclude<DeliveryResult, { state: 'done' | 'split' }>

export const sessionEnded: FailedDelivery = { state: 'unauthorized', failure: SESSION_EXPIRED }

/** @throws an error that is no failure of a request */
export function failedDelivery(error: unknown): FailedDelivery {
  if (error instanceof Unreachable) {
    const failure = error.response ? error.message : null
    return { state: 'unreachable', failure, retryAfterMs: error.retryAfterMs }
  }
  if (!(error instanceof Refused)) throw error
  const { status, code, message, fields } = error
  return status === 401 ? sessionEnded : { state: 'refused', refusal: { status, code, message, fields } }
}
