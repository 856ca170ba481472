// The chats in a wide window: the list stays beside the open conversation, which can be written to at once.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { axe, browserForFile } from '#tests/support/browser.ts'
import { client, logInAndOpen, tripNamed } from '#tests/support/demoUsers.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Server, startServer } from '#tests/support/server.ts'

const iPad =
  'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1'

let server: Server
let chatWithBob: string
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer()
  const { body } = await (await client(server, 'alice')).get('/conversations?limit=100')
  chatWithBob = body.conversations.find(({ name }: { name: string }) => name === 'bob').id
})

async function visit(path: string, width: number): Promise<Page> {
  const page = await person({ url: server.url, viewport: { width, height: 800 } })
  await logInAndOpen(page, server, 'alice', path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return page
}

const boxOf = async (it: Locator) => (await it.boundingBox())!
const list = (page: Page) => page.getByRole('region', { name: 'Chats' })
const row = (page: Page, name: string) => list(page).getByRole('link', { name, exact: true })
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const isFocused = (it: Locator) => it.evaluate((element) => element === document.activeElement)
const pathOf = (page: Page) => new URL(page.url()).pathname

test('In a wide window the list of 360 px stays beside the open conversation, whose row alone is marked', async () => {
  coversSpec('§2 Route table: /app/chat', '§2 Route table: /app/chat/{chatId}')

  const page = await visit('/app/chat', 1024)
  const expectBesideRail = async (rail: number) => {
    await expect.poll(() => boxOf(list(page))).toEqual({ x: rail, y: 0, width: 360, height: 800 })
  }
  await page.getByRole('main').getByText('Choose a conversation').waitFor()
  await expectBesideRail(72)
  await row(page, 'bob').click()
  await title(page, 'bob').waitFor()
  expect(pathOf(page)).toBe(`/app/chat/${chatWithBob}`)
  await expectBesideRail(72)
  expect((await boxOf(page.getByRole('main'))).x).toBe(72 + 360)
  expect(await page.getByRole('link', { name: 'Back to chats' }).count()).toBe(0)
  expect(await axe(page)).toEqual([])

  const marked = list(page).locator('[aria-current=page]')
  await expect.poll(() => marked.allTextContents()).toEqual(['bob'])
  await row(page, 'Sunday runners').click()
  await title(page, 'Sunday runners').waitFor()
  await expect.poll(() => marked.allTextContents()).toEqual(['Sunday runners'])
  const groundOf = (name: string) =>
    list(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name, exact: true }) })
      .evaluate((element) => getComputedStyle(element).backgroundColor)
  const isDistinct = async () => (await groundOf('Sunday runners')) !== (await groundOf('bob'))
  await expect.poll(isDistinct).toBe(true)
  await page.goBack()
  await title(page, 'bob').waitFor()

  await page.setViewportSize({ width: 1440, height: 800 })
  await expectBesideRail(232)
  await expect.poll(async () => (await boxOf(page.getByRole('main'))).x).toBe(232 + 360)
})

test('In the widest window a conversation has its people beside it, and the chat of a trip also its trip, whose new name the list shows', async () => {
  const page = await visit('/app/chat', 1440)
  await row(page, 'Lisbon plans').click()
  const aside = page.getByRole('complementary', { name: 'People and trip' })
  await aside.getByRole('heading', { name: 'Lisbon and the Algarve' }).waitFor()
  await aside.getByText('You owe').waitFor()
  await expect
    .poll(() => aside.getByRole('listitem').filter({ hasText: 'you' }).allTextContents())
    .toContain('Aaliceyou')
  await expect.poll(async () => (await boxOf(aside)).width).toBe(300)
  expect(await axe(page)).toEqual([])
  await aside.getByRole('link', { name: 'Open trip' }).click()
  await page.getByRole('dialog', { name: /Lisbon and the Algarve/ }).waitFor()
  await page.goBack()

  await list(page).getByText('Lisbon and the Algarve', { exact: true }).waitFor()
  const alice = await client(server, 'alice')
  const trip = await tripNamed(alice, 'Lisbon and the Algarve')
  expectSuccess(await alice.put(`/trips/${trip}`, { title: 'Down the river' }))
  await list(page).getByText('Down the river', { exact: true }).waitFor()

  await row(page, 'bob').click()
  const people = page.getByRole('complementary', { name: 'People', exact: true })
  await people.getByRole('heading', { name: '2 participants' }).waitFor()
  expect(await people.getByRole('link', { name: 'Open trip' }).count()).toBe(0)
  await page.setViewportSize({ width: 1439, height: 800 })
  await people.waitFor({ state: 'detached' })
})

test('A conversation that was opened can be written to at once, its draft waits, and what is sent has lines of at most 65 letters', async () => {
  const page = await visit('/app/chat', 1920)
  await row(page, 'bob').click()
  await expect.poll(() => isFocused(composer(page))).toBe(true)
  await page.keyboard.type('On my way')
  await row(page, 'Sunday runners').click()
  await title(page, 'Sunday runners').waitFor()
  await expect.poll(() => isFocused(composer(page))).toBe(true)
  await expect.poll(() => composer(page).inputValue()).toBe('')
  await list(page).getByText('Draft: On my way').waitFor()
  await row(page, 'bob').click()
  await expect.poll(() => composer(page).inputValue()).toBe('On my way')
  await composer(page).press('Enter')
  await list(page).getByText('You: On my way').waitFor()
  await row(page, 'Sunday runners').click()
  await title(page, 'Sunday runners').waitFor()
  await expect.poll(() => list(page).getByText('Draft:').count()).toBe(0)

  await composer(page).fill('A sentence of usual words, as people write them to each other. '.repeat(6))
  await page.keyboard.press('Enter')
  const sent = page.getByRole('log').getByText('A sentence of usual words').last()
  await sent.waitFor()
  const longest = await sent.evaluate((element) => {
    const text = element.firstChild!
    const lengths = new Map<number, number>()
    for (let at = 0; at < text.textContent!.length; at++) {
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      const { top } = range.getBoundingClientRect()
      lengths.set(top, (lengths.get(top) ?? 0) + 1)
    }
    return Math.max(...lengths.values())
  })
  expect(longest).toBeGreaterThan(40)
  expect(longest).toBeLessThanOrEqual(65)
})

test('A tablet with a wide window keeps its keyboard closed when a conversation opens', async () => {
  const page = await person({
    url: server.url,
    viewport: { width: 1180, height: 820 },
    hasTouch: true,
    userAgent: iPad,
  })
  await logInAndOpen(page, server, 'alice', '/app/chat')
  await row(page, 'bob').click()
  // The list shows it, too.
  await page.getByRole('log').getByText('I put it in the pool.').waitFor()
  expect(await isFocused(composer(page))).toBe(false)
})

test('Escape closes a menu and ends an edit first, and then returns to the list, to the row of the conversation', async () => {
  const page = await visit(`/app/chat/${chatWithBob}`, 1024)
  const actions = page.getByRole('button', { name: 'Actions for the message of you' }).last()
  await actions.click()
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByText('Edit message').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Edit message').waitFor({ state: 'detached' })
  expect(pathOf(page)).toBe(`/app/chat/${chatWithBob}`)
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByText('Choose a conversation').waitFor()
  expect(pathOf(page)).toBe('/app/chat')
  await expect.poll(() => isFocused(row(page, 'bob'))).toBe(true)
})

test('A form that is being filled stays open when a tablet is turned, and its group opens beside the list, ready to be written to', async () => {
  const page = await visit('/app/chat', 820)
  await page.getByRole('button', { name: 'New group chat' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Group Chat' })
  await dialog.getByLabel('Group Name').fill('Early birds')
  await page.setViewportSize({ width: 1180, height: 820 })
  await page.getByRole('region', { name: 'Chats', includeHidden: true }).waitFor()
  expect(await dialog.getByLabel('Group Name').inputValue()).toBe('Early birds')
  await dialog.getByRole('checkbox', { name: 'carol' }).check()
  await dialog.getByRole('button', { name: 'Create Group' }).click()
  await title(page, 'Early birds').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await row(page, 'Early birds').waitFor()
  await expect.poll(() => isFocused(composer(page))).toBe(true)
})

test('In a window below 1024 px the list and a conversation are screens of their own', async () => {
  const page = await visit('/app/chat', 390)
  const rows = page.getByRole('main').getByRole('list', { name: 'Conversations' })
  for (const width of [390, 1023]) {
    await page.setViewportSize({ width, height: 800 })
    await rows.getByRole('link', { name: 'bob', exact: true }).click()
    await title(page, 'bob').waitFor()
    expect(await rows.count()).toBe(0)
    expect(await list(page).count()).toBe(0)
    expect(await isFocused(composer(page))).toBe(false)
    await page.keyboard.press('Escape')
    expect(pathOf(page)).toBe(`/app/chat/${chatWithBob}`)
    await page.getByRole('link', { name: 'Back to chats' }).click()
    await rows.waitFor()
  }
})
