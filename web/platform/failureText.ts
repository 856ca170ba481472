// What could not be done, in the product's words, and why, in the server's.

import { Refused } from '#web/platform/http.ts'

/** 'Failed to remove user from trip' and a refusal: both, as two sentences. Another error says nothing to people. */
export function failureText(what: string, error: unknown): string {
  if (!(error instanceof Refused) || error.message === what) return what
  return error.message.startsWith(what) ? error.message : `${what}. ${error.message}`
}
