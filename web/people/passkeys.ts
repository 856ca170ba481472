// Makes a passkey and logs in with one: asks the server for a challenge, the browser to sign it, and says in words what
// went wrong.

import {
  startAuthentication,
  startRegistration,
  type RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { getPasskeyLoginOptions, getPasskeyOptions, passkeyLogin } from '#core/people/passkeyContract.ts'
import type { PasskeyOptionsBody } from '#core/people/passkeyBodies.ts'
import { NO_REASON, Refused, request, Unreachable } from '#web/platform/http/http.ts'
import { newKey } from '#web/platform/http/newKey.ts'
import { beginSession, session } from '#web/platform/session/session.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'

/** @throws Refused, Unreachable or an error of the browser, for `passkeyFailure` */
export async function createPasskey(body: PasskeyOptionsBody): Promise<RegistrationResponseJSON> {
  const { body: optionsJSON } = await request(getPasskeyOptions, { body })
  return startRegistration({ optionsJSON })
}

/** Says in `session.error` why it failed, except that the person closed the browser's question. */
export async function logInWithPasskey(): Promise<void> {
  session.error = null
  try {
    const { body: optionsJSON } = await request(getPasskeyLoginOptions, { token: null })
    const passkey = await startAuthentication({ optionsJSON })
    const { body } = await request(passkeyLogin, { body: { passkey }, key: newKey(), token: null })
    beginSession(body)
    toast.success('Login successful!')
  } catch (error) {
    session.error = passkeyFailure(error)
  }
}

/** null where the person closed the browser's question, or let it expire. */
export function passkeyFailure(error: unknown): string | null {
  if (error instanceof Unreachable) return error.message
  if (error instanceof Refused) return error.code === NO_REASON ? FAILED : error.message
  const { name, cause } = error as Error
  // The library wraps the browser's error.
  const kind = cause instanceof Error ? cause.name : name
  if (kind === 'NotAllowedError' || kind === 'AbortError') return null
  if (kind === 'InvalidStateError') return 'This device has a passkey of your account already.'
  return FAILED
}

const FAILED = 'The passkey did not work. Please try again.'
