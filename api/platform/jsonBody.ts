// Sends the JSON of a response: as a whole, counted as unread for its reader, or in chunks as it is read.

import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type Koa from 'koa'
import type { ApiResponse } from '#api/platform/route.ts'
import type { ResponseBacklog } from '#api/platform/responseBacklog.ts'

/** @param reader a person, or an address for public routes */
export async function setJsonBody(
  context: Koa.Context,
  { body, chunks }: Pick<ApiResponse, 'body' | 'chunks'>,
  reader: string,
  unread: ResponseBacklog,
): Promise<void> {
  const given = chunks ? await begun(chunks, context.res) : JSON.stringify(body)
  context.type = 'json'
  context.body = given
  if (typeof given !== 'string') return
  const bytes = Buffer.byteLength(given)
  // The response to a command is sent in any case.
  if (context.method === 'GET') unread.fits(reader, bytes)
  unread.hold(reader, bytes, context.res)
}

/** A single chunk is sent as a whole. */
async function begun(
  pieces: AsyncGenerator<string, void>,
  response: ServerResponse,
): Promise<string | Readable> {
  // Also when nothing of them is read again.
  response.once('close', () => void pieces.return())
  const first = (await pieces.next()).value ?? ''
  // A response closed before this line does not emit 'close' again.
  if (response.destroyed) await pieces.return()
  const second = await pieces.next()
  if (second.done) return first
  async function* all() {
    yield first
    yield second.value ?? ''
    yield* pieces
  }
  return Readable.from(all(), { objectMode: false })
}
