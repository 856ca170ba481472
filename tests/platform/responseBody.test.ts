// A streamed response whose reader disconnects before its first part.

import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import Koa from 'koa'
import { expect, it } from 'vitest'
import { createOneAtATime } from '#api/platform/oneAtATime.ts'
import { setJsonBody } from '#api/platform/responseBody.ts'
import { createResponseBacklog } from '#api/platform/responseBacklog.ts'

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
