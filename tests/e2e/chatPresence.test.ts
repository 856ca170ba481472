// Typing and presence on the screens of others: shown at once, and no longer than they are true.

import type { Locator, Page, WebSocketRoute } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { startDirect } from '#tests/chat/requests.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { browserForFile } from '#tests/support/browser.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { type Listener, listen } from '#tests/support/listener.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  type RegisteredPerson,
  composer,
  openAs,
  message,
  emptyServer,
  registerPeople,
  typeMessage,
} from '#tests/support/chatPeople.ts'

let server: Server
const { person } = browserForFile()
/** Two people whose last device has disconnected. */
let left: { zoe: RegisteredPerson; watcher: RegisteredPerson; hearing: Listener; at: number }

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
  const { zoe, watcher } = await registerPeople(server, 'zoe', 'watcher')
  const hearing = await device(watcher)
  const zoes = await device(zoe)
  await hearing.waitFor('user_presence', ({ user_id: id, status }) => id === zoe.id && status === 'online')
  zoes.close()
  left = { zoe, watcher, hearing, at: Date.now() }
})

async function device({ api }: RegisteredPerson): Promise<Listener> {
  const socket = listen(Number(new URL(server.url).port), api.token)
  await socket.waitFor('authenticated')
  return socket
}

async function screenOf(talker: RegisteredPerson, path: string): Promise<Page> {
  const page = await person({ url: server.url })
  await openAs(page, talker, path)
  return page
}

test('A person is shown typing from the first key on, in the list too, until the text is empty or no key follows', async () => {
  coversSpec(
    '§2 Conversation list: Each row',
    '§2 Conversation view: A typing indicator',
    '§4 Typing: Local typing starts',
  )

  const { oda, pia } = await registerPeople(server, 'oda', 'pia')
  const chat = await startDirect(oda.api, pia.id)
  const odas = await screenOf(oda, '/app/chat')
  const pias = await screenOf(pia, `/app/chat/${chat}`)
  await odas.getByRole('link', { name: 'pia' }).waitFor()
  const chip = odas.getByText('Someone is typing...')
  await typeUntil(chip, pias)
  await composer(pias).fill('')
  await chip.waitFor({ state: 'detached' })

  await odas.getByRole('link', { name: 'pia' }).click()
  const label = odas.getByText('pia is typing...', { exact: true })
  await typeUntil(label, pias)
  await typeMessage(pias, 'Hello')
  await message(odas, 'Hello').waitFor()
  await label.waitFor({ state: 'detached' })

  await typeUntil(label, pias)
  await label.waitFor({ state: 'detached' })
  await expect
    .poll(() => composer(pias).inputValue(), { message: 'it is what was typed that fell silent' })
    .toBe('A')
})

/** Types repeatedly until the label shows: the first key is published at once, then one a second at most. */
async function typeUntil(shown: Locator, page: Page): Promise<void> {
  const begin = async () => {
    if ((await shown.count()) > 0) return true
    await composer(page).fill('')
    await composer(page).fill('A')
    return false
  }
  await expect.poll(begin, { interval: 200 }).toBe(true)
}

test('A person is online, away after five minutes without a key, and online with the next key', async () => {
  coversSpec('§2 Contacts: Each contact')

  const { rex, sue } = await registerPeople(server, 'rex', 'sue')
  const chat = await startDirect(rex.api, sue.id)
  const rexs = await screenOf(rex, `/app/chat/${chat}`)
  const sues = await person({ url: server.url })
  await sues.clock.install()
  await openAs(sues, sue, '/app/contacts')
  const seen = (status: string) => rexs.getByText(`${status} · 2 participants`)
  await seen('Online').waitFor()
  await sues.clock.fastForward('05:01')
  await expect.poll(() => seen('Away').count()).toBe(1)
  await sues.keyboard.press('Shift')
  await expect.poll(() => seen('Online').count()).toBe(1)
})

test('A person who was online when the connection was lost is shown as offline after exactly a minute', async () => {
  coversSpec('§4 Realtime connection: Presence is polled', '§9 Presence poll')

  const { una, vic } = await registerPeople(server, 'una', 'vic')
  await startDirect(una.api, vic.id)
  await device(vic)
  const page = await person({ url: server.url, expects: [/WebSocket/] })
  await page.clock.install()
  let isCut = false
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (isCut) return void socket.close()
    socket.connectToServer()
    sockets.push(socket)
  })
  await openAs(page, una, '/app/chat')
  await page.getByText('Connected to real-time messaging').waitFor()
  const online = page.getByRole('listitem').filter({ hasText: 'vic' }).getByText('Online')
  await online.waitFor()
  // Some seconds after the list was rendered; it renders again each minute because of its times.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
  isCut = true
  for (const socket of sockets) await socket.close()
  await page.getByText('Connecting...').waitFor()
  // By seconds, so that a connection that is refused is not taken for one that stays open meanwhile.
  for (let n = 0; n < 60; n++) await page.clock.runFor(1000)
  await expect.poll(() => online.count()).toBe(1)
  await page.clock.runFor(1000)
  await expect.poll(() => online.count()).toBe(0)
})

test('A person is offline fifteen seconds after their last device disconnects, and not before', async () => {
  coversSpec('§2 Contacts: Each contact')

  const { zoe, watcher, hearing, at } = left
  const page = await screenOf(watcher, '/app/contacts')
  const row = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem').filter({ hasText: 'zoe' })
  const isOffline = ({ user_id: id, status }: { user_id: string; status: string }) =>
    id === zoe.id && status === 'offline'
  const wasGone = hearing.payloadsOf('user_presence').some(isOffline)
  if (Date.now() - at < 14_000) expect(wasGone, 'offline too early').toBe(false)
  await row.getByText('Offline').waitFor()
  expect(Date.now() - at).toBeGreaterThanOrEqual(15_000)
  // On a busy machine it may be seen late.
  await row.getByText(/^last seen (just now|\d+ minutes? ago)/).waitFor()
  await expectAccessible(page, 'the contacts')
})
