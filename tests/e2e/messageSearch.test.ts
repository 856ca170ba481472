// The search of messages: from the field above the conversations to the message, within a conversation, and without a
// network.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openTripChat, read, say, startGroup } from '#tests/chat/requests.ts'
import { axe, browserForFile, viewports } from '#tests/support/browser.ts'
import {
  type RegisteredPerson,
  composer,
  emptyServer,
  openAs,
  planTrip,
  registerPeople,
} from '#tests/support/chatPeople.ts'
import { fillConversation } from '#tests/support/longConversation.ts'
import { type Server, startServer } from '#tests/support/server.ts'

let server: Server
let ann: RegisteredPerson
let zoe: RegisteredPerson
let walkers: string
const { person } = browserForFile()

beforeAll(async () => {
  const first = await startServer({ env: emptyServer })
  ;({ ann, zoe } = await registerPeople(first, 'ann', 'zoe'))
  walkers = await startGroup(ann.api, [zoe.id], 'Walkers')
  await first.stop()
  // More than are loaded at first.
  await fillConversation(first.dataDir, walkers, [ann, zoe], 2000)
  const env = { ...emptyServer, PORT: new URL(first.url).port }
  server = await startServer({ env, dataDir: first.dataDir })
  const last = await say(zoe.api, walkers, 'Graça, 我哋去中環食飯')
  await read(ann.api, walkers, last.id)
})

const field = (page: Page) => page.getByLabel('Search chats and messages')
const found = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
const within = (page: Page) => page.getByRole('search', { name: 'This conversation' }).getByRole('searchbox')
const message = (page: Page, text: string) =>
  page.getByRole('log').locator('[data-message]', { hasText: text })
const marks = (page: Page, text: string) => message(page, text).locator('mark').allInnerTexts()
const place = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

test('A message is found by its words, opens at its place however far up it is, and arrows lead to the others', async () => {
  const page = await person({ url: server.url })
  await openAs(page, ann, '/app/chat')
  await field(page).fill('77: COAST')
  await expect.poll(() => found(page).count()).toBe(3)
  await place(page, '0 conversations and 3 messages found').waitFor()
  const oldest = found(page).nth(2)
  expect(await oldest.innerText()).toContain('zoe: Message 77: on and on along the coast')
  expect(await oldest.locator('b').allInnerTexts()).toEqual(['77:', 'coast', 'coast', 'coast'])
  expect(await axe(page)).toEqual([])

  await oldest.getByRole('link').click()
  await place(page, '3 of 3 · zoe').waitFor()
  await expect.poll(() => marks(page, 'Message 77:')).toEqual(['77:', 'coast', 'coast', 'coast'])
  expect(await within(page).inputValue()).toBe('77: COAST')
  expect(await composer(page).isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Earlier hit' }).isDisabled()).toBe(true)
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Shift+F3')
  await place(page, '2 of 3 · zoe').waitFor()
  await page.getByRole('button', { name: 'Later hit' }).click()
  await place(page, '1 of 3 · you').waitFor()
  await expect.poll(() => marks(page, 'Message 1477:')).toContain('77:')
  await within(page).press('Enter')
  await place(page, '2 of 3 · zoe').waitFor()
  await within(page).fill('中環')
  await place(page, '1 of 1 · zoe').waitFor()
  await expect.poll(() => marks(page, '我哋去')).toEqual(['中環'])
  await page.getByRole('button', { name: 'End the search' }).click()
  await composer(page).waitFor()
  await page.goBack()
  await expect.poll(() => found(page).count()).toBe(3)
})

test('Hits beyond the first fifty are loaded as the list is scrolled, and as one steps to them', async () => {
  const page = await person({ url: server.url })
  await openAs(page, ann, '/app/chat')
  await field(page).fill('message 1')
  await expect.poll(() => found(page).count()).toBe(50)
  await found(page).last().scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 400)
  await expect.poll(() => found(page).count()).toBeGreaterThanOrEqual(100)
  const hundredth = found(page).nth(99)
  const [text] = /Message \d+/.exec(await hundredth.innerText())!
  await hundredth.getByRole('link').click()
  await place(page, /^100 of \d+\+ · /).waitFor()
  await message(page, text).locator('mark').first().waitFor()
  const [, counted] = /of (\d+)\+/.exec(await place(page, /^100 of/).innerText())!
  for (let at = 100; at < Number(counted); at += 1) await page.keyboard.press('F3')
  await place(page, `${counted} of ${counted}+`).waitFor()
  await page.keyboard.press('F3')
  await place(page, `${Number(counted) + 1} of ${Number(counted) + 50}+`).waitFor()
})

test('The chat of a trip is searched from its head, and Back and Escape end the search before the chat', async () => {
  const trip = await planTrip(ann, [zoe])
  const chat = await openTripChat(ann.api, trip, 'Plans')
  await say(zoe.api, chat, 'The ferry leaves at nine')
  for (const viewport of [viewports.phone, viewports.desktop]) {
    const page = await person({ url: server.url, viewport })
    await openAs(page, ann, `/app/travel/${trip}#chat/${chat}`)
    const opener = page.getByRole('button', { name: 'Search in this conversation' })
    const isPhone = viewport === viewports.phone
    for (const end of [() => page.keyboard.press('Escape'), ...(isPhone ? [() => page.goBack()] : [])]) {
      await opener.click()
      await within(page).fill('FERRY')
      await place(page, '1 of 1 · zoe').waitFor()
      await expect.poll(() => marks(page, 'The ferry')).toEqual(['ferry'])
      expect(await axe(page)).toEqual([])
      await end()
      await composer(page).waitFor()
      expect(await page.getByRole('heading', { name: 'Plans' }).isVisible()).toBe(true)
    }
  }
})

test('The head of a conversation opens its search, and Back ends it', async () => {
  const page = await person({ url: server.url })
  await openAs(page, ann, `/app/chat/${walkers}`)
  await page.getByRole('button', { name: 'Search in this conversation' }).click()
  await within(page).fill('graca')
  await place(page, '1 of 1 · zoe').waitFor()
  await within(page).fill('nowhere')
  await place(page, 'Nothing has “nowhere”').waitFor()
  await page.goBack()
  await composer(page).waitFor()
  expect(await page.getByRole('heading', { name: 'Walkers' }).isVisible()).toBe(true)
})

test('Without a network the messages on the device are found, a deleted one never, and online the others', async () => {
  const page = await person({ url: server.url, expects: [/ERR_INTERNET_DISCONNECTED/, /WebSocket/] })
  await openAs(page, ann, `/app/chat/${walkers}`)
  const passing = await say(zoe.api, walkers, 'a passing boat')
  await message(page, 'a passing').waitFor()
  await page.getByRole('link', { name: 'Back to chats' }).click()
  // Loads the code of the search, which a page without a worker has only then.
  await field(page).fill('a passing boat')
  await expect.poll(() => found(page).count()).toBe(1)
  await field(page).fill('')
  await page.context().setOffline(true)
  await field(page).fill('passing')
  await expect.poll(() => found(page).count()).toBe(1)
  await page.getByText('Only this device was searched.').first().waitFor()
  await field(page).fill('message 77:')
  await expect.poll(() => found(page).count()).toBe(0)
  await zoe.api.del(`/conversations/${walkers}/messages/${passing.id}`)
  await page.context().setOffline(false)
  await expect.poll(() => found(page).count()).toBe(3)
  await field(page).fill('passing')
  await place(page, 'Nothing has “passing”').waitFor()
})
