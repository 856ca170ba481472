// The JSON of an answer: whole, and counted for whoever is to read it, or piece by piece as it is read.

import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type Koa from 'koa'
import type { ApiResponse } from '#api/platform/route.ts'
import type { ResponseBacklog } from '#api/platform/responseBacklog.ts'

/** @param reader for whom it is: a person, or an address where nobody is signed in */
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
  // What a command has done is told in any case.
  if (context.method === 'GET') unread.fits(reader, bytes)
  unread.hold(reader, bytes, context.res)
}

/** Few pieces are a text like any other. */
async function begun(
  pieces: AsyncGenerator<string, void>,
  response: ServerResponse,
): Promise<string | Readable> {
  // Also where nothing of them is ever asked for again.
  response.once('close', () => void pieces.return())
  const first = (await pieces.next()).value ?? ''
  // Gone before this was asked for, it does not say so again.
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
