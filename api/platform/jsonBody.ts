// The JSON of an answer: whole, and counted for whoever is to read it, or piece by piece as it is read.

import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type Koa from 'koa'
import type { Reply } from '#api/platform/route.ts'
import type { Unread } from '#api/platform/unread.ts'

/** @param reader for whom it is: a person, or an address where nobody is signed in */
export async function setJsonBody(
  context: Koa.Context,
  { body, pieces }: Pick<Reply, 'body' | 'pieces'>,
  reader: string,
  unread: Unread,
): Promise<void> {
  const given = pieces ? await begun(pieces, context.res) : JSON.stringify(body)
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
