// The server is killed between the upload of a photo and the message that refers to it.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderFileStore } from '#api/stores/files/folderFileStore.ts'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { startDirect } from '#tests/chat/requests.ts'
import { createClient, expectSuccess } from '#tests/support/client.ts'
import { testClock } from '#tests/support/clock.ts'
import { jpeg, png, sha256OfBytes } from '#tests/support/pictures.ts'
import { startProduct } from '#tests/support/product.ts'
import { type Server, startServer } from '#tests/support/server.ts'

const signIn = async ({ url }: Server, username: string) => {
  const port = Number(new URL(url).port)
  const credentials = { username, password: 'travel-demo' }
  const { token, user } = expectSuccess(await createClient(port).post('/auth/login', credentials))
  return { id: user.id as string, phone: createClient(port, token as string) }
}

test('A photo whose server was killed before its message is sent exactly once, and one that nobody sends again is gone after a day', async () => {
  const killed = await startServer()
  const { dataDir } = killed
  const bob = await signIn(killed, 'bob')
  const before = await signIn(killed, 'alice')
  const talk = await startDirect(before.phone, bob.id)
  const [photo, orphan] = [jpeg({ width: 320, height: 240 }), png()]
  const put = (bytes: Uint8Array, by = before) => by.phone.put(`/files/${sha256OfBytes(bytes)}`, bytes)
  const { file } = expectSuccess(await put(photo))
  expectSuccess(await put(orphan))
  await killed.kill9()

  const again = await startServer({ dataDir })
  const alice = await signIn(again, 'alice')
  const files = [{ ...file, thumb: null }]
  const body = { content: 'The view', message_type: 'image', files, client_message_id: randomUUID() }
  const headers = { 'Idempotency-Key': randomUUID() }
  // A phone does not know what has arrived, and repeats both.
  for (let times = 0; times < 2; times++) {
    expectSuccess(await put(photo, alice))
    expectSuccess(await alice.phone.post(`/conversations/${talk}/messages`, body, { headers }))
  }
  const { messages } = expectSuccess(await alice.phone.get(`/conversations/${talk}/messages`))
  expect((messages as { content: string }[]).filter(({ content }) => content === 'The view')).toHaveLength(1)
  expect(await again.stop()).toBe(0)

  const stored = folderFileStore(join(dataDir, 'files'))
  const hashes = async () => {
    const found: string[] = []
    for await (const hash of stored.list()) found.push(hash)
    return found.toSorted()
  }
  expect(await hashes()).toEqual([sha256OfBytes(photo), sha256OfBytes(orphan)].toSorted())
  const store = await openSqliteEventStore({ file: join(dataDir, 'events.db') })
  const aDayLater = testClock(new Date(Date.now() + 26 * 3_600_000).toISOString())
  const product = await startProduct({ people: [], store, files: stored, clock: aDayLater })
  try {
    await product.server.eraseLater()
    expect(await hashes()).toEqual([sha256OfBytes(photo)])
  } finally {
    await product.stop()
    await store.close()
  }
})
