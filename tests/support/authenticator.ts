// An authenticator with a page on http://localhost: makes passkeys and signs with them as a browser would, over HTTP.

import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign as signWith,
} from 'node:crypto'
import type { Client, HttpResponse } from '#tests/support/client.ts'

interface Page {
  origin: string
  rpId: string
}

interface CreationOptions {
  challenge: string
  user: { id: string }
}

interface Credential {
  id: Buffer
  privateKey: KeyObject
  userHandle: string
}

/** What a test changes of a response. */
interface Forged {
  origin?: string
  rpId?: string
  type?: string
  counter?: number
  /** Whether the person was there. */
  isPresent?: boolean
  attestation?: { fmt: string; attStmt: Buffer }
  /** Signs instead of the credential's own. */
  privateKey?: KeyObject
}

export type Authenticator = ReturnType<typeof createAuthenticator>

const base64url = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()
const text = (value: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
const bytes = (value: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 255]), value])

/** @param page default: of the server itself */
export function createAuthenticator(
  port: number,
  page: Page = { origin: `http://localhost:${port}`, rpId: 'localhost' },
) {
  const headers = { Origin: page.origin, Host: new URL(page.origin).host }
  const credentials: Credential[] = []

  const clientData = (type: string, challenge: string, origin = page.origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function authenticatorData(
    flags: number,
    { rpId = page.rpId, counter = 0, isPresent = true }: Forged,
  ): Buffer {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags | (isPresent ? 5 : 0))
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId), head])
  }

  function create({ challenge, user }: CreationOptions, forged: Forged = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = randomBytes(32)
    credentials.push({ id, privateKey, userHandle: user.id })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const point = (value: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(value, 'base64url')])
    const cose = Buffer.concat([
      Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]),
      point(x),
      Buffer.from([0x22]),
      point(y),
    ])
    const authData = Buffer.concat([
      authenticatorData(0x40, forged),
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      cose,
    ])
    const { fmt, attStmt } = forged.attestation ?? { fmt: 'none', attStmt: Buffer.from([0xa0]) }
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text(fmt),
      text('attStmt'),
      attStmt,
      text('authData'),
      bytes(authData),
    ])
    const clientDataJSON = clientData(forged.type ?? 'webauthn.create', challenge, forged.origin)
    return {
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientDataJSON),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      },
    }
  }

  function get(
    { challenge }: { challenge: string },
    forged: Forged = {},
    { id, privateKey, userHandle } = credentials.at(-1)!,
  ) {
    const clientDataJSON = clientData(forged.type ?? 'webauthn.get', challenge, forged.origin)
    const signed = authenticatorData(0, forged)
    const signature = signWith(
      'sha256',
      Buffer.concat([signed, sha256(clientDataJSON)]),
      forged.privateKey ?? privateKey,
    )
    return {
      id: base64url(id),
      response: {
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(signed),
        signature: base64url(signature),
        userHandle,
      },
    }
  }

  const post = (client: Client, path: string, body?: unknown, key: string = randomUUID()) =>
    client.post(path, body, { headers, key })

  return {
    create,
    get,
    post,
    creationOptions: (client: Client, body: object): Promise<HttpResponse> =>
      post(client, '/auth/passkeys/options', body),
    loginOptions: (client: Client): Promise<HttpResponse> => post(client, '/auth/passkey-login/options'),
    async add(client: Client, body: object, forged?: Forged): Promise<HttpResponse> {
      const options = await post(client, '/auth/passkeys/options', body)
      if (options.status !== 200) return options
      return post(client, '/auth/passkeys', { passkey: create(options.body, forged) })
    },
    async keep(client: Client, username: string): Promise<HttpResponse> {
      const options = await post(client, '/auth/passkeys/options', { username })
      if (options.status !== 200) return options
      return post(client, '/auth/keep', { username, passkey: create(options.body) })
    },
    async logIn(client: Client, forged?: Forged): Promise<HttpResponse> {
      const { body } = await post(client, '/auth/passkey-login/options')
      return post(client, '/auth/passkey-login', { passkey: get(body, forged) })
    },
  }
}
