// Passkeys: the challenges that authenticators sign, the check of what they signed, and the passkeys in the log. A
// challenge carries its own proof, so that any node accepts what another has issued.

import { createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { idFrom, isId } from '#core/kernel/ids.ts'
import type { AuthUser } from '#core/kernel/personName.ts'
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '#core/people/passkeyContract.ts'
import { accountStreamType, credentialsStreamType } from '#core/people/decider.ts'
import type { NewPasskey, UsedPasskey } from '#core/people/passkeyBodies.ts'
import {
  passkeysStreamType,
  type AddedPasskey,
  type Passkey,
  type PasskeysCommand,
} from '#core/people/passkeys.ts'
import type { CommandOutcome } from '#core/store/command.ts'
import { runCommand } from '#core/store/runCommand.ts'
import type { Verified } from '#api/people/accounts.ts'
import { withTime, type PeopleRequest } from '#api/people/peopleRequest.ts'
import type { AccountDeps } from '#api/people/registration.ts'

/** Where passkeys are made and used: the page, and the host name to which its browser binds them. */
export interface RelyingParty {
  origin: string
  id: string
}

/** @param origin of the page, accepted by this server; null where browsers have no passkeys, as on an IP address */
export function relyingPartyOf(origin: string | undefined): RelyingParty | null {
  if (origin === undefined) return null
  const id = new URL(origin).hostname
  return id.startsWith('[') || isIP(id) ? null : { origin, id }
}

/** What was signed, checked. */
export interface SignedPasskey {
  added: AddedPasskey
  /** The key of its command, so that it happens once. */
  challengeId: string
}

export type Passkeys = ReturnType<typeof createPasskeys>

/** It takes a quarter of a second and 26 MB to load, and most processes never need it. */
const library = () => import('@simplewebauthn/server')

/** The algorithms that authenticators have: Ed25519, P-256, RSA. */
const ALGORITHMS = [-8, -7, -257]

export function createPasskeys(
  { handleCommand, reader, clock }: Omit<AccountDeps, 'passwords'>,
  signingKey: Uint8Array,
) {
  const challenges = createPasskeyChallenges(signingKey, clock)

  const run = <ResponseBody = undefined>(
    userId: string,
    command: PasskeysCommand,
    request: PeopleRequest,
    toResponse?: (state: ReadonlyMap<string, Passkey>) => ResponseBody,
  ) => runCommand(handleCommand, passkeysStreamType, userId, command, withTime(request, clock), toResponse)

  return {
    of: (userId: string) => reader.state(passkeysStreamType, userId),

    /** @param username with which the authenticator shows it */
    async creationOptions(
      user: Pick<AuthUser, 'id' | 'username' | 'isProvisional'>,
      rpId: string,
    ): Promise<PasskeyCreationOptions> {
      const { id, username, isProvisional } = user
      // One that an unfinished attempt to keep the account has added does not stand in the way.
      const existing = isProvisional ? [] : [...(await reader.state(passkeysStreamType, id)).values()]
      const { generateRegistrationOptions } = await library()
      const {
        extensions: _,
        hints: __,
        ...options
      } = await generateRegistrationOptions({
        rpName: 'Trips with friends',
        rpID: rpId,
        userID: new TextEncoder().encode(id),
        userName: username,
        userDisplayName: username,
        challenge: challenges.issue(purposeOf(user)),
        timeout: CHALLENGE_LIFE_MS,
        attestationType: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: existing.map(({ credentialId, transports }) => ({
          id: credentialId,
          transports,
        })),
      })
      return options as PasskeyCreationOptions
    },

    /**
     * null for a response that is wrong, late, or of another account or page.
     * @param name of the new passkey
     */
    async checkNew(
      passkey: NewPasskey,
      user: Pick<AuthUser, 'id' | 'isProvisional'>,
      { origin, id: rpId }: RelyingParty,
      name: string,
    ): Promise<SignedPasskey | null> {
      const { verifyRegistrationResponse } = await library()
      if (!(await isWithoutCertificate(passkey.response.attestationObject))) return null
      let challengeId: string | null = null
      const response: RegistrationResponseJSON = { ...passkey, ...asCredential(passkey) }
      const { registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge(challenge) {
          challengeId = challenges.idIn(challenge, purposeOf(user))
          return challengeId !== null
        },
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: false,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => ({ registrationInfo: undefined }))
      if (!registrationInfo || challengeId === null) return null
      const { id: credentialId, publicKey, counter } = registrationInfo.credential
      const added = {
        passkeyId: idFrom(user.id, credentialId),
        credentialId,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: passkey.response.transports,
        name,
      }
      return { added, challengeId }
    },

    /** Refuses with PasskeyIsThere, LimitReached. @param request with the id of the challenge as its key */
    add: (userId: string, added: AddedPasskey, request: PeopleRequest): Promise<CommandOutcome<Passkey>> =>
      run(userId, { type: 'AddPasskey', passkey: added }, request, (state) => state.get(added.passkeyId)!),

    async requestOptions(rpId: string): Promise<PasskeyRequestOptions> {
      const { generateAuthenticationOptions } = await library()
      const challenge = challenges.issue(LOG_IN)
      const options = {
        rpID: rpId,
        challenge,
        userVerification: 'preferred',
        timeout: CHALLENGE_LIFE_MS,
      } as const
      return (await generateAuthenticationOptions(options)) as PasskeyRequestOptions
    },

    /** null for an unknown passkey, a wrong or late response, and a disabled account alike. */
    async verifyLogin(
      passkey: UsedPasskey,
      { origin, id: rpId }: RelyingParty,
    ): Promise<(Verified & { passkeyId: string; counter: number; challengeId: string }) | null> {
      const userId = userIdIn(passkey)
      if (userId === null) return null
      const passkeyId = idFrom(userId, passkey.id)
      const known = (await reader.state(passkeysStreamType, userId)).get(passkeyId)
      const { state: account, revision } = await reader.folded(accountStreamType, userId)
      const { revision: credentials } = await reader.state(credentialsStreamType, userId)
      if (known?.credentialId !== passkey.id || account.status !== 'active' || !account.user) return null
      const { verifyAuthenticationResponse } = await library()
      let challengeId: string | null = null
      const response: AuthenticationResponseJSON = { ...passkey, ...asCredential(passkey) }
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge(challenge) {
          challengeId = challenges.idIn(challenge, LOG_IN)
          return challengeId !== null
        },
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: false,
        // The decider compares the counter, so that a retry is no second use.
        credential: {
          id: known.credentialId,
          publicKey: Buffer.from(known.publicKey, 'base64url'),
          counter: 0,
        },
      }).catch(() => ({ verified: false, authenticationInfo: undefined }))
      if (!verified || !authenticationInfo || challengeId === null) return null
      const { newCounter: counter } = authenticationInfo
      return { user: account.user, credentials, account: revision, passkeyId, counter, challengeId }
    },

    /** Refuses with PasskeyNotAccepted. @param request with the id of the challenge as its key */
    use: (userId: string, used: { passkeyId: string; counter: number }, request: PeopleRequest) =>
      run(userId, { type: 'UsePasskey', ...used, at: new Date(clock()).toISOString() }, request),

    /** Refuses with NotFound, OnlyWayIn. */
    async remove(userId: string, passkeyId: string, request: PeopleRequest) {
      const { hash } = await reader.state(credentialsStreamType, userId)
      return run(userId, { type: 'RemovePasskey', passkeyId, hasPassword: hash !== null }, request)
    },
  }
}

/**
 * A browser that is asked for no attestation sends none, or one signed by the new key itself. Of any other the library would
 * fetch addresses that stand in the sender's own certificates, to see whether they are revoked.
 * @param attestationObject base64url
 */
export async function isWithoutCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const attestation = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')))
    const format = attestation.get('fmt')
    return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
  } catch {
    return false
  }
}

/** The account that a passkey names; null for none. */
export function userIdIn({ response }: UsedPasskey): string | null {
  const userId = Buffer.from(response.userHandle, 'base64url').toString()
  return isId(userId) ? userId : null
}

/** The rest of a credential of WebAuthn, of which the server reads nothing else. */
const asCredential = ({ id }: { id: string }) =>
  ({ rawId: id, type: 'public-key', clientExtensionResults: {} }) as const

const LOG_IN = 'log in'

/** A challenge to keep an account adds none to it later, when that takes its password. */
const purposeOf = ({ id, isProvisional }: Pick<AuthUser, 'id' | 'isProvisional'>): string =>
  `${isProvisional ? 'keep' : 'add to'} ${id}`

const CHALLENGE_LIFE_MS = 5 * 60_000
const ID_BYTES = 16
/** Milliseconds since 1970. */
const TIME_BYTES = 6
const MAC_BYTES = 16

/** @param clock milliseconds since 1970 */
export function createPasskeyChallenges(signingKey: Uint8Array, clock: () => number) {
  const key = Buffer.from(hkdfSync('sha256', signingKey, '', 'passkey challenges', 32))
  const macOf = (body: Buffer, purpose: string): Buffer =>
    createHmac('sha256', key).update(body).update(purpose).digest().subarray(0, MAC_BYTES)
  return {
    /** A random id, the end of its life, and a mac of both and of its purpose. */
    issue(purpose: string): Uint8Array<ArrayBuffer> {
      const body = Buffer.alloc(ID_BYTES + TIME_BYTES)
      body.write(randomUUID().replaceAll('-', ''), 'hex')
      body.writeUIntBE(clock() + CHALLENGE_LIFE_MS, ID_BYTES, TIME_BYTES)
      return Uint8Array.from(Buffer.concat([body, macOf(body, purpose)]))
    },
    /** The id, a UUID; null for another purpose, after five minutes and for what was not issued here. */
    idIn(challenge: string, purpose: string): string | null {
      const bytes = Buffer.from(challenge, 'base64url')
      if (bytes.length !== ID_BYTES + TIME_BYTES + MAC_BYTES) return null
      const body = bytes.subarray(0, ID_BYTES + TIME_BYTES)
      if (!timingSafeEqual(bytes.subarray(body.length), macOf(body, purpose))) return null
      if (clock() >= body.readUIntBE(ID_BYTES, TIME_BYTES)) return null
      const hex = body.toString('hex', 0, ID_BYTES)
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
  }
}
