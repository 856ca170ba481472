// A restarted server reads its log first; a device that reconnects meanwhile waits for that and is accepted.

import { createServer as createHttpServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { readEnv } from '#api/env.ts'
import { oneNode } from '#api/platform/nodes.ts'
import { createServer } from '#api/server.ts'
import { presenceTimesFile } from '#api/stores/presenceTimesFile.ts'
import { testClock } from '#tests/support/clock.ts'
import { createClient, expectSuccess } from '#tests/support/client.ts'
import { createPausableReadStore } from '#tests/support/pausableReadStore.ts'
import { listen } from '#tests/support/listener.ts'
import { PASSWORD, SIGNING_KEY, startProduct } from '#tests/support/product.ts'

it('A device that returns before the log is read is accepted and joins afterwards, without an error', async () => {
  const store = createMemoryEventStore()
  const clock = testClock()
  const before = await startProduct({ people: ['ann', 'ben'], store, clock })
  const start = { type: 'direct', participant_ids: [before.people.ben.id] }
  const { id } = expectSuccess(await before.as('ann').post('/conversations', start)).conversation
  expectSuccess(await before.as('ann').post(`/conversations/${id}/messages`, { content: 'Still there?' }))
  await before.stop()

  const readStore = createPausableReadStore()
  readStore.pause()
  const env = readEnv({ PASSWORD_COST: 'low', DATA_DIR: '/nowhere' })
  const log = pino({ level: 'silent' })
  const server = createServer({ env, store, readStore, signingKey: SIGNING_KEY, log, clock })
  const http = createHttpServer(server.listener)
  const live = server.attach(http)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const device = listen((http.address() as AddressInfo).port, before.as('ben').token)
  onTestFinished(async () => {
    device.close()
    readStore.resume()
    http.closeAllConnections()
    await live.close()
    await server.stop()
  })
  // Presence is not stored in the log.
  const heard = () => device.received.map(({ event }) => event).filter((event) => event !== 'user_presence')
  device.emit('join_conversation', { conversationId: id })
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(heard()).toEqual([])
  readStore.resume()
  await device.waitFor('conversation_joined')
  expect(heard()).toEqual(['authenticated', 'conversation_joined'])
  expect(device.payloadsOf('conversation_joined')).toEqual([{ conversationId: id, last_seq: 1 }])
})

it('When a person and a session were last seen survives a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'last-seen-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [store, clock] = [createMemoryEventStore(), testClock()]
  const start = <const Name extends string>(people: readonly Name[]) => {
    const nodes = oneNode(clock, presenceTimesFile(join(folder, 'presence.json')))
    return startProduct({ people, store, clock, nodes })
  }
  const before = await start(['ann'])
  clock.forward(3_600_000)
  expectSuccess(await before.as('ann').get('/auth/me'))
  const lastSeen = new Date(clock()).toISOString()
  await before.stop()

  clock.forward(30_000)
  const after = await start(['ben'])
  const { data } = expectSuccess(await after.as('ben').get(`/users/${before.people.ann.id}`))
  expect(data).toMatchObject({ status: 'offline', lastSeen })
  const login = { username: 'ann', password: PASSWORD }
  const { token } = expectSuccess(await after.anonymous.post('/auth/login', login))
  const { sessions } = expectSuccess(await createClient(after.port, token).get('/auth/sessions'))
  const earlier = sessions.find(({ current }: { current: boolean }) => !current)
  expect(earlier.lastSeenAt).toBe(lastSeen)
  await after.stop()
})
