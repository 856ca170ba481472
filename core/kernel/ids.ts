// Derives ids and hashes, the same on the server and in the browser (also on plain http, where `crypto.subtle` is
// missing).

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { fillPath, type Endpoint, type Params } from '#core/kernel/endpoint.ts'
import { canonicalJson } from '#core/kernel/canonicalJson.ts'
import type { EventMetadata } from '#core/kernel/decider.ts'

/** SHA-256 of the text's UTF-8, as 64 hex digits. The server passes a faster implementation than the default. */
export type Sha256 = (text: string) => string

export const sha256Hex: Sha256 = (text) => bytesToHex(sha256(utf8ToBytes(text)))

/** Whether the text is well formed as an id. Any other text gets the same response as an id that does not exist. */
export function isId(text: string): boolean {
  return /^[A-Za-z0-9_-]{16,36}$/.test(text)
}

/** Any version, in either case, with its four hyphens. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)
}

/**
 * The id of the item that a person's command creates: the first 128 bits of a SHA-256 over both (docs/decisions.md §3),
 * shaped as a UUID of version 8 (RFC 9562). Nobody can choose another person's id, and an item made offline has its
 * final id at once.
 */
export function idFrom(personId: string, key: string, hash: Sha256 = sha256Hex): string {
  return uuidOf([personId, key.toLowerCase()], hash)
}

/**
 * As `idFrom`, over the item's stream as well: one key sent to two trips makes two items with two ids, and each can be
 * found again.
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

/** Identifies a request for its retries: hex over method, path and body (any JSON; null for none). */
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
 * The link of a stream's hash chain (docs/decisions.md §2), hex: the next event has it as `meta.prev`. Stream and
 * position do not count; `data` is hashed as it was written, before any upcast.
 */
export function hashEvent({ type, data, meta, revision }: Hashed, hash: Sha256 = sha256Hex): string {
  return hash(canonicalJson({ data, meta, revision, type }))
}
