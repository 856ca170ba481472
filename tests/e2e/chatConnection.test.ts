// A restarting server and a minute without a network lose, double and reorder no message, and the screen shows the
// state of the connection.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTripChat, page as pageOf, say, startDirect, startGroup } from '#tests/chat/requests.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { axe, browserForFile, networkErrors } from '#tests/support/browser.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  type RegisteredPerson,
  composer,
  waitUntilConnected,
  openAs,
  invite,
  message,
  messageWithStatus,
  planTrip,
  emptyServer,
  remove,
  registerPeople,
  textsOn,
  typeMessage,
} from '#tests/support/chatPeople.ts'
import { expectToast, goOffline, goOnline, waitForChunk, openRefused } from '#tests/support/demoUsers.ts'

let server: Server
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
})

async function screenOf(talker: RegisteredPerson, path: string): Promise<Page> {
  const page = await person({
    // An offline browser closes its connections, but not those to this machine by its other name.
    url: server.url.replace('localhost', '127.0.0.1'),
    expects: [...networkErrors, /status of 403/],
  })
  await openAs(page, talker, path)
  return page
}

const stored = async ({ api }: RegisteredPerson, chat: string): Promise<string[]> =>
  (await pageOf(api, chat, 'limit=100')).messages.map(({ content }) => content)

test('A conversation continues through a restart of the server, with no message lost, doubled or out of order', async () => {
  coversSpec(
    '§2 Conversation view: A multiline input reading',
    '§8 Toasts: transport close',
    '§8 Toasts: reconnected',
    '§8 Toasts: reconnect error',
  )

  const { ann, ben, cal } = await registerPeople(server, 'ann', 'ben', 'cal')
  const chat = await startGroup(ann.api, [ben.id, cal.id])
  const [anns, bens] = [await screenOf(ann, `/app/chat/${chat}`), await screenOf(ben, `/app/chat/${chat}`)]
  await typeMessage(anns, 'Before')
  await message(bens, 'Before').waitFor()
  for (const page of [anns, bens]) await waitUntilConnected(page)

  for (const page of [anns, bens]) await waitForChunk(page, 'ToastStack')
  const { dataDir, url } = server
  await server.kill9()
  for (const page of [anns, bens]) await expectToast(page, 'Connection lost')
  await expect.poll(() => composer(anns).getAttribute('placeholder')).toBe('Connecting...')
  for (const text of ['Ann one', 'Ann two', 'Ann three']) await typeMessage(anns, text)
  for (const text of ['Ben one', 'Ben two']) await typeMessage(bens, text)
  await messageWithStatus(anns, 'Ann three', 'Waiting to be sent').waitFor()
  await messageWithStatus(bens, 'Ben two', 'Waiting to be sent').waitFor()
  await expectToast(anns, 'Reconnection failed, retrying...')

  // Cal's message reaches the server before the two reconnect.
  const gates = [await gateOf(anns), await gateOf(bens)]
  for (const gate of gates) gate.isCut = true
  server = await startServer({ env: { ...emptyServer, PORT: new URL(url).port }, dataDir })
  for (const text of ['Cal one', 'Cal two']) await say(cal.api, chat, text)
  for (const gate of gates) gate.isCut = false

  for (const page of [anns, bens]) {
    // On a busy machine the server may start after the last of the five attempts.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expectToast(page, 'Reconnected to messaging')
    await expect.poll(async () => (await textsOn(page)).length).toBe(8)
  }
  const all = await stored(ann, chat)
  for (const page of [anns, bens]) await expect.poll(() => textsOn(page)).toEqual(all)
  const from = (name: string) => all.filter((text) => text.startsWith(name))
  expect(from('Ann')).toEqual(['Ann one', 'Ann two', 'Ann three'])
  expect(from('Ben')).toEqual(['Ben one', 'Ben two'])
  expect(from('Cal')).toEqual(['Cal one', 'Cal two'])
  await typeMessage(anns, 'Still here')
  await message(bens, 'Still here').waitFor()
})

/** Cuts requests between the page and the server; the page itself still loads, as from a cache. */
async function gateOf(page: Page): Promise<{ isCut: boolean }> {
  const gate = { isCut: false }
  await page.route('**/api/**', (route) => (gate.isCut ? route.abort() : route.fallback()))
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (gate.isCut) void socket.close()
    else socket.connectToServer()
  })
  return gate
}

/** The texts of the live regions. */
const heardIn = (place: Locator): Promise<string[]> =>
  place
    .locator('output, [role=status], [role=alert], [aria-live=polite], [aria-live=assertive]')
    .evaluateAll((all) => all.map(({ textContent }) => textContent?.trim() ?? '').filter(Boolean))

describe('without a network', () => {
  test('A lost connection is announced in the toast alone, and messages written offline wait, also through a reload, and are sent once and in order', async () => {
    const { dot, eli } = await registerPeople(server, 'dot', 'eli')
    const chat = await startDirect(dot.api, eli.id)
    const page = await screenOf(dot, `/app/chat/${chat}`)
    const network = await gateOf(page)
    await page.reload()
    await typeMessage(page, 'Are you there?')
    await messageWithStatus(page, 'Are you there?', 'Sent').waitFor()
    await waitUntilConnected(page)

    await goOffline(page)
    // Already now, because a request that was let through would reach the server once the network is back.
    network.isCut = true
    await expectToast(page, 'Connection lost')
    await page.getByRole('main').getByText('onnect', { exact: false }).first().waitFor()
    expect(await heardIn(page.getByRole('main'))).toEqual([])
    for (const text of ['First', 'Second', 'Third']) await typeMessage(page, text)
    await messageWithStatus(page, 'First', 'Waiting to be sent').waitFor()
    expect(await axe(page)).toEqual([])
    await say(eli.api, chat, 'I was in the tunnel')

    await goOnline(page)
    await page.reload()
    for (const text of ['Are you there?', 'First', 'Second', 'Third']) await message(page, text).waitFor()
    // The offline cache is shown above it, because the server's response is not available.
    await expect.poll(() => textsOn(page)).toEqual(['Are you there?', 'First', 'Second', 'Third'])
    expect(await stored(eli, chat)).toEqual(['Are you there?', 'I was in the tunnel'])

    network.isCut = false
    await page.evaluate(() => dispatchEvent(new Event('online')))
    const all = ['Are you there?', 'I was in the tunnel', 'First', 'Second', 'Third']
    await expect.poll(() => stored(eli, chat)).toEqual(all)
    await expect.poll(() => textsOn(page)).toEqual(all)
    await messageWithStatus(page, 'Third', 'Sent').waitFor()
  })

  test('A message that the server refuses later shows the reason, and can be retried or deleted', async () => {
    const { fay, gus } = await registerPeople(server, 'fay', 'gus')
    const trip = await planTrip(gus, [fay])
    const chat = await openTripChat(gus.api, trip)
    const page = await screenOf(fay, `/app/chat/${chat}`)
    await waitUntilConnected(page)
    await page.context().setOffline(true)
    for (const text of ['Who has the tickets?', 'And the keys?']) await typeMessage(page, text)
    await messageWithStatus(page, 'And the keys?', 'Waiting to be sent').waitFor()
    await remove(gus, trip, fay)
    await page.context().setOffline(false)

    const refused = (text: string) =>
      page.getByRole('list', { name: 'Not sent' }).getByRole('listitem').filter({ hasText: text })
    await refused('Who has the tickets?').getByText('Not sent').waitFor()
    await expectAccessible(page, 'messages that were refused')
    await refused('And the keys?').getByRole('button', { name: 'Delete' }).press('Enter')
    await refused('And the keys?').waitFor({ state: 'detached' })
    await refused('Who has the tickets?').getByRole('button', { name: 'Retry' }).press('Enter')
    await refused('Who has the tickets?').getByText('You are not authorized').waitFor()

    await page.getByRole('link', { name: 'Back to chats' }).first().press('Enter')
    await page.getByText('1 message was not sent').waitFor()
    const sheet = await openRefused(page)
    await sheet.getByRole('link', { name: 'Show Who has the tickets?' }).press('Enter')
    await refused('Who has the tickets?').waitFor()
    await invite(gus, trip, fay)
    await composer(page).waitFor()
    const group = message(page, 'Who has the tickets?').getByRole('group', { name: 'Not sent' })
    await group.getByRole('button', { name: 'Retry' }).press('Enter')
    await messageWithStatus(page, 'Who has the tickets?', 'Sent').waitFor()
    expect(await stored(gus, chat)).toEqual(['Who has the tickets?'])
  })
})
