// Ids and hashes, the same on the server and in the browser (also where `crypto.subtle` is missing, on plain http).

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import { fillPath } from '#core/kernel/endpoint.ts'
import { canonicalJson } from '#core/kernel/canonicalJson.ts'
import type { EventMetadata } from '#core/kernel/decider.ts'

/** SHA-256 of the text's UTF-8, as 64 hex digits. A server may give a quicker one than the default. */
export type Sha256 = (text: string) => string

export const sha256Hex: Sha256 = (text) => bytesToHex(sha256(utf8ToBytes(text)))

/** Could be an id of anything here; all else is answered like an id that does not exist. */
export function isId(text: string): boolean {
  return /^[A-Za-z0-9_-]{16,36}$/.test(text)
}

/** Any version, either case, written with its four hyphens. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)
}

/**
 * The id of what a person's command creates: the first 128 bits of a SHA-256 over both (decisions §3), shaped as a
 * UUID of version 8 (RFC 9562). Nobody can aim at another's id, and a thing made offline has its final one at once.
 */
export function idFrom(personId: string, key: string, hash: Sha256 = sha256Hex): string {
  return uuidOf([personId, key.toLowerCase()], hash)
}

/**
 * The id of what this call makes. The stream in which it will stand is part of it: one key sent to two trips at once
 * makes two things of two ids, of which each can be found again.
 */
export function newIdOf(
  { within }: Pick<Endpoint, 'within'>,
  params: Params,
  personId: string,
  key: string,
  hash: Sha256 = sha256Hex,
): string {
  if (within === undefined) return idFrom(personId, key, hash)
  return uuidOf([personId, key.toLowerCase(), fillPath(within, params)], hash)
}

function uuidOf(of: readonly string[], hash: Sha256): string {
  const hex = hash(JSON.stringify(of))
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** What makes a repeat the same request: hex over method, path and body (any JSON; null where there is none). */
export function digestOf(method: string, path: string, body: unknown, hash: Sha256 = sha256Hex): string {
  return hash(canonicalJson([method, path, body]))
}

interface Hashed {
  type: string
  data: unknown
  meta: EventMetadata
  revision: number
}

/**
 * The link of a stream's hash chain (decisions §2), hex: the next event carries it as `meta.prev`. Stream and
 * position do not count; `data` is hashed as it was written, before any upcast.
 */
export function hashEvent({ type, data, meta, revision }: Hashed, hash: Sha256 = sha256Hex): string {
  return hash(canonicalJson({ data, meta, revision, type }))
}
