// The layout on different devices and in forced colours.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { type Visit, browserForFile } from '#tests/support/browser.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { logInAndOpen, client, tripNamed } from '#tests/support/demoUsers.ts'

const iPad =
  'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1'
const handhelds = {
  iPad,
  iPhone: iPad.replace('iPad; CPU OS', 'iPhone; CPU iPhone OS'),
  'Android tablet':
    'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
}
const HINT = 'Enter sends, Shift+Enter starts a new line.'

let server: Server
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer()
})

async function visit(path: string, how: Partial<Visit> = {}) {
  const page = await person({ url: server.url, ...how })
  await logInAndOpen(page, server, 'alice', path)
  return page
}

const widthOf = async (it: Locator): Promise<number> => (await it.boundingBox())!.width

describe('on a wide window', () => {
  const narrower = { width: 1000, height: 800 }

  async function expectWidthOfPage(page: Page, width: number): Promise<void> {
    const main = page.getByRole('main')
    await main.getByRole('heading', { name: 'Lisbon and the Algarve' }).waitFor()
    await expect.poll(() => widthOf(main)).toBe(1000)
    await page.setViewportSize({ width: 1366, height: 1024 })
    await expect.poll(() => widthOf(main)).toBe(width)
    const beyondPage = async () => {
      const add = (await page.getByRole('button', { name: 'Plan a New Trip' }).boundingBox())!
      return add.x + add.width - (await main.boundingBox())!.x - width
    }
    await expect.poll(beyondPage, { message: 'the button stands on the page' }).toBeLessThanOrEqual(0)
  }

  test('A page on an iPad is 1024 px wide, and fills a narrower window', async () => {
    coversSpec(
      '§2 Route table: Layout adapts per platform',
      '§2 Route table: iPad tablets',
      '§9 iPad tablet max width',
    )

    const page = await visit('/app/travel', { userAgent: iPad, hasTouch: true, viewport: narrower })
    await expectWidthOfPage(page, 1024)
  })

  test('A page on a desktop is 1280 px wide, with trip cards in three columns from 1440 px, in two from 768 px, and in one below', async () => {
    coversSpec(
      '§2 Route table: Layout adapts per platform',
      '§2 Route table: Layout breakpoints',
      '§9 Layout breakpoints',
    )

    const page = await visit('/app/travel', { viewport: narrower })
    await expectWidthOfPage(page, 1280)
    const cards = page.getByRole('main').getByText('View Details')
    const columns = async () => {
      const places = await cards.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
      return new Set(places.map(Math.round)).size
    }
    await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(3)
    for (const [width, count] of [
      [767, 1],
      [768, 2],
      [1439, 2],
      [1440, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(columns).toBe(count)
    }
  })
})

test('The hint about the keys for sending appears on a desktop and in a window that grows, and not on a phone or tablet', async () => {
  coversSpec('§2 Route table: Layout adapts per platform')

  const alice = await client(server, 'alice')
  const { body } = await alice.get('/conversations?limit=100')
  const page = await visit(`/app/chat/${body.conversations[0].id}`)
  await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
  await expect.poll(() => page.getByText(HINT).isVisible()).toBe(false)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByText(HINT).waitFor()
  await page.setViewportSize({ width: 800, height: 900 })
  await page.getByText(HINT).waitFor({ state: 'hidden' })
  for (const [name, userAgent] of Object.entries(handhelds)) {
    const held = await visit(new URL(page.url()).pathname, {
      userAgent,
      viewport: { width: 1440, height: 900 },
    })
    await held.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
    await expect.poll(() => held.getByText(HINT).isVisible(), { message: name }).toBe(false)
  }
})

test('The bars of every chart stand out from their background in forced colours', async () => {
  const trip = await tripNamed(await client(server, 'alice'), 'Lisbon and the Algarve')
  const page = await visit(`/app/travel/${trip}#expenses`)
  await page.emulateMedia({ forcedColors: 'active' })
  const hidden = (bars: Locator) =>
    bars.evaluateAll((all) =>
      all
        .filter((bar) => {
          const [own, ground] = [bar, bar.parentElement!].map((one) => getComputedStyle(one).backgroundColor)
          return own === ground
        })
        .map((bar) => bar.outerHTML),
    )
  for (const [tab, title, atLeast] of [
    ['Expenses', 'Payment Breakdown', 2],
    ['Expenses', 'Paid and share', 4],
    ['Money', 'Balances', 2],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    const chart = page
      .getByRole('region', { name: title })
      .or(page.getByRole('figure', { name: title }))
      .or(page.getByRole('heading', { name: title, exact: true }).locator('..'))
      .first()
    await chart.waitFor()
    const bars = chart.locator('[aria-hidden] > [style*="width"]')
    await expect.poll(() => bars.count()).toBeGreaterThanOrEqual(atLeast)
    expect(await hidden(bars), title).toEqual([])
  }
})

test('Every action of a trip’s menu is in sight on a phone, also above the head of its expenses and its itinerary', async () => {
  const trip = await tripNamed(await client(server, 'alice'), 'Lisbon and the Algarve')
  const page = await visit(`/app/travel/${trip}#expenses`, { viewport: { width: 390, height: 844 } })
  for (const [tab, content] of [
    ['Expenses', page.getByRole('region', { name: 'Recent Expenses' })],
    ['Itinerary', page.getByRole('radiogroup', { name: 'Day' })],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await content.waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete Trip' }).waitFor()
    // Not by pressing them: that would scroll what hides them.
    const covered = () =>
      page.getByRole('menuitem').evaluateAll((items) =>
        items
          .filter((item) => {
            const { left, top, width, height } = item.getBoundingClientRect()
            return !item.contains(document.elementFromPoint(left + width / 2, top + height / 2))
          })
          .map((item) => item.textContent),
      )
    await expect.poll(covered, { message: tab }).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
  }
})
