// What becomes of a removal that was waiting in the outbox, and gets a 404.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { removeItem } from '#core/itinerary/contract.ts'
import { longTimeout } from '#tests/support/timeout.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import type * as Sender from '#web/platform/outbox/sender.ts'

let body = ''
const server = createServer((_, response) => response.writeHead(404).end(body))
const token = `x.${btoa(JSON.stringify({ id: 'ann', username: 'ann' }))}.x`
let startSender: typeof Sender.startSender
let pending: readonly PendingCommand[]

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  vi.resetModules()
  vi.stubGlobal('document', {
    documentElement: { dataset: { keeps: 'nothing' } },
    addEventListener: () => undefined,
  })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('location', { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  const { tokenStorage } = await import('#web/platform/storage/tokenStorage.ts')
  tokenStorage.set(token)
  const { session } = await import('#web/platform/session/session.ts')
  Object.assign(session, { token, user: { id: 'ann', username: 'ann', email: null, isAdmin: false } })
  startSender = (await import('#web/platform/outbox/sender.ts')).startSender
  pending = (await import('#web/platform/outbox/outbox.ts')).outbox.commands
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => pending.forEach(({ discard }) => discard()))

/** Removes an item of an itinerary. Resolves when the server has responded. */
async function remove(): Promise<void> {
  const params = { tripId: 'trip', itemId: 'item' }
  const command = { endpoint: removeItem, params, lane: 'trip', ifMatch: 1 }
  await startSender()
    .enqueue([command])[0]!
    .catch(() => undefined)
}

test.each(['<html>Not found</html>', '{"message":"Not found"}'])(
  'A removal that gets the 404 of a captive portal, %s, stays refused for another attempt',
  async (page) => {
    body = page
    await remove()
    expect(pending).toMatchObject([{ state: 'refused', status: 404 }])
  },
)

test('A removal of what the server says is gone already leaves nothing to show', async () => {
  body = '{"error":{"code":"NOT_FOUND","message":"Not found"}}'
  await remove()
  await vi.waitFor(() => expect(pending).toEqual([]), longTimeout)
})
