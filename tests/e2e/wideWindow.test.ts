// What a wide window does with its room: the navigation is a rail at the side, a trip stands beside its list, and what is
// opened from the trip is a sheet at its side.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { axe, browserForFile } from '#tests/support/browser.ts'
import { client, logInAndOpen, tripNamed } from '#tests/support/demoUsers.ts'
import { type Server, startServer } from '#tests/support/server.ts'

let server: Server
let chatWithBob: string
let trip: string
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer()
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

/** The px from the right edge of the one to the left edge of the other. */
async function gapBetween(one: Locator, other: Locator): Promise<number> {
  const { x, width } = await boxOf(one)
  return (await boxOf(other)).x - x - width
}

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

/** The links of the navigation that are lower than a touch target. */
const lowPlaces = (page: Page): Promise<(string | null)[]> =>
  navigation(page)
    .getByRole('link')
    .evaluateAll((links) =>
      links.filter((link) => link.getBoundingClientRect().height < 44).map((link) => link.textContent),
    )

describe('the main navigation', () => {
  test('The navigation is a bar at the foot below 1024 px, from there a rail of 72 px, and of 232 px from 1440 px', async () => {
    coversSpec('§2 Route table: A bottom navigation')

    const page = await visit('/app/travel', 390)
    await page.getByRole('heading', { name: 'Lisbon and the Algarve' }).waitFor()
    const main = page.getByRole('main')
    const layouts = [
      { width: 390, rail: 0 },
      { width: 1024, rail: 72 },
      { width: 1440, rail: 232 },
      { width: 1439, rail: 72 },
      { width: 1023, rail: 0 },
    ]
    for (const { width, rail } of layouts) {
      await page.setViewportSize({ width, height: 800 })
      const box = rail ? { x: 0, y: 0, width: rail, height: 800 } : { x: 0, y: 800 - 65, width, height: 65 }
      await expect.poll(() => boxOf(navigation(page)), { message: `${width} px` }).toEqual(box)
      if (!rail) await expect.poll(async () => (await boxOf(main)).x).toBe(0)
      else await expect.poll(async () => (await boxOf(main)).x).toBeGreaterThanOrEqual(rail)
      await expect.poll(async () => (await boxOf(page.getByRole('banner'))).x).toBe(rail)
      await expect.poll(() => lowPlaces(page), { message: `${width} px` }).toEqual([])
    }
  })

  test('The Tab key reaches a rail before the screen, and the bar at the foot after it', async () => {
    const page = await visit('/app/profile', 1024)
    const isInMain = () => page.getByRole('main').locator(':focus').count()
    await page.getByRole('button', { name: 'Change password' }).waitFor()
    // The last of the rail.
    await navigation(page).getByRole('button', { name: '? Keys' }).focus()
    await page.keyboard.press('Tab')
    await expect.poll(isInMain).toBe(1)
    await page.setViewportSize({ width: 1023, height: 800 })
    // The bar replaces the rail.
    await navigation(page).getByRole('button', { name: '? Keys' }).waitFor({ state: 'detached' })
    const first = navigation(page).getByRole('link', { name: 'Chats' })
    await first.focus()
    await page.keyboard.press('Shift+Tab')
    await expect.poll(isInMain).toBe(1)
  })

  test('In a wide window the navigation stays beside a conversation and a history, which hide the bar of a phone', async () => {
    const page = await visit(`/app/chat/${chatWithBob}`, 390)
    const staysBeside = async () => {
      expect(await navigation(page).count(), page.url()).toBe(0)
      await page.setViewportSize({ width: 1024, height: 800 })
      await navigation(page).waitFor()
      await expect.poll(() => coveredPlaces(page)).toEqual([])
    }
    await staysBeside()
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(`/app/travel/${trip}/history`)
    await page.getByRole('heading').first().waitFor()
    await staysBeside()
  })

  test('Nothing covers the rail on any screen, nor in a window that is too low for it', async () => {
    const page = await visit('/app', 1440)
    const place = (name: string) => navigation(page).getByRole('link', { name })
    const screens = {
      Chats: 'Chats',
      Contacts: 'Contacts',
      Travel: 'Travel',
      Profile: 'Profile',
      Home: 'Welcome, alice',
    }
    for (const [name, title] of Object.entries(screens)) {
      await place(name).click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await expect.poll(() => coveredPlaces(page), { message: name }).toEqual([])
    }
    await page.setViewportSize({ width: 1024, height: 250 })
    await place('Profile').click()
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  })

  test('The button for a new trip stands in the bar of the screen, where it covers no card', async () => {
    const page = await visit('/app/travel', 1024)
    const add = page.getByRole('banner').getByRole('button', { name: 'Plan a New Trip' })
    for (const width of [1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const isInBar = async () => {
        const [button, main] = [await boxOf(add), await boxOf(page.getByRole('main'))]
        return button.x > main.x && button.x + button.width <= main.x + main.width
      }
      await expect.poll(isInBar, { message: `${width} px` }).toBe(true)
    }
    expect(await page.getByRole('button', { name: 'Plan a New Trip' }).count()).toBe(1)
  })
})

describe('an open trip', () => {
  const details = (page: Page) => page.getByRole('dialog', { name: 'Trip Details' })
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
  const trips = (page: Page) => page.getByRole('region', { name: 'Trips', exact: true })
  const pathOf = (page: Page) => new URL(page.url()).pathname

  async function tripAt(width: number, tab = 'expenses'): Promise<Page> {
    const page = await visit(`/app/travel/${trip}#${tab}`, width)
    await details(page).getByRole('tab', { name: 'Money' }).waitFor()
    return page
  }

  test('Below 1024 px an open trip fills the screen', async () => {
    const page = await tripAt(390)
    for (const width of [390, 768, 1023]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => boxOf(details(page))).toEqual({ x: 0, y: 0, width, height: 800 })
      expect(await trips(page).count()).toBe(0)
    }
  })

  test('From 1024 px an open trip stands beside its list, which can be used', async () => {
    const page = await tripAt(1024)
    const standsAt = async (x: number, width: number) => {
      await expect.poll(() => boxOf(details(page))).toEqual({ x, y: 0, width, height: 800 })
      await expect.poll(async () => (await boxOf(page.getByRole('main'))).width).toBeLessThanOrEqual(360)
    }
    await standsAt(432, 592)
    const open = trips(page).locator('[aria-current=page]')
    await expect.poll(() => open.allTextContents()).toEqual(['Lisbon and the Algarve'])
    expect(await axe(page)).toEqual([])

    const other = 'Sai Kung weekend'
    await trips(page).getByRole('link', { name: other }).click()
    await details(page).getByRole('heading', { name: other }).waitFor()
    await expect.poll(() => open.allTextContents()).toEqual([other])
    await page.goBack()
    await details(page).getByRole('heading', { name: 'Lisbon and the Algarve' }).waitFor()
    await page.setViewportSize({ width: 1440, height: 800 })
    await standsAt(592, 848)
  })

  test('Escape closes an open trip, and the focus returns to its card', async () => {
    const page = await visit('/app/travel', 1440)
    const card = trips(page).getByRole('link', { name: 'Lisbon and the Algarve' })
    await card.click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
    await page.keyboard.press('Escape')
    await details(page).waitFor({ state: 'detached' })
    expect(pathOf(page)).toBe('/app/travel')
    await expect.poll(() => card.evaluate((link) => link === document.activeElement)).toBe(true)
  })

  test('From 1440 px the balance and the chart are a second column of the expenses, in whose place the settlement and an expense open', async () => {
    const page = await tripAt(1440)
    const settle = details(page).getByRole('button', { name: 'Settle up' })
    const first = details(page).getByRole('button', { name: 'Breakfast at the viewpoint' })
    const chart = details(page).getByRole('figure', { name: /Spending by Day/ })
    const settlement = dialog(page, 'Settlement')
    await chart.waitFor()
    await expect.poll(() => gapBetween(first, chart)).toBeGreaterThan(0)
    await expect.poll(() => gapBetween(first, settle)).toBeGreaterThan(0)
    await expect.poll(async () => (await boxOf(chart)).y).toBeLessThan(700)
    const { y } = await boxOf(first)
    await settle.click()
    await settlement.getByText('Settlement Needed').waitFor()
    await details(page).getByRole('tab', { name: 'Expenses', selected: true }).waitFor()
    await chart.waitFor({ state: 'hidden' })
    await first.click()
    await settlement.waitFor({ state: 'detached' })
    await dialog(page, 'Expense Details').locator(':focus').waitFor()
    await chart.waitFor({ state: 'hidden' })
    // The list stays where it was.
    await expect.poll(async () => (await boxOf(first)).y).toBe(y)
    await page.keyboard.press('Escape')
    await chart.waitFor()
    await settle.click()
    await settlement.waitFor()
    await page.keyboard.press('Escape')
    await settlement.waitFor({ state: 'detached' })
    await expect.poll(() => settle.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  test('From 1440 px the itinerary is a board of the week, for which the list folds, and a button of the trip’s head unfolds and folds the list', async () => {
    const page = await tripAt(1440, 'itinerary')
    const listIsFolded = async () => {
      await expect.poll(() => boxOf(details(page))).toMatchObject({ x: 232, width: 1208 })
      expect(await trips(page).count()).toBe(0)
    }
    await listIsFolded()
    await details(page).getByRole('radio', { name: 'Week', checked: true }).waitFor()
    await details(page).getByRole('button', { name: 'Show the list of trips' }).click()
    await trips(page).waitFor()
    await details(page).getByRole('tab', { name: 'Expenses' }).click()
    await details(page).getByRole('tab', { name: 'Itinerary' }).click()
    await details(page).getByRole('radiogroup', { name: 'Day' }).waitFor()
    expect(await trips(page).count()).toBe(1)

    await details(page).getByRole('tab', { name: 'Expenses' }).click()
    await details(page).getByRole('button', { name: 'Hide the list of trips' }).click()
    await listIsFolded()
    await details(page).getByRole('button', { name: 'Show the list of trips' }).click()
    await trips(page).waitFor()
  })

  test('From 1440 px what comes next and the latest changes are a second column of the overview, and the trips at hand are in the rail', async () => {
    const page = await tripAt(1440, 'overview')
    const next = details(page).getByRole('list', { name: 'At hand' })
    await next.getByText('You owe').waitFor()
    const changes = details(page).getByRole('region', { name: 'Latest changes' })
    await expect.poll(() => gapBetween(details(page).getByText('Private Trip'), next)).toBeGreaterThan(0)
    await expect.poll(async () => (await boxOf(changes)).x - (await boxOf(next)).x).toBe(1)
    const railTrips = page.getByRole('region', { name: 'Trips at hand' })
    const links = railTrips.getByRole('link')
    await expect.poll(() => links.first().textContent()).toMatch(/^Lisbon and the AlgarveDay \d+ of 10$/)
    await expect.poll(() => links.first().getAttribute('aria-current')).toBe('page')
    await page.setViewportSize({ width: 1439, height: 800 })
    await changes.waitFor({ state: 'detached' })
    await railTrips.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1440, height: 800 })
    await links.nth(1).click()
    await expect.poll(() => links.nth(1).getAttribute('aria-current')).toBe('page')
  })

  test('An expense is a sheet of 480 px; the list of expenses stays usable with mouse and arrow keys, and in the widest window so does the list of trips', async () => {
    const page = await tripAt(1440)
    const row = (name: string) => details(page).getByRole('button', { name })
    await row('Fado in Mouraria').click()
    const expense = dialog(page, 'Expense Details')
    await expense.getByText('Fado in Mouraria').waitFor()
    await expect.poll(() => boxOf(expense)).toEqual({ x: 960, y: 0, width: 480, height: 800 })
    // The list of trips would leave the trip too little room.
    await expect.poll(() => boxOf(details(page))).toMatchObject({ x: 232, width: 728 })
    expect(await axe(page)).toEqual([])

    const open = details(page).locator('[aria-current=true]')
    await row('Painted tiles').click()
    await expense.getByText('Painted tiles').waitFor()
    await expect.poll(() => open.allTextContents()).toEqual(['Painted tiles'])
    await row('Painted tiles').focus()
    await page.keyboard.press('ArrowDown')
    await expense.getByText('Breakfast at the viewpoint').waitFor()
    await expect
      .poll(() => row('Breakfast at the viewpoint').evaluate((it) => it === document.activeElement))
      .toBe(true)
    await page.keyboard.press('Escape')
    await expense.waitFor({ state: 'detached' })
    await trips(page).waitFor()

    await page.setViewportSize({ width: 1920, height: 800 })
    await row('Fado in Mouraria').click()
    await expense.getByText('Fado in Mouraria').waitFor()
    await expect.poll(() => boxOf(details(page))).toMatchObject({ x: 592, width: 848 })
    await trips(page).getByRole('link', { name: 'Sai Kung weekend' }).click()
    await details(page).getByRole('heading', { name: 'Sai Kung weekend' }).waitFor()
    // Just after a dialog has closed, it still handles Escape.
    const closing = async () => {
      await page.keyboard.press('Escape')
      return details(page).count()
    }
    await expect.poll(closing, { interval: 200 }).toBe(0)
  })

  test('From 1440 px Money has the summary in one strip, the payments beside the balances and the share, and the reader’s own payments left of those of others, which on a phone are below', async () => {
    const page = await tripAt(1440, 'money')
    await expect.poll(() => boxOf(details(page))).toMatchObject({ x: 232, width: 1208 })
    const plan = details(page).getByText('5 payments settle everyone, the fewest possible.')
    const [amount, sentence, button] = [
      await boxOf(details(page).getByText('You owe', { exact: true }).first()),
      await boxOf(plan),
      await boxOf(details(page).getByRole('button', { name: 'Settle up' })),
    ]
    expect(sentence.x).toBeGreaterThan(amount.x + amount.width)
    expect(button.x).toBeGreaterThanOrEqual(sentence.x + sentence.width)
    expect(button.y).toBeLessThan(sentence.y + sentence.height)
    const payments = details(page).getByRole('region', { name: 'Suggested payments' })
    await expect.poll(() => payments.getByRole('listitem').count()).toBe(5)
    const share = details(page).getByRole('region', { name: 'Your share of the trip' })
    await share.getByText('HK$2,344.39').waitFor()
    const balances = details(page).getByRole('region', { name: 'Balances' })
    for (const it of [share, balances]) await expect.poll(() => gapBetween(payments, it)).toBeGreaterThan(0)
    expect(await axe(page)).toEqual([])

    const own = page.getByRole('list', { name: 'Your payments' })
    const others = page.getByRole('list', { name: 'Payments of others' })
    const settled = page.getByText('Then you are settled up')
    await settled.waitFor()
    const [left, right] = [await boxOf(own), await boxOf(others)]
    expect(right.x).toBeGreaterThan(left.x + left.width)
    expect(right.y).toBe(left.y)

    await page.setViewportSize({ width: 390, height: 800 })
    await details(page).getByRole('button', { name: 'Settlement' }).click()
    await dialog(page, 'Settlement').waitFor()
    await expect.poll(async () => (await boxOf(own)).x).toBe((await boxOf(others)).x)
    const [above, below] = [await boxOf(own), await boxOf(others)]
    expect(below.y - (above.y + above.height)).toBeLessThanOrEqual(1)
    expect(await settled.isVisible()).toBe(false)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  test('All expenses cover the trip, beside the list of trips', async () => {
    const page = await tripAt(1440)
    await details(page).getByRole('button', { name: 'View All Expenses' }).click()
    const all = dialog(page, 'All Expenses')
    await expect.poll(() => boxOf(all)).toEqual({ x: 592, y: 0, width: 848, height: 800 })
    await all.getByRole('button', { name: 'Fado in Mouraria' }).click()
    await dialog(page, 'Expense Details').locator(':focus').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page, 'Expense Details').waitFor({ state: 'detached' })
    await all.waitFor()
  })

  test('A form is a sheet as well, and beside that of an activity there is no second button to add one', async () => {
    const page = await tripAt(1440, 'itinerary')
    const add = details(page).getByRole('button', { name: 'Add Activity' })
    await add.click()
    const form = dialog(page, 'Add Activity')
    await form.getByLabel('Title').waitFor()
    await expect.poll(() => boxOf(form)).toEqual({ x: 960, y: 0, width: 480, height: 800 })
    // It cannot be reached while one types, but it would be seen.
    const behind = page.getByRole('dialog', { name: 'Trip Details', includeHidden: true })
    await behind.getByText('Week', { exact: true }).waitFor()
    await expect.poll(() => behind.getByText('Add Activity').filter({ visible: true }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await add.waitFor()
  })

  test('A public trip that is open is marked in the list of public trips', async () => {
    const page = await visit('/app/travel?view=discover', 1440)
    await page.getByRole('link', { name: 'Marrakesh over New Year' }).click()
    await details(page).getByText('Organized by nina').waitFor()
    const open = page.getByRole('region', { name: 'Public trips' }).locator('[aria-current=page]')
    await expect.poll(() => open.allTextContents()).toEqual(['Marrakesh over New Year'])
  })

  test('On a tablet an open trip stays when the tablet is turned, and a dialog opened from it is a card above it', async () => {
    const page = await tripAt(820)
    const head = await details(page).getByRole('heading', { name: 'Lisbon and the Algarve' }).elementHandle()
    await page.setViewportSize({ width: 1180, height: 820 })
    await trips(page).waitFor()
    expect(await head.evaluate((heading) => heading.isConnected)).toBe(true)
    await page.setViewportSize({ width: 820, height: 1180 })
    await expect.poll(() => trips(page).count()).toBe(0)
    expect(await head.evaluate((heading) => heading.isConnected)).toBe(true)

    await details(page).getByRole('button', { name: 'Add Expense' }).first().click()
    const form = dialog(page, 'Add Expense')
    await form.getByLabel('Description').waitFor()
    const panel = form.locator('[id^=headlessui-dialog-panel]')
    await expect.poll(async () => (await boxOf(panel)).width).toBe(600)
  })
})
