// Keyboard shortcuts of a wide window.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { User } from '#core/people/contract.ts'
import { axe, browserForFile } from '#tests/support/browser.ts'
import { client, logInAndOpen, tripNamed } from '#tests/support/demoUsers.ts'
import { type Server, startServer } from '#tests/support/server.ts'

let server: Server
let trip: string
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer()
  trip = await tripNamed(await client(server, 'alice'), 'Lisbon and the Algarve')
})

/** Waits for the shortcuts, which are loaded last. */
async function visit(path: string): Promise<Page> {
  const page = await person({ url: server.url, viewport: { width: 1440, height: 900 } })
  await logInAndOpen(page, server, 'alice', path)
  await page.getByRole('button', { name: '? Keys' }).waitFor()
  return page
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const pathOf = (page: Page) => new URL(page.url()).pathname

test('g and a letter lead to every place of the navigation, / searches on Travel, and ? lists the shortcuts, which can be switched off for good', async () => {
  const page = await visit('/app')
  for (const [letter, path] of [
    ['c', '/app/chat'],
    ['o', '/app/contacts'],
    ['p', '/app/profile'],
    ['h', '/app'],
    ['t', '/app/travel'],
  ] as const) {
    await Promise.all([page.keyboard.press('g'), page.keyboard.press(letter)])
    await expect.poll(() => pathOf(page), { message: letter }).toBe(path)
  }

  await page.getByRole('button', { name: 'Search trips' }).waitFor()
  await page.keyboard.press('/')
  const search = page.getByLabel('Search trips', { exact: true }).and(page.locator('input'))
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('algarve')
  await expect.poll(() => search.inputValue()).toBe('algarve')
  await search.blur()

  await page.keyboard.press('?')
  const list = dialog(page, 'Keyboard shortcuts')
  await list.getByText('New expense, in an open trip').waitFor()
  expect(await axe(page)).toEqual([])
  await list.getByRole('switch', { name: 'Use keyboard shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: '? Keys' }).waitFor()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.getByRole('link', { name: 'Contacts' }).first().click()
  await expect.poll(() => pathOf(page)).toBe('/app/contacts')
  expect(await list.count()).toBe(0)
})

test('Keys that are pressed before the code of the shortcuts is there count once it is', async () => {
  const page = await person({ url: server.url, viewport: { width: 1440, height: 900 } })
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route('**/assets/KeyboardShortcuts-*', async (route) => {
    await held
    await route.continue()
  })
  await logInAndOpen(page, server, 'alice', '/app')
  await page.getByRole('heading', { name: 'Welcome, alice!' }).waitFor()
  for (const key of ['g', 'o']) await page.keyboard.press(key)
  letThrough()
  await expect.poll(() => pathOf(page)).toBe('/app/contacts')
})

test('In an open trip, n adds an expense, / searches in them, c opens its chat, and Escape closes what is above it first', async () => {
  const page = await visit(`/app/travel/${trip}`)
  await dialog(page, 'Trip Details').getByRole('heading', { name: 'Lisbon and the Algarve' }).waitFor()
  for (const [opener, title] of [
    ['? Keys', 'Keyboard shortcuts'],
    ['Plan a New Trip', 'Plan a New Trip'],
  ] as const) {
    await page.getByRole('button', { name: opener }).click()
    await dialog(page, title).locator(':focus').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page, title).waitFor({ state: 'detached' })
    expect(pathOf(page), `below ${title}`).toBe(`/app/travel/${trip}`)
    await dialog(page, 'Trip Details').getByRole('tab', { name: 'Expenses' }).waitFor()
  }
  await page.keyboard.press('n')
  await dialog(page, 'Add Expense').locator(':focus').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page, 'Add Expense').waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  const search = dialog(page, 'All Expenses').getByLabel('Search expenses')
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('nc')
  await expect.poll(() => search.inputValue()).toBe('nc')
  await dialog(page, 'All Expenses').getByRole('button', { name: 'Close' }).click()
  await dialog(page, 'All Expenses').waitFor({ state: 'detached' })
  await page.keyboard.press('c')
  const tab = dialog(page, 'Trip Details').getByRole('tab', { name: 'Chat', selected: true })
  await tab.waitFor()
  const composer = dialog(page, 'Trip Details').getByRole('textbox', { name: 'Message' })
  await composer.waitFor()
  const { hash } = new URL(page.url())
  await tab.focus()
  await page.keyboard.press('c')
  await expect.poll(() => composer.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await composer.inputValue()).toBe('')
  expect(new URL(page.url()).hash, 'the chat stays in the address').toBe(hash)
  expect(hash).toMatch(/^#chat\/./)
})

test('More than twelve contacts can be searched by name, with /', async () => {
  const page = await person({ url: server.url, viewport: { width: 1440, height: 900 } })
  await page.route(/\/api\/users$/, async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: User[] }
    const more = Array.from({ length: 12 }, (_, n) => ({
      ...data[0]!,
      id: `more-${n}`,
      username: `Zoë ${n}`,
    }))
    await route.fulfill({ response, json: { data: [...data, ...more] } })
  })
  await logInAndOpen(page, server, 'alice', '/app/contacts')
  await page.getByRole('button', { name: '? Keys' }).waitFor()
  const rows = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem')
  await rows.filter({ hasText: 'bob' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('ZOË 11')
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Zoë 11')])
  expect(await axe(page)).toEqual([])
  await page.keyboard.type('1')
  await page.getByRole('status').filter({ hasText: 'No contacts found' }).waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await rows.filter({ hasText: 'bob' }).waitFor()
})

test('In a conversation the keys are text, and arrow up edits the last message', async () => {
  const page = await visit('/app/chat')
  await page.getByRole('region', { name: 'Chats' }).getByRole('link', { name: 'bob', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Message', exact: true })
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('gt?')
  await page.keyboard.press('ArrowUp')
  expect(await field.inputValue()).toBe('gt?')
  await page.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('')
  // A message can be edited once it is sent.
  await page.getByRole('log').getByText('gt?').waitFor()
  const edited = async () => {
    await page.keyboard.press('ArrowUp')
    return field.inputValue()
  }
  await expect.poll(edited).toBe('gt?')
  await page.getByText('Edit message').waitFor()
  await page.keyboard.type('!')
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText('gt?!').waitFor()
})
