// The search over everything, in a wide window with a keyboard.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { say } from '#tests/chat/requests.ts'
import { axe, browserForFile } from '#tests/support/browser.ts'
import { client, logInAndOpen, tripNamed } from '#tests/support/demoUsers.ts'
import { type Server, startServer } from '#tests/support/server.ts'

let server: Server
let lisbon: string
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer()
  const [alice, bob] = [await client(server, 'alice'), await client(server, 'bob')]
  lisbon = await tripNamed(alice, 'Lisbon and the Algarve')
  const { body } = await alice.get(`/trips/${lisbon}/chats`)
  await say(bob, body.chats[0].id, 'Graça, 我哋去中環食飯')
})

async function visit(path: string, expects: RegExp[] = []): Promise<Page> {
  const page = await person({ url: server.url, viewport: { width: 1440, height: 900 }, expects })
  await logInAndOpen(page, server, 'alice', path)
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  return page
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const field = (page: Page) => page.getByRole('combobox', { name: 'Search everything' })
const group = (page: Page, name: string) =>
  dialog(page, 'Search everything').getByRole('group', { name }).getByRole('option')
const isFocused = (page: Page) => field(page).evaluate((input) => input === document.activeElement)

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect.poll(() => isFocused(page)).toBe(true)
  await page.keyboard.type(text)
}

test('Ctrl K finds an expense of any trip on the device, and leads to its details; the focus returns', async () => {
  const page = await visit(`/app/travel/${lisbon}`)
  const trip = dialog(page, 'Trip Details')
  await trip.getByRole('tab', { name: 'Expenses' }).click()
  const row = trip.getByRole('button', { name: /Train to Lagos/ }).first()
  await row.waitFor()
  await page.getByRole('link', { name: 'Chats' }).first().click()
  await page.getByRole('heading', { name: 'Chats' }).waitFor()

  await search(page, 'TRAIN lag')
  await expect.poll(() => group(page, 'Expenses').count()).toBe(1)
  expect(await group(page, 'Expenses').innerText()).toContain('Lisbon and the Algarve')
  expect(await group(page, 'Expenses').locator('b').allInnerTexts()).toEqual(['Train', 'Lag'])
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Enter')
  await dialog(page, 'Expense Details').getByText('Train to Lagos').first().waitFor()
  expect(new URL(page.url()).pathname).toBe(`/app/travel/${lisbon}`)
  await expect
    .poll(() => dialog(page, 'Expense Details').evaluate((pane) => pane.contains(document.activeElement)))
    .toBe(true)
})

test('Trips, people, activities and messages in any script are found with the arrow keys, and opened', async () => {
  const page = await visit('/app')
  await search(page, 'lisbon')
  await expect.poll(() => group(page, 'Trips').count()).toBe(1)
  await group(page, 'Chats').filter({ hasText: 'Lisbon plans' }).waitFor()
  const selected = dialog(page, 'Search everything').locator('[aria-selected=true]')
  expect(await selected.innerText()).toContain('Lisbon and the Algarve')
  await page.keyboard.press('ArrowDown')
  expect(await selected.innerText()).toContain('Lisbon plans')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await dialog(page, 'Trip Details').getByRole('heading', { name: 'Lisbon and the Algarve' }).waitFor()

  await search(page, 'sea caves')
  await page.keyboard.press('Enter')
  await dialog(page, 'Trip Details').getByRole('tab', { name: 'Itinerary', selected: true }).waitFor()
  await dialog(page, 'Trip Details').getByText('Boat to the sea caves').first().waitFor()

  await search(page, 'graca')
  await expect.poll(() => group(page, 'Messages').count()).toBe(1)
  await field(page).fill('中環')
  await expect.poll(() => group(page, 'Messages').locator('b').allInnerTexts()).toEqual(['中環'])
  await page.keyboard.press('Enter')
  await page.getByRole('log').locator('mark', { hasText: '中環' }).waitFor()

  await search(page, 'bob')
  await group(page, 'People').first().click()
  await page.getByRole('main').getByRole('textbox', { name: 'Message', exact: true }).waitFor()
  await page.getByRole('heading', { name: 'bob' }).first().waitFor()
})

test('Trips that were not opened on this device are searched once they are asked for', async () => {
  const page = await visit('/app/contacts')
  await search(page, 'train to lagos')
  const more = dialog(page, 'Search everything').getByRole('button', { name: /^Search .*, too$/ })
  await more.click()
  await expect.poll(() => group(page, 'Expenses').count()).toBe(1)
  await more.waitFor({ state: 'detached' })
})

test('Without a network it finds what the device holds and says so', async () => {
  const page = await visit(`/app/travel/${lisbon}`, [/ERR_INTERNET_DISCONNECTED/, /WebSocket/])
  await dialog(page, 'Trip Details').getByRole('tab', { name: 'Expenses' }).click()
  await dialog(page, 'Trip Details')
    .getByRole('button', { name: /Train to Lagos/ })
    .first()
    .waitFor()
  await page.context().setOffline(true)
  await search(page, 'lagos')
  await expect.poll(() => group(page, 'Expenses').first().innerText()).toContain('Train to Lagos')
  await dialog(page, 'Search everything').getByText('Only this device is searched.').waitFor()
  await page.context().setOffline(false)
})

test('What is typed stays: the keys open nothing above a form, and Escape leads back to the composer', async () => {
  const page = await visit('/app/travel')
  await page.getByRole('button', { name: 'Plan a New Trip' }).click()
  const form = dialog(page, 'Plan a New Trip')
  await form.locator(':focus').waitFor()
  await page.keyboard.type('Ma')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('cau')
  expect(await form.locator(':focus').inputValue()).toBe('Macau')
  expect(await field(page).count()).toBe(0)
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Chats' }).first().click()
  await page.getByRole('region', { name: 'Chats' }).getByRole('link', { name: 'bob', exact: true }).click()
  const composer = page.getByRole('textbox', { name: 'Message', exact: true })
  await expect.poll(() => composer.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('half a ')
  await search(page, 'nothing like this')
  await page.getByRole('status').filter({ hasText: 'Nothing has “nothing like this”' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => composer.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('sentence')
  expect(await composer.inputValue()).toBe('half a sentence')
})
