// Sends the JSON of a response, which counts as unread until sent: as one text, or in chunks while it is read. A text that
// the client already has is not sent again.

import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type Koa from 'koa'
import { respondIfNotModified, weakETagOf } from '#api/platform/http/conditionalGet.ts'
import type { ApiResponse } from '#api/platform/http/route.ts'
import type { ResponseBacklog } from '#api/platform/http/responseBacklog.ts'

/** What a streamed response counts: about what its chunks, its compressor and its socket have in memory at once. */
const STREAM_BYTES = 1_048_576

/** @param reader a person, or an address for public routes */
export async function setJsonBody(
  context: Koa.Context,
  { body, chunks }: Pick<ApiResponse, 'body' | 'chunks'>,
  reader: string,
  backlog: ResponseBacklog,
): Promise<void> {
  const content = chunks ? await startReading(chunks, context.res) : JSON.stringify(body)
  const isText = typeof content === 'string'
  context.type = 'json'
  context.body = content
  // A compressor in between neither fails nor ends with the stream that it reads, so the response would stay open.
  if (!isText) content.once('error', (error) => context.res.destroy(error))
  // An ETag that is the revision of the entity does not do: names and permissions in a response change without it.
  const isTagged = context.res.hasHeader('ETag')
  if (isText && context.method === 'GET' && !isTagged && respondIfNotModified(context, weakETagOf(content)))
    return
  const bytes = isText ? Buffer.byteLength(content) : STREAM_BYTES
  // The response to a command is sent in any case.
  if (context.method === 'GET') backlog.assertFits(reader, bytes)
  backlog.add(reader, bytes, context.res)
}

/** A single chunk is returned as text, several as a stream. */
async function startReading(
  chunks: AsyncGenerator<string, void>,
  response: ServerResponse,
): Promise<string | Readable> {
  // Ends the generator, also when the client reads no further.
  response.once('close', () => void chunks.return())
  const first = (await chunks.next()).value ?? ''
  // A response closed before this line does not emit 'close' again.
  if (response.destroyed) await chunks.return()
  const second = await chunks.next()
  if (second.done) return first
  async function* all() {
    yield first
    yield second.value ?? ''
    yield* chunks
  }
  return Readable.from(all(), { objectMode: false })
}
