// Reads the JSON body of a request: limited before and while it arrives, strict UTF-8, strict JSON, and without traps
// that JSON.parse accepts: 40,000 levels, duplicate keys, `__proto__`.

import type { IncomingMessage } from 'node:http'
import { serverLimits } from '#core/kernel/limits.ts'
import { HttpError } from '#api/platform/http/httpError.ts'

export const BODY_LIMIT_BYTES = 102_400

/** Bytes of all bodies being received. */
let receiving = 0

/** Nested containers, including the outermost. */
const MAX_DEPTH = 20

/**
 * Size and type are checked before the session, the JSON after it (docs/decisions.md §3), so these are two steps.
 * @throws HttpError 413 (which closes the connection), 415, 400 when the client disconnects, 503 while too many bytes
 *   are being received
 */
export async function readBody(request: IncomingMessage, limitBytes = BODY_LIMIT_BYTES): Promise<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes)
  if (!isJson(request.headers['content-type'])) throw unsupported('The Content-Type must be application/json')
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') throw unsupported('The body must not be compressed')
  return receiveBody(request, (_, size) => (size > limitBytes ? tooLarge(limitBytes) : null))
}

/** @throws HttpError 400: INVALID_JSON, or VALIDATION_ERROR for `__proto__` and for anything but an object */
export function parseJson(bytes: Uint8Array): Record<string, unknown> {
  if (bytes.length === 0) throw invalidJson('The request needs a JSON body')
  const text = decode(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidJson('The body is not valid JSON')
  }
  assertNoJsonTraps(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HttpError(400, 'VALIDATION_ERROR', 'The body must be a JSON object')
  return value as Record<string, unknown>
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json[\t ]*(?:;[\t ]*charset=(?:utf-8|"utf-8")[\t ]*)?$/i.test(contentType ?? '')
}

/**
 * The bytes of a body.
 * @param check of a chunk with all before it; its error ends the request
 */
export function receiveBody(
  request: IncomingMessage,
  check: (chunk: Buffer, size: number) => HttpError | null,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const onData = (chunk: Buffer) => {
      size += chunk.length
      receiving += chunk.length
      const refused = check(chunk, size)
      if (refused) finish(() => reject(refused))
      else if (receiving > serverLimits.bytesOfBodies) finish(() => reject(tooMany()))
      else chunks.push(chunk)
    }
    const onEnd = () => finish(() => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    const onGone = () =>
      finish(() => reject(new HttpError(400, 'INVALID_JSON', 'The body ended early', { close: true })))
    const finish = (settle: () => void) => {
      // The 'error' listener stays: a later reset of the connection would have no listener. The stream keeps flowing,
      // so the rest of a refused body is discarded until the connection closes.
      receiving -= size
      request.off('data', onData).off('end', onEnd).off('close', onGone)
      settle()
    }
    if (request.destroyed) return onGone()
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone)
  })
}

// `ignoreBOM` keeps a byte order mark in the text, which JSON.parse then refuses.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw invalidJson('The body is not valid UTF-8')
  }
}

/** One pass, without recursion, over text that JSON.parse has accepted. @throws HttpError 400 */
function assertNoJsonTraps(text: string): void {
  /** The keys of each open object; null for an open array. */
  const open: (Set<string> | null)[] = []
  let expectsKey = false
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index)
    if (char === '"') {
      const end = endOfString(text, index)
      const keys = open.at(-1)
      if (expectsKey && keys) addKey(text.slice(index, end + 1), keys)
      expectsKey = false
      index = end
    } else if (char === '{' || char === '[') {
      if (open.push(char === '{' ? new Set() : null) > MAX_DEPTH)
        throw invalidJson(`The body is nested deeper than ${MAX_DEPTH} levels`)
      expectsKey = char === '{'
    } else if (char === '}' || char === ']') open.pop()
    else if (char === ',') expectsKey = true
    else if (char === '-' || (char >= '0' && char <= '9')) index = endOfNumber(text, index)
  }
}

/** The index where the string that opens at `start` closes. */
function endOfString(text: string, start: number): number {
  let end = start + 1
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end
}

/** The index of the last character of the number at `start`. 1e999 is valid JSON, and Infinity for JSON.parse. */
function endOfNumber(text: string, start: number): number {
  NUMBER.lastIndex = start
  const [number = ''] = NUMBER.exec(text) ?? []
  if (!Number.isFinite(Number(number))) throw invalidJson('The body has a number out of range')
  return start + number.length - 1
}

const NUMBER = /[\d.eE+-]+/y

/**
 * @param literal with its quotes; `"\u0061"` and `"a"` are the same key
 * @throws HttpError 400 for a duplicate and for `__proto__`
 */
function addKey(literal: string, keys: Set<string>): void {
  const key = literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1)
  if (key === '__proto__') throw new HttpError(400, 'VALIDATION_ERROR', 'Unknown field __proto__')
  if (keys.has(key)) throw invalidJson('The body has the same key twice')
  keys.add(key)
}

const invalidJson = (message: string) => new HttpError(400, 'INVALID_JSON', message)
const unsupported = (message: string) =>
  new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', message, { close: true })
const tooMany = () =>
  new HttpError(503, 'UNAVAILABLE', 'Too much is being sent right now. Please try again.', {
    headers: { 'Retry-After': '1' },
    close: true,
  })
const tooLarge = (limitBytes: number) =>
  new HttpError(413, 'PAYLOAD_TOO_LARGE', `The body is larger than ${limitBytes / 1024} KB`, {
    close: true,
  })
