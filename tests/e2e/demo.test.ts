// The settlement demo in a browser: fixed figures, the real rules, no server.

import type { Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import { addExpense } from '#core/money/contract.ts'
import { getReplica } from '#core/trips/contract.ts'
import { settlementResponse } from '#projections/replica/moneyResponses.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { demoHandlers } from '#web/demo/demoHandlers.ts'
import { createDemo, friends } from '#web/demo/sample.ts'
import { browserForFile } from '#tests/support/browser.ts'
import { expectedSuggestions, openSettlement, suggestedPayments } from '#tests/support/demoVisitor.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { expectToast } from '#tests/support/demoUsers.ts'
import { rowOf } from '#tests/support/tripOfThree.ts'
import { waitForActiveList } from '#tests/support/taps.ts'

let server: Server
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer()
})

async function visit(): Promise<Page> {
  const page = await person({ url: server.url, serviceWorkers: 'allow' })
  await page.goto('/demo/settlement')
  return page
}

describe('the demo', () => {
  test('The demo is linked from the landing page, its button opens the settlement with fixed figures, and only its files come from the server', async () => {
    coversSpec('§2 Route table: /demo/settlement')

    const page = await person({ url: server.url, serviceWorkers: 'allow' })
    const calls: Request[] = []
    page.context().on('request', (request) => {
      if (new URL(request.url()).pathname.includes('/api/')) calls.push(request)
    })
    await page.goto('/')
    await page.getByRole('link', { name: 'See a demo' }).click()
    await page.getByRole('heading', { name: 'Who pays whom?', level: 1 }).waitFor()
    await page.getByText('This is a demo: the figures are made up and nothing is stored.').waitFor()
    const links = { Login: '/login', Register: '/register', 'Group Trip Planner': '/' }
    for (const [name, href] of Object.entries(links))
      await expect.poll(() => page.getByRole('link', { name }).getAttribute('href')).toBe(href)
    await page.getByText('Karaoke until four').waitFor()

    const dialog = await openSettlement(page)
    await dialog.getByText('Take HK$920.00 out of the Shared Pool.').waitFor()
    await expect.poll(() => suggestedPayments(dialog)).toEqual(expectedSuggestions.distributed)
    const people = dialog.getByRole('list', { name: 'Figures of each participant' })
    const balances = {
      mia: '+HK$3,328.90',
      leo: '+HK$59.58',
      zoe: '−HK$828.90',
      'Uncle Ho': '−HK$1,639.58',
    }
    for (const [name, balance] of Object.entries(balances))
      await rowOf(people, name).getByText(balance).first().waitFor()
    expect(calls.length).toBeGreaterThan(0)
    for (const call of calls) {
      // A request that the worker passed on would reach the server.
      expect(call.serviceWorker(), call.url()).toBeNull()
      expect((await call.response())!.fromServiceWorker(), call.url()).toBe(true)
    }
  })

  test('A payment marked as paid leaves the others as they were and can be undone, a reload starts over, an expense changes the plan as the real settlement calculates, and nothing is stored', async () => {
    const page = await visit()
    const dialog = await openSettlement(page)
    await dialog.getByRole('button', { name: 'Mark as paid: zoe pays mia HK$828.90' }).click()
    await expect.poll(() => suggestedPayments(dialog)).toEqual(expectedSuggestions.distributed.slice(0, 3))
    await waitForActiveList(dialog)
    await dialog.getByRole('button', { name: 'Undo: zoe paid mia HK$828.90' }).click()
    await expect.poll(() => suggestedPayments(dialog)).toEqual(expectedSuggestions.distributed)
    await waitForActiveList(dialog)
    await dialog.getByRole('button', { name: 'Mark as paid: zoe pays mia HK$828.90' }).click()
    await dialog.getByText('zoe paid HK$828.90').waitFor()
    await page.reload()
    await openSettlement(page)
    await expect.poll(() => suggestedPayments(dialog)).toEqual(expectedSuggestions.distributed)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Add Expense' }).click()
    const form = page.getByRole('dialog', { name: 'Add Expense' })
    await form.getByLabel('Description').fill('Taxi home')
    await form.getByLabel('Amount').fill('0')
    await form.getByText('Amount must be greater than 0').waitFor()
    await form.getByLabel('Amount').fill('400')
    await form.getByRole('button', { name: 'Add Expense' }).click()
    await form.waitFor({ state: 'hidden' })
    await expectToast(page, 'Expense added')
    await page.getByText('Taxi home').waitFor()
    await openSettlement(page)
    const expected = await planAfterTaxi()
    expect(expected).not.toEqual(expectedSuggestions.distributed)
    await expect.poll(() => suggestedPayments(dialog)).toEqual(expected)
    expect(
      await page.evaluate(async () => [
        Object.keys(localStorage),
        (await indexedDB.databases()).map(({ name }) => name),
      ]),
    ).toEqual([[], []])
  })

  test('Any figure opens its explanation, whose links stay inside the demo', async () => {
    const page = await visit()
    const balances = page.getByRole('region', { name: 'Balances' })
    await rowOf(balances, 'Uncle Ho').getByRole('button').click()
    const dialog = page.getByRole('dialog', { name: 'Why Uncle Ho owes HK$1,639.58' })
    // His deposit and his shares of five expenses, of which one could not be divided.
    await dialog.getByText('Adds up from 6 entries').waitFor()
    await dialog.getByText('HK$1,639.58', { exact: true }).waitFor()
    await dialog.getByText('Hotel in Ximending').waitFor()
    await expect.poll(() => dialog.getByText(/^1 of \d \+ 0\.01$/).count()).toBe(1)
    await expect.poll(() => dialog.getByRole('link').count()).toBe(0)
  })
})

describe('accessibility', () => {
  test('The demo can be operated with the keyboard, and the focus returns', async () => {
    const page = await visit()
    const button = page.getByRole('button', { name: 'Settlement' })
    await button.waitFor()
    await button.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Settlement' })
    await dialog.getByRole('heading', { name: 'Settlement Needed' }).waitFor()
    await dialog.getByRole('radio', { name: 'Pay people back' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => suggestedPayments(dialog)).toEqual(expectedSuggestions.equal)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => button.evaluate((it) => it === document.activeElement)).toBe(true)
  })

  test('On the demo and its settlement axe finds nothing, and no text overflows on the narrowest phone, also when doubled', async () => {
    const page = await visit()
    await page.getByText('Karaoke until four').waitFor()
    await expectAccessible(page, 'the demo')
    await openSettlement(page)
    await expectAccessible(page, 'its settlement')
    await page.setViewportSize({ width: 320, height: 568 })
    const outside = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.poll(outside).toBe(0)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    await expect.poll(outside).toBe(0)
  })
})

/** The settlement of the sample and this expense, computed without a browser. */
async function planAfterTaxi(): Promise<string[]> {
  const { mia, leo, zoe } = friends
  const { product, tripId } = await createDemo(Date.now)
  const answers = demoHandlers(product, mia)
  const ask = async (endpoint: Endpoint<unknown, unknown>, body?: unknown) => {
    const params = { tripId }
    const rest = { key: crypto.randomUUID(), ifMatch: undefined }
    return (await answers.find((one) => one.endpoint === endpoint)!.handle({ params, body, ...rest })).body
  }
  const sample = async () => ((await ask(getReplica)) as { documents: ExistingTrip }).documents
  const sharedBy = [mia.id, leo.id, zoe.id, (await sample()).trip.guests[0]!.id]
  await ask(addExpense, {
    description: 'Taxi home',
    amount: 400,
    category: 'other',
    paidBy: mia.id,
    sharedBy,
  })
  const settlement = settlementResponse(await sample(), 'distributed')
  await product.stop()
  const money = new Intl.NumberFormat('en-HK', { style: 'currency', currency: 'HKD' })
  return settlement.payments.map(({ description, amount }) => `${description} ${money.format(amount)}`).sort()
}
