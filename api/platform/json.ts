// The body of a request, read with suspicion: bounded before and while it comes, strict UTF-8, strict JSON, and
// none of what JSON.parse lets pass and a validator dies of: 40,000 levels, two values for one key, `__proto__`.

import type { IncomingMessage } from 'node:http'
import { serverLimits } from '#core/kernel/limits.ts'
import { HttpError } from '#api/platform/httpError.ts'

/** 100 KB. */
export const BODY_LIMIT_BYTES = 102_400

/** Bytes of all bodies that are being received. */
let onTheirWay = 0

/** Containers inside each other, the outermost counted. */
const DEEPEST = 20

/**
 * Size and type come before the caller's session, the JSON inside after it (decisions §3), so the two steps can be
 * done apart. @throws HttpError 413 (which ends the connection), 415, 400 when the caller went away, or
 * 503 while too much is on its way from others
 */
export async function readBody(request: IncomingMessage): Promise<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) throw tooLarge()
  if (!isJson(request.headers['content-type'])) throw unsupported('The Content-Type must be application/json')
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') throw unsupported('The body must not be compressed')
  return collect(request)
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
  refuseTraps(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HttpError(400, 'VALIDATION_ERROR', 'The body must be a JSON object')
  return value as Record<string, unknown>
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json[\t ]*(?:;[\t ]*charset=(?:utf-8|"utf-8")[\t ]*)?$/i.test(contentType ?? '')
}

function collect(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const onData = (chunk: Buffer) => {
      size += chunk.length
      onTheirWay += chunk.length
      if (size > BODY_LIMIT_BYTES) finish(() => reject(tooLarge()))
      else if (onTheirWay > serverLimits.bytesOfBodies) finish(() => reject(tooMany()))
      else chunks.push(chunk)
    }
    const onEnd = () => finish(() => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    const onGone = () =>
      finish(() => reject(new HttpError(400, 'INVALID_JSON', 'The body ended early', { close: true })))
    const finish = (settle: () => void) => {
      // 'error' keeps its listener: a connection reset later has nobody else to hear it. The stream keeps flowing,
      // so what is left of a refused body is thrown away until the connection closes.
      onTheirWay -= size
      request.off('data', onData).off('end', onEnd).off('close', onGone)
      settle()
    }
    if (request.destroyed) return onGone()
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone)
  })
}

// `ignoreBOM` means "leave it in": a byte order mark is then a character that JSON.parse refuses.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw invalidJson('The body is not valid UTF-8')
  }
}

/** One pass over text that JSON.parse has accepted, without recursion. */
function refuseTraps(text: string): void {
  /** The keys seen in each open object; null for an open array. */
  const open: (Set<string> | null)[] = []
  let keyComes = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '"') {
      const end = endOfString(text, at)
      const keys = open.at(-1)
      if (keyComes && keys) refuseKey(text.slice(at, end + 1), keys)
      keyComes = false
      at = end
    } else if (char === '{' || char === '[') {
      if (open.push(char === '{' ? new Set() : null) > DEEPEST)
        throw invalidJson(`The body is nested deeper than ${DEEPEST} levels`)
      keyComes = char === '{'
    } else if (char === '}' || char === ']') open.pop()
    else if (char === ',') keyComes = true
    else if (char === '-' || (char >= '0' && char <= '9')) at = endOfNumber(text, at)
  }
}

/** Where the string that opens at `start` closes. */
function endOfString(text: string, start: number): number {
  let end = start + 1
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end
}

/** The last character of the number at `start`. 1e999 is JSON by its grammar, and Infinity to JSON.parse. */
function endOfNumber(text: string, start: number): number {
  NUMBER.lastIndex = start
  const [number = ''] = NUMBER.exec(text) ?? []
  if (!Number.isFinite(Number(number))) throw invalidJson('The body has a number out of range')
  return start + number.length - 1
}

const NUMBER = /[\d.eE+-]+/y

/** @param literal with its quotes; `"\u0061"` and `"a"` are one key */
function refuseKey(literal: string, seen: Set<string>): void {
  const key = literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1)
  if (key === '__proto__') throw new HttpError(400, 'VALIDATION_ERROR', 'Unknown field __proto__')
  if (seen.has(key)) throw invalidJson('The body has the same key twice')
  seen.add(key)
}

const invalidJson = (message: string) => new HttpError(400, 'INVALID_JSON', message)
const unsupported = (message: string) =>
  new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', message, { close: true })
const tooMany = () =>
  new HttpError(503, 'UNAVAILABLE', 'Too much is being sent right now. Please try again.', {
    headers: { 'Retry-After': '1' },
    close: true,
  })
const tooLarge = () =>
  new HttpError(413, 'PAYLOAD_TOO_LARGE', `The body is larger than ${BODY_LIMIT_BYTES / 1024} KB`, {
    close: true,
  })
