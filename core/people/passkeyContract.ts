// The endpoints of passkeys. Apart from the contract of people, so that the first screens do not load them.

import { endpoint } from '#core/kernel/endpoint.ts'
import type { RefusalTable } from '#core/kernel/refusalResponse.ts'
import type { LoginResponse } from '#core/people/contract.ts'
import type { AddPasskeyBody, PasskeyLoginBody, PasskeyOptionsBody } from '#core/people/passkeyBodies.ts'

export interface PasskeyInfo {
  id: string
  /** 'Chrome on Android', where it was added. */
  name: string
  createdAt: string
  /** The day is right, the time may be of an earlier use on that day; null when it was never used. */
  lastUsedAt: string | null
}

interface PasskeyDescriptor {
  type: 'public-key'
  id: string
  transports?: string[]
}

/** What a browser makes a passkey from: PublicKeyCredentialCreationOptionsJSON of WebAuthn. */
export interface PasskeyCreationOptions {
  rp: { id: string; name: string }
  user: { id: string; name: string; displayName: string }
  challenge: string
  pubKeyCredParams: { type: 'public-key'; alg: number }[]
  timeout: number
  attestation: 'none'
  excludeCredentials: PasskeyDescriptor[]
  authenticatorSelection: {
    residentKey: 'required'
    requireResidentKey: true
    userVerification: 'preferred'
  }
}

/** What a browser asks for a passkey with: PublicKeyCredentialRequestOptionsJSON of WebAuthn. */
export interface PasskeyRequestOptions {
  rpId: string
  challenge: string
  timeout: number
  userVerification: 'preferred'
}

export const listPasskeys = endpoint<{ passkeys: PasskeyInfo[]; hasPassword: boolean }>(
  'GET',
  '/auth/passkeys',
)
/** Needs the current password of an account that has one. A challenge is valid for five minutes and once. */
export const getPasskeyOptions = endpoint<PasskeyCreationOptions, PasskeyOptionsBody>(
  'POST',
  '/auth/passkeys/options',
)
export const addPasskey = endpoint<{ passkey: PasskeyInfo }, AddPasskeyBody>('POST', '/auth/passkeys', 201)
/** Ends all other sessions. */
export const removePasskey = endpoint<undefined>('DELETE', '/auth/passkeys/:passkeyId', 204)
export const getPasskeyLoginOptions = endpoint<PasskeyRequestOptions>('POST', '/auth/passkey-login/options')
export const passkeyLogin = endpoint<LoginResponse, PasskeyLoginBody>('POST', '/auth/passkey-login')

export const passkeyRefusals = {
  NoPasskeysHere: { status: 409, text: 'Passkeys work only where the address of the app has a name' },
  PasskeyNotAdded: { status: 400, text: 'This passkey could not be added. Please try again.' },
  PasskeyIsThere: { status: 409, text: 'This passkey is one of your account already' },
  PasskeyNotAccepted: {
    status: 401,
    text: 'This passkey does not open an account here. Try another one, or log in with your password.',
  },
  OnlyWayIn: {
    status: 409,
    text: 'Add a password first. Without this passkey you could not log in again.',
  },
} as const satisfies RefusalTable
