// The chats of a trip: created, read, renamed and deleted, only by its people, from the moment they join until they
// leave.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openTripChat, say } from '#tests/chat/requests.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { axe, browserForFile, requestTo, viewports } from '#tests/support/browser.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  type RegisteredPerson,
  composer,
  openAs,
  invite,
  message,
  messageLog,
  planTrip,
  emptyServer,
  remove,
  registerPeople,
  typeMessage,
} from '#tests/support/chatPeople.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { expectToast, goOffline, waitForChunk, openRefused } from '#tests/support/demoUsers.ts'

let server: Server
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
})

async function screenOf(talker: RegisteredPerson, path: string, expects: RegExp[] = []): Promise<Page> {
  const page = await person({ url: server.url, expects })
  await openAs(page, talker, path)
  return page
}

const rows = (page: Page): Locator => page.getByRole('list', { name: 'Chats' }).getByRole('listitem')
const row = (page: Page, name: string): Locator => rows(page).filter({ hasText: name })

test('A trip chat is created, exchanges messages between two people, and is opened and left again', async () => {
  coversSpec(
    '§0 The product is a mobile-first web application',
    '§1 They chat in direct',
    '§2 Chat: A list of trip chats',
    '§2 Chat: Empty state',
    '§2 Chat: Choosing a chat opens',
    '§2 Chat: A Create New Chat dialog',
    '§4 Messages: A trip chat message',
    '§5 Trip chat: Name is required',
    '§5 Trip chat: Input is capped at 50',
    '§7 Conversations and trip chats: POST /trips/{tripId}/chats',
    '§7 Real-time channel: Client to server',
    '§8 Success toasts: Chat created successfully!',
  )

  const { ann, ben } = await registerPeople(server, 'ann', 'ben')
  const trip = await planTrip(ann, [ben])
  const anns = await screenOf(ann, `/app/travel/${trip}#chat`)
  await anns.getByText('No chats yet', { exact: true }).waitFor()
  const bens = await person({ url: server.url })
  const said: string[] = []
  bens.on('websocket', (socket) => socket.on('framesent', ({ payload }) => said.push(payload.toString())))
  await openAs(bens, ben, `/app/travel/${trip}#chat`)
  await bens.getByText('No chats yet').waitFor()

  await anns.getByRole('button', { name: 'Create New Chat' }).click()
  const dialog = anns.getByRole('dialog', { name: 'Create New Chat' })
  await dialog.getByLabel('Chat Name').fill('F')
  await dialog.getByText('Chat name must be at least 2 characters').waitFor()
  await dialog.getByLabel('Chat Name').fill('x'.repeat(60))
  await expect.poll(() => dialog.getByLabel('Chat Name').inputValue()).toHaveLength(50)
  await dialog.getByLabel('Chat Name').fill('Food')
  await dialog.getByLabel('Description (Optional)').fill('Who cooks when')
  const sent = requestTo(anns, 'POST', `/trips/${trip}/chats`)
  await dialog.getByRole('button', { name: 'Create Chat' }).click()
  expect((await sent).postDataJSON()).toEqual({ name: 'Food', description: 'Who cooks when' })
  await expectToast(anns, 'Chat created successfully!')
  for (const page of [anns, bens]) await row(page, 'Food').getByText('2 members').waitFor()

  await row(anns, 'Food').getByRole('button').click()
  await anns.getByRole('heading', { name: 'Food', exact: true }).waitFor()
  await anns.getByText('2 members · Who cooks when', { exact: true }).waitFor()
  await typeMessage(anns, 'Soup?')
  await row(bens, 'Food').getByText('Soup?').waitFor()
  await row(bens, 'Food').getByText('1 unread').waitFor()
  await bens.getByRole('tab', { name: 'Chat 1 unread message' }).waitFor()
  await expect.poll(() => bens.title()).toMatch(/^\(1\) /)
  await row(bens, 'Food').getByText('1 message').waitFor()
  await expectAccessible(bens, 'the chats of a trip')
  await row(bens, 'Food').getByRole('button').press('Enter')
  await message(bens, 'Soup?').waitFor()
  await typeMessage(bens, 'Soup!')
  await message(anns, 'Soup!').waitFor()
  expect(await axe(anns)).toEqual([])
  await toList(bens)
  await row(bens, 'Food').getByText('You: Soup!').waitFor()
  await row(bens, 'Food').getByText('2 messages').waitFor()
  await expect.poll(() => row(bens, 'Food').getByText('unread').count()).toBe(0)
  await bens.getByRole('tab', { name: 'Chat', exact: true }).waitFor()
  await expect.poll(() => bens.title()).not.toMatch(/^\(/)

  const chat = expectSuccess(await ben.api.get(`/trips/${trip}/chats`)).chats[0].id
  const saidOfIt = () => said.filter((frame) => frame.includes(chat)).map(eventIn)
  const payload = { tripId: trip, chatId: chat }
  const events = ['join_trip_chat', 'trip_typing_start', 'trip_typing_stop', 'leave_trip_chat']
  await expect.poll(saidOfIt).toEqual(events.map((event) => [event, payload]))
})

/** A frame of Socket.IO is a number and an array of JSON. */
const eventIn = (frame: string): unknown => JSON.parse(frame.replace(/^\d+/, ''))

test('The organizer renames and deletes a trip chat while another person has it open, who can rename only a chat of their own', async () => {
  const { cal, dan } = await registerPeople(server, 'cal', 'dan')
  const trip = await planTrip(cal, [dan])
  for (const [by, name] of [
    [cal, 'Tickets'],
    [dan, 'Food'],
  ] as const)
    await openTripChat(by.api, trip, name)
  const cals = await screenOf(cal, `/app/travel/${trip}#chat`)
  const dans = await screenOf(dan, `/app/travel/${trip}#chat`, [/ 40[34] /])
  const rename = async (page: Page, name: string) => {
    await page.getByRole('button', { name: 'Chat actions' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Edit chat' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Chat' })
    await dialog.getByLabel('Chat Name').fill(name)
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByRole('heading', { name }).waitFor()
    await dialog.waitFor({ state: 'detached' })
  }
  await row(dans, 'Food').getByRole('button').click()
  await rename(dans, 'Food and drink')
  await dans.getByRole('button', { name: 'Back to chats' }).click()
  await row(dans, 'Tickets').getByRole('button').click()
  await dans.getByRole('heading', { name: 'Tickets' }).waitFor()
  await typeMessage(dans, 'Two for the boat')
  await expect
    .poll(() => dans.getByRole('button', { name: 'Chat actions' }).count(), { message: 'not for members' })
    .toBe(0)

  await row(cals, 'Tickets').getByRole('button').click()
  await message(cals, 'Two for the boat').waitFor()
  await rename(cals, 'Boat tickets')
  await dans.getByRole('heading', { name: 'Boat tickets' }).waitFor()

  await cals.getByRole('button', { name: 'Chat actions' }).press('Enter')
  await cals.getByRole('menuitem', { name: 'Delete chat' }).click()
  const question = cals.getByRole('alertdialog', { name: 'Delete Chat?' })
  await question.getByText('Boat tickets').waitFor()
  await question.getByText(/its one message/).waitFor()
  await question.getByRole('button', { name: 'Delete Chat' }).click()
  await expectToast(cals, 'Chat deleted successfully')
  await dans.getByText('Conversation not found.').waitFor()
  await expect.poll(() => composer(dans).count()).toBe(0)
  await dans.getByRole('button', { name: 'Back to chats' }).click()
  for (const page of [cals, dans]) {
    await row(page, 'Food and drink').waitFor()
    await expect.poll(() => rows(page).count()).toBe(1)
  }
})

test('A trip chat is created, and deleted, without fetching the trip, its invitations or the list of chats a second time', async () => {
  coversSpec('§2 Chat: A Create New Chat dialog')

  const { uma, vik } = await registerPeople(server, 'uma', 'vik')
  const trip = await planTrip(uma, [vik])
  const page = await screenOf(uma, `/app/travel/${trip}#chat`)
  await page.getByText('No chats yet').waitFor()
  const fetched: string[] = []
  page.on('request', (request) => request.method() === 'GET' && fetched.push(new URL(request.url()).pathname))
  const count = (path: string) => fetched.filter((one) => one === `/api${path}`).length
  /** Longer than a command waits for the change feed. */
  const settle = () => page.waitForTimeout(3000)
  await settle()
  fetched.length = 0
  await page.getByRole('button', { name: 'Create New Chat' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Chat' })
  await dialog.getByLabel('Chat Name').fill('Food')
  await dialog.getByRole('button', { name: 'Create Chat' }).click()
  await row(page, 'Food').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await settle()
  expect(count(`/trips/${trip}/replica`), 'after the creation').toBe(0)
  expect(count(`/trips/${trip}/chats`)).toBe(1)
  expect(count('/trip-invitations')).toBe(0)

  await row(page, 'Food').getByRole('button').click()
  await page.getByRole('button', { name: 'Chat actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete chat' }).click()
  await page.getByRole('button', { name: 'Delete Chat' }).click()
  await expectToast(page, 'Chat deleted successfully')
  await settle()
  expect(count(`/trips/${trip}/replica`), 'after the deletion').toBe(0)
})

test('An expense of another person fetches no invitations', async () => {
  const { wes, xia } = await registerPeople(server, 'wes', 'xia')
  const trip = await planTrip(wes, [xia])
  const page = await person({ url: server.url, viewport: viewports.desktop })
  await openAs(page, wes, `/app/travel/${trip}#expenses`)
  await page.waitForTimeout(3000)
  const fetched: string[] = []
  page.on('request', (request) => request.method() === 'GET' && fetched.push(new URL(request.url()).pathname))
  expectSuccess(
    await xia.api.post(`/trips/${trip}/expenses`, {
      description: 'Bus',
      amount: 40,
      category: 'transportation',
      paidBy: { type: 'user', id: xia.id },
      sharedBy: [{ type: 'user', id: xia.id }],
    }),
  )
  await page.getByText('Bus').first().waitFor()
  await page.waitForTimeout(1000)
  expect(fetched.filter((path) => path === '/api/trip-invitations')).toEqual([])
})

test('Back and Escape close the open chat of a trip and not the trip, and a reload leaves it open', async () => {
  const { kim } = await registerPeople(server, 'kim')
  const trip = await planTrip(kim, [])
  await openTripChat(kim.api, trip, 'Plans')
  await openTripChat(kim.api, trip, 'Tickets')
  for (const [viewport, hasTouch] of [
    [viewports.phone, true],
    [viewports.desktop, false],
  ] as const) {
    const page = await person({ url: server.url, viewport, ...(hasTouch && { hasTouch }) })
    await openAs(page, kim, `/app/travel/${trip}#chat`)
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    const heading = page.getByRole('heading', { name: 'Tickets' })
    const leave = () => (hasTouch ? page.goBack() : composer(page).press('Escape'))
    await row(page, 'Tickets').getByRole('button').click()
    await heading.waitFor()
    if (hasTouch) await expect.poll(focused).toBe('Tickets')
    await page.reload()
    await heading.waitFor()
    await leave()
    await row(page, 'Plans').waitFor()
    await expect.poll(focused).toBe('Tickets')
    await page.keyboard.press('Enter')
    await heading.waitFor()
    await page.getByRole('button', { name: 'Back to chats' }).click()
    await expect.poll(focused).toBe('Tickets')
    await expect.poll(() => new URL(page.url()).hash).toBe('#chat')
  }
})

test('The only chat of a trip opens from its tab, with one head of 56 px on a phone, and Back leads to the overview', async () => {
  const { lea, max } = await registerPeople(server, 'lea', 'max')
  const trip = await planTrip(lea, [max])
  await openTripChat(lea.api, trip, 'Plans')
  for (const [viewport, hasTouch] of [
    [viewports.phone, true],
    [{ width: 844, height: 390 }, true],
    [viewports.desktop, false],
  ] as const) {
    const page = await person({ url: server.url, viewport, hasTouch })
    await openAs(page, max, `/app/travel/${trip}`)
    const tab = (name: string) => page.getByRole('tab', { name, selected: true })
    const heading = page.getByRole('heading', { name: 'Plans' })
    const open = async () => {
      await page.getByRole('tab', { name: 'Chat' }).click()
      await heading.waitFor()
    }
    await open()
    await page.getByText('2 members', { exact: true }).waitFor()
    if (hasTouch) {
      const top = await messageLog(page).evaluate((it) => it.getBoundingClientRect().top)
      // With the line below it.
      expect(top, 'one head').toBe(57)
      await expect.poll(() => page.getByRole('tablist').count()).toBe(0)
      await page.goBack()
    } else {
      await tab('Chat').waitFor()
      await composer(page).press('Escape')
    }
    await tab('Overview').waitFor()
    await open()
    await page.getByRole('button', { name: 'Back to the trip' }).click()
    await tab('Overview').waitFor()
    expect(new URL(page.url()).hash).toBe('')
    await open()
    await toList(page)
    await page.getByRole('button', { name: 'Create New Chat' }).waitFor()
    await row(page, 'Plans').getByRole('button').click()
    await heading.waitFor()
  }
})

test('The arrow keys lead across the Chat tab of a trip with one chat, which stays in its list', async () => {
  const { cleo } = await registerPeople(server, 'cleo')
  const trip = await planTrip(cleo, [])
  await openTripChat(cleo.api, trip, 'Plans')
  for (const viewport of [viewports.phone, viewports.desktop]) {
    const page = await person({ url: server.url, viewport })
    await openAs(page, cleo, `/app/travel/${trip}#itinerary`)
    const tab = (name: string) => page.getByRole('tab', { name, selected: true })
    await tab('Itinerary').press('ArrowRight')
    await row(page, 'Plans').waitFor()
    await tab('Chat').press('ArrowRight')
    await tab('Expenses').waitFor()
    expect(new URL(page.url()).hash).toBe('#expenses')
  }
})

/** From the only chat of a trip. */
async function toList(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Chat actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'All chats' }).click()
}

test('The face of a trip’s chat leads to the trip', async () => {
  const { ned } = await registerPeople(server, 'ned')
  const trip = await planTrip(ned, [])
  const page = await screenOf(ned, `/app/chat/${await openTripChat(ned.api, trip, 'Plans')}`)
  await page.getByRole('link', { name: /^Open the trip ./ }).click()
  await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/app/travel/${trip}`)
})

test('Without a network the banner about the connection does not cover the message field of a chat', async () => {
  const { ivy } = await registerPeople(server, 'ivy')
  const trip = await planTrip(ivy, [])
  await openTripChat(ivy.api, trip, 'Packing')
  const page = await person({ url: server.url, viewport: { width: 390, height: 844 }, expects: [/./] })
  await openAs(page, ivy, `/app/travel/${trip}#chat`)
  await composer(page).waitFor()
  await waitForChunk(page, 'BottomBar')
  await page.context().setOffline(true)
  const bar = page.getByText('You are offline.')
  await bar.waitFor()
  const edge = async () => (await bar.boundingBox())!.y
  const foot = async () => {
    const { y, height } = (await composer(page).boundingBox())!
    return y + height
  }
  await expect.poll(async () => (await edge()) - (await foot())).toBeGreaterThanOrEqual(0)
})

test('The deletion of a chat that was refused after the role was lost is reported, with Discard', async () => {
  const { rae, rob } = await registerPeople(server, 'rae', 'rob')
  const trip = await planTrip(rae, [rob])
  const setRole = async (role: string) =>
    expectSuccess(await rae.api.put(`/trips/${trip}/participants/${rob.id}`, { role }))
  await setRole('co_organizer')
  await openTripChat(rae.api, trip, 'Plans')
  const page = await screenOf(rob, `/app/travel/${trip}#chat`, [/ERR_INTERNET_DISCONNECTED/, /403/])
  await page.getByRole('button', { name: 'Chat actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete chat' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Chat?' })
  await question.waitFor()
  await goOffline(page)
  await question.getByRole('button', { name: 'Delete Chat' }).click()
  await expectToast(page, 'No connection. This will be sent as soon as you are online')
  await setRole('member')
  await page.context().setOffline(false)
  const report = await openRefused(page)
  await report.getByText('Failed to delete trip chat').waitFor()
  await report.getByRole('button', { name: 'Discard' }).click()
  await report.waitFor({ state: 'detached' })
})

test('A new chat is a change on the card of its trip until the person has seen the trip’s chats', async () => {
  const { una, uli } = await registerPeople(server, 'una', 'uli')
  const trip = await planTrip(una, [uli])
  const page = await screenOf(uli, '/app/travel')
  const isCreated = Promise.withResolvers<void>()
  await page.route(`**/trips/${trip}/chats`, async (route) => {
    await isCreated.promise
    await route.continue()
  })
  const loaded = page.waitForResponse((response) => response.url().endsWith(`/trips/${trip}/chats`))
  await page.goto(`/app/travel/${trip}#participants`)
  // From the trip's replica, whose position the visit has.
  await page.getByText('Registered Users').waitFor()
  const card = page.getByRole('region', { name: 'Trips', exact: true }).getByRole('article')
  const news = card.getByText(/^1 change since/)
  await openTripChat(una.api, trip, 'Plans')
  // The chats of an open trip are loaded in advance, which does not show them.
  isCreated.resolve()
  await loaded
  await page.goto('/app/travel')
  await news.waitFor({ state: 'attached' })
  await card.getByRole('link').first().click()
  await page.getByRole('tab', { name: 'Chat' }).click()
  await page.getByRole('heading', { name: 'Plans' }).waitFor()
  await page.getByRole('button', { name: 'Back to the trip' }).click()
  await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor()
  await page.goBack()
  await card.getByRole('link').first().waitFor()
  await expect.poll(() => news.count()).toBe(0)
})

test('A person removed while typing receives nothing more, and is back when invited again', async () => {
  coversSpec('§2 Conversation view: A multiline input reading', '§8 Toasts: ACCESS_DENIED')

  const { eve, fay } = await registerPeople(server, 'eve', 'fay')
  const trip = await planTrip(eve, [fay])
  const chat = await openTripChat(eve.api, trip, 'Plans')
  const heard: string[] = []
  const page = await person({ url: server.url, expects: [/ 403 /] })
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => heard.push(payload.toString())),
  )
  await openAs(page, fay, `/app/chat/${chat}`)
  await page.getByPlaceholder('Type a message...', { exact: true }).waitFor()
  await say(eve.api, chat, 'Before')
  await message(page, 'Before').waitFor()
  await composer(page).pressSequentially('I think we sho')

  await remove(eve, trip, fay)
  await composer(page).waitFor({ state: 'detached' })
  await page.getByText('Access denied to conversation').first().waitFor()
  await say(eve.api, chat, 'Not for her ears')
  // An event about it would have arrived before this.
  await expect.poll(async () => (await fay.api.get('/conversations')).body.conversations).toEqual([])
  const elsewhere = await planTrip(eve, [fay], 'Elsewhere')
  await expect.poll(() => heard.some((frame) => frame.includes(elsewhere))).toBe(true)
  expect(heard.filter((frame) => frame.includes('Not for her ears'))).toEqual([])
  expect(
    heard.filter((frame) => frame.includes('Before')),
    'it would be found',
  ).not.toEqual([])
  await expect.poll(() => page.getByText('Not for her ears').count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'Back to chats' }).click()
  await page.getByText('No conversations yet').waitFor()

  await invite(eve, trip, fay)
  await page.getByRole('link', { name: 'Plans' }).waitFor()
  await page.getByRole('link', { name: 'Plans' }).press('Enter')
  await message(page, 'Not for her ears').waitFor()
  await expect
    .poll(() => composer(page).inputValue(), { message: 'what was being typed' })
    .toBe('I think we sho')
  await typeMessage(page, 'Back again')
  await expect
    .poll(async () => (await eve.api.get(`/conversations/${chat}`)).body.conversation.last_seq)
    .toBe(3)
})
