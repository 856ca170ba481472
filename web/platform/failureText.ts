// What could not be done, in the product's words, and why, in the server's.

import { Refused, NO_REASON_GIVEN } from '#web/platform/http.ts'

/** 'Failed to remove user from trip' and why it was refused: both, as two sentences. No other error has more to say. */
export function failureText(what: string, error: unknown): string {
  if (!(error instanceof Refused) || error.code === NO_REASON_GIVEN || error.message === what) return what
  return error.message.startsWith(what) ? error.message : `${what}. ${error.message}`
}
