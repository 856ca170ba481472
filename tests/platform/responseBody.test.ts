// Responses that end differently from how they began: the reader disconnects, or a streamed response fails midway.

import { IncomingMessage, ServerResponse, createServer, get } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import Koa from 'koa'
import compress from 'koa-compress'
import type { Logger } from 'pino'
import { expect, it } from 'vitest'
import { createOneAtATime } from '#api/history/routes.ts'
import { setJsonBody } from '#api/platform/http/responseBody.ts'
import { createResponseErrorLog } from '#api/app.ts'
import { createResponseBacklog } from '#api/platform/http/responseBacklog.ts'

async function* pieces(): AsyncGenerator<string, void> {
  yield '[1,'
  yield '2,'
  yield '3]'
}

it('A reader who disconnects while a response is prepared may send the request again', async () => {
  const alone = createOneAtATime('One is under way')
  const req = new IncomingMessage(new Socket())
  const res = new ServerResponse(req)
  const closed = new Promise((resolve) => res.once('close', resolve))
  const begun = await alone('ann', async () => pieces())
  res.destroy()
  await closed
  await setJsonBody(new Koa().createContext(req, res), { chunks: begun }, 'ann', createResponseBacklog(1000))
  await expect(alone('ann', async () => pieces())).resolves.toBeDefined()
})

it('The response to a reader who has disconnected does not count as unread', async () => {
  const req = new IncomingMessage(new Socket())
  const res = new ServerResponse(req)
  const closed = new Promise((resolve) => res.once('close', resolve))
  res.destroy()
  await closed
  const backlog = createResponseBacklog(1000)
  await setJsonBody(new Koa().createContext(req, res), { body: 'x'.repeat(2000) }, 'ann', backlog)
  expect(() => backlog.admit('ann')).not.toThrow()
})

it.each(['identity', 'gzip', 'br'])(
  'A streamed response with the encoding %s that fails midway breaks the connection and is logged once',
  async (encoding) => {
    async function* failing(): AsyncGenerator<string, void> {
      yield `["${'x'.repeat(100_000)}",`
      yield '2,'
      await new Promise((resolve) => setTimeout(resolve, 50))
      throw new Error('The log cannot be read')
    }
    const logged: string[] = []
    const log = { error: ({ err }: { err: Error }) => void logged.push(err.message) }
    const app = new Koa().on('error', createResponseErrorLog(log as unknown as Pick<Logger, 'error'>))
    app.use(compress())
    app.use((context) => setJsonBody(context, { chunks: failing() }, 'ann', createResponseBacklog(1e9)))
    const server = createServer(app.callback()).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo

    const end = await new Promise((resolve) => {
      const headers = { 'Accept-Encoding': encoding }
      get({ port, host: '127.0.0.1', headers }, (response) => {
        expect(response.statusCode).toBe(200)
        response.resume().once('end', () => resolve('complete'))
        response.once('error', ({ message }) => resolve(message))
      }).once('error', ({ message }) => resolve(message))
    })
    expect(end).toMatch(/^(?:aborted|socket hang up)$/)
    // Koa reports the end of the connection after the client has seen it.
    await new Promise((resolve) => server.close(resolve))
    await new Promise(setImmediate)
    expect(logged).toEqual(['The log cannot be read'])
  },
)
