// Reads what a route needs from a request that has passed the limits and the session check.

import { randomUUID } from 'node:crypto'
import type { Context } from 'koa'
import { isCount } from '#core/kernel/count.ts'
import { parseIfMatch } from '#core/kernel/ifMatch.ts'
import { isFileHash } from '#core/kernel/files.ts'
import { isId } from '#core/kernel/ids.ts'
import { HttpError, validationError } from '#api/platform/http/httpError.ts'
import { isAllowedOrigin } from '#api/platform/http/origins.ts'
import { parseJson } from '#api/platform/http/requestBody.ts'
import type { ApiRequest } from '#api/platform/http/route.ts'

export type ApiContext = Context & { params: Record<string, string> }

/** Of the path's parameters that are no ids; the rules check an emoji, with a text of their own. */
const checks: Record<string, (value: string) => boolean> = { n: isCount, emoji: () => true, hash: isFileHash }

/** @param allowedOrigins of clients that are served elsewhere */
export function toApiRequest(
  context: ApiContext,
  bytes: Uint8Array | undefined,
  allowedOrigins: readonly string[],
): ApiRequest {
  const body = bytes && parseJson(bytes)
  // A malformed id gets the same response as an id that does not exist, and so does a malformed number.
  for (const [name, value] of Object.entries(context.params))
    if (!(checks[name] ?? isId)(value)) throw new HttpError(404, 'NOT_FOUND', 'Not found')
  return {
    params: context.params,
    query: new URLSearchParams(context.querystring),
    body,
    key: keyOf(context),
    requestId: context.state['requestId'] as string,
    ifMatch: ifMatchOf(context),
    address: context.state['address'] as string,
    userAgent: context.get('User-Agent'),
    origin: isAllowedOrigin(context.headers, allowedOrigins) ? context.headers.origin : undefined,
    stream: context.req,
    lastEventId: context.get('Last-Event-ID') || undefined,
    authorization: authorizationOf(context),
  }
}

export function hasBody({ req }: Context): boolean {
  const length = req.headers['content-length']
  return req.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

/** Node joins or drops repeated headers, so this reads them as they were sent. */
export function authorizationOf({ req }: Context): string | undefined {
  const sent = req.headersDistinct.authorization ?? []
  if (sent.length > 1) throw new HttpError(400, 'VALIDATION_ERROR', 'There are two Authorization headers')
  return sent[0]
}

/** Upper and lower case letters make the same key. */
function keyOf(context: Context): string {
  const key = context.get('Idempotency-Key')
  return key === '' ? randomUUID() : key.toLowerCase()
}

function ifMatchOf(context: Context): number | undefined {
  const revision = parseIfMatch(context.get('If-Match'))
  if (revision === null) throw validationError({ 'If-Match': 'If-Match must be a revision' })
  return revision
}
