// The search above the list of conversations, which also finds those that the list does not reach down to.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { say, startGroup } from '#tests/chat/requests.ts'
import { axe, browserForFile } from '#tests/support/browser.ts'
import {
  type RegisteredPerson,
  composer,
  emptyServer,
  openAs,
  registerPeople,
} from '#tests/support/chatPeople.ts'
import { type Server, startServer } from '#tests/support/server.ts'

let server: Server
let ann: RegisteredPerson
let zoe: RegisteredPerson
let oldest: string
const { person } = browserForFile()
const wide = { width: 1440, height: 900 }

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
  ;({ ann, zoe } = await registerPeople(server, 'ann', 'zoe'))
  oldest = await startGroup(ann.api, [zoe.id], 'Été in Lisbon')
  for (let n = 1; n <= 21; n++) await startGroup(ann.api, [zoe.id], `Club ${n}`)
})

const field = (page: Page) => page.getByLabel('Search chats and messages')
const rows = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
const names = (page: Page) => rows(page).getByRole('link').allInnerTexts()
const nothingFor = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: `Nothing has “${text}”` })
const pathOf = (page: Page) => new URL(page.url()).pathname

test('In a wide window, / searches all conversations, a message updates what was found, and Escape shows the list again', async () => {
  const page = await person({ url: server.url, viewport: wide })
  await openAs(page, ann, '/app/chat')
  await page.getByRole('button', { name: '? Keys' }).waitFor()
  await expect.poll(() => rows(page).count()).toBe(20)
  await page.keyboard.press('/')
  await page.keyboard.type('ete')
  await expect.poll(() => names(page)).toEqual(['Été in Lisbon'])
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
  expect(await axe(page)).toEqual([])

  await say(zoe.api, oldest, 'Shall we book?')
  await rows(page).filter({ hasText: 'Shall we book?' }).getByText('1 unread').waitFor()
  await rows(page).getByRole('link').click()
  await expect.poll(() => composer(page).evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await field(page).inputValue()).toBe('ete')
  expect(await names(page)).toEqual(['Été in Lisbon'])

  await field(page).focus()
  await page.keyboard.press('Escape')
  await expect.poll(() => field(page).inputValue()).toBe('')
  await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(20)
  expect(pathOf(page)).toBe(`/app/chat/${oldest}`)
  await page.keyboard.press('Escape')
  await expect.poll(() => pathOf(page)).toBe('/app/chat')
})

test('On a phone, Back from a conversation returns to what was found, and what finds nothing says so', async () => {
  const page = await person({ url: server.url })
  await openAs(page, ann, '/app/chat')
  await field(page).fill('LISBON')
  await rows(page).getByRole('link', { name: 'Été in Lisbon' }).click()
  await composer(page).waitFor()
  await page.goBack()
  await expect.poll(() => names(page)).toEqual(['Été in Lisbon'])
  await field(page).fill('Oslo')
  await nothingFor(page, 'Oslo').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(20)
})

test('A search that fails or has no network says so and shows what the device has found, and after Retry or online the rest', async () => {
  const page = await person({ url: server.url, expects: [/500/, /ERR_INTERNET_DISCONNECTED/, /WebSocket/] })
  let isFailing = true
  await page.route(/\/api\/conversations\?search=/, (route) =>
    isFailing ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )
  await openAs(page, ann, '/app/chat')
  await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(20)
  await field(page).fill('club')
  const failure = page.getByText('Failed to search.')
  await failure.waitFor()
  expect(await rows(page).count()).toBeLessThan(21)
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Retry' }).click()
  // A failed read is repeated once by itself.
  isFailing = false
  await expect.poll(() => rows(page).count()).toBe(21)
  await failure.waitFor({ state: 'detached' })

  // So that nothing is left of what the server has found before.
  await field(page).fill('Oslo')
  await nothingFor(page, 'Oslo').waitFor()
  await page.context().setOffline(true)
  await field(page).fill('club 1')
  await page.getByText('Only this device was searched.').waitFor()
  await expect.poll(() => names(page)).toContain('Club 19')
  expect(await names(page)).not.toContain('Club 1')
  await page.context().setOffline(false)
  await expect.poll(() => names(page)).toContain('Club 1')
})
