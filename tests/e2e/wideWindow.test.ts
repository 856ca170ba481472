// What a wide window does with its room: the navigation is a rail at the side, and a trip is a card, which fills a tablet.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { browserForFile } from '#tests/support/browser.ts'
import { client, logInAndOpen, tripNamed } from '#tests/support/demoUsers.ts'
import { type Server, startServer } from '#tests/support/server.ts'

let server: Server
let chatWithBob: string
let trip: string
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: { PASSWORD_COST: 'low' } })
  const alice = await client(server, 'alice')
  const { body } = await alice.get('/conversations?limit=100')
  chatWithBob = body.conversations.find(({ name }: { name: string }) => name === 'bob').id
  trip = await tripNamed(alice, 'Lisbon and the Algarve')
})

async function visit(path: string, width: number): Promise<Page> {
  const page = await person({ url: server.url, viewport: { width, height: 800 } })
  await logInAndOpen(page, server, 'alice', path)
  await page.getByRole('heading').first().waitFor()
  return page
}

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const boxOf = async (it: Locator) => (await it.boundingBox())!

/** The links of the navigation that cannot be pressed in their middle. */
const coveredPlaces = (page: Page): Promise<(string | null)[]> =>
  navigation(page)
    .getByRole('link')
    .evaluateAll((links) =>
      links
        .filter((link) => {
          const { left, right, top, bottom } = link.getBoundingClientRect()
          return !link.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
        })
        .map((link) => link.textContent),
    )

describe('the main navigation', () => {
  test.each([
    { width: 1024, rail: 72 },
    { width: 1439, rail: 72 },
    { width: 1440, rail: 232 },
  ])(
    'In a window of $width px it is a rail of $rail px at the left, as high as the window',
    async (setup) => {
      const page = await visit('/app/travel', setup.width)
      await page.getByRole('heading', { name: 'Lisbon and the Algarve' }).waitFor()
      expect(await boxOf(navigation(page))).toEqual({ x: 0, y: 0, width: setup.rail, height: 800 })
      expect((await boxOf(page.getByRole('main'))).x).toBeGreaterThanOrEqual(setup.rail)
      expect((await boxOf(page.getByRole('banner'))).x).toBe(setup.rail)
      for (const place of await navigation(page).getByRole('link').all())
        expect((await boxOf(place)).height).toBeGreaterThanOrEqual(44)
    },
  )

  test.each([390, 1023])('In a window of %i px it is a bar at the foot', async (width) => {
    coversSpec('§2 Route table: A bottom navigation')

    const page = await visit('/app/travel', width)
    expect(await boxOf(navigation(page))).toMatchObject({ x: 0, width, y: 800 - 65, height: 65 })
    expect((await boxOf(page.getByRole('main'))).x).toBe(0)
  })

  test('The Tab key reaches a rail before the screen, and the bar at the foot after it', async () => {
    const page = await visit('/app/travel', 1024)
    const isInMain = () => page.getByRole('main').locator(':focus').count()
    await navigation(page).getByRole('link', { name: 'Profile' }).focus()
    await page.keyboard.press('Tab')
    await expect.poll(isInMain).toBe(1)
    await page.setViewportSize({ width: 1023, height: 800 })
    const first = navigation(page).getByRole('link', { name: 'Chats' })
    await first.focus()
    await page.keyboard.press('Shift+Tab')
    await expect.poll(isInMain).toBe(1)
  })

  test('In a wide window it stays beside a conversation and a history, which hide the bar of a phone', async () => {
    for (const path of [`/app/chat/${chatWithBob}`, `/app/travel/${trip}/history`]) {
      const page = await visit(path, 390)
      expect(await navigation(page).count(), path).toBe(0)
      await page.setViewportSize({ width: 1024, height: 800 })
      await navigation(page).waitFor()
      expect(await coveredPlaces(page)).toEqual([])
    }
  })

  test('Nothing covers the rail on any screen, nor in a window that is too low for it', async () => {
    for (const path of ['/app', '/app/chat', '/app/contacts', '/app/travel', '/app/profile']) {
      const page = await visit(path, 1440)
      expect(await coveredPlaces(page), path).toEqual([])
    }
    const page = await visit('/app', 1024)
    await page.setViewportSize({ width: 1024, height: 250 })
    const last = navigation(page).getByRole('link', { name: 'Profile' })
    await last.click()
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  })

  test('A button at the foot of a screen stands on the page, not below the rail or the edge', async () => {
    const page = await visit('/app/travel', 1024)
    const add = page.getByRole('button', { name: 'Plan a New Trip' })
    for (const width of [1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const [button, main] = [await boxOf(add), await boxOf(page.getByRole('main'))]
      expect(button.x).toBeGreaterThan(main.x)
      expect(button.x + button.width).toBeLessThanOrEqual(main.x + main.width)
      expect(button.y + button.height).toBeLessThanOrEqual(800)
    }
  })
})

describe('an open trip', () => {
  const details = (page: Page) => page.getByRole('dialog', { name: 'Trip Details' })
  /** The dialog's own element is as large as the window. */
  const panelOf = (dialog: Locator) => boxOf(dialog.locator('[id^=headlessui-dialog-panel]'))

  test.each([390, 768, 1023])('In a window of %i px it fills the screen', async (width) => {
    const page = await visit('/app/travel', width)
    await page.goto(`/app/travel/${trip}`)
    await details(page).getByRole('tab', { name: 'Money' }).waitFor()
    await expect.poll(() => panelOf(details(page))).toEqual({ x: 0, y: 0, width, height: 800 })
  })

  test.each([1024, 1440])('In a window of %i px it is a card before its list', async (width) => {
    const page = await visit(`/app/travel/${trip}`, width)
    await details(page).getByRole('tab', { name: 'Money' }).waitFor()
    await expect.poll(async () => (await panelOf(details(page))).width).toBe(920)
  })

  test('On a tablet what is opened above it is still a card', async () => {
    const page = await visit('/app/travel', 820)
    await page.goto(`/app/travel/${trip}#expenses`)
    await details(page).getByRole('button', { name: 'Add Expense' }).first().click()
    const form = page.getByRole('dialog', { name: 'Add Expense' })
    await form.getByLabel('Description').waitFor()
    await expect.poll(async () => (await panelOf(form)).width).toBe(600)
  })
})
