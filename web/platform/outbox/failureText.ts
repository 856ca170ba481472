// The text for a failed action: the product's words for the action, and the server's reason.

import { Refused, NO_REASON } from '#web/platform/http/http.ts'

/** Both as two sentences for a refusal with a reason; any other error has none to add. */
export function failureText(action: string, error: unknown): string {
  if (!(error instanceof Refused) || error.code === NO_REASON || error.message === action) return action
  return error.message.startsWith(action) ? error.message : `${action}. ${error.message}`
}
