// The settlement in a browser: payments marked as paid and undone, and the shared plan.

import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { axe, browserForFile } from '#tests/support/browser.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { waitForActiveList, tapTwice } from '#tests/support/taps.ts'
import { logInAndOpen, expectToast, loseUntilRetried, blockSockets } from '#tests/support/demoUsers.ts'
import { type TripsOfThree, openFromMoney, rowOf, tripsOfThree } from '#tests/support/tripOfThree.ts'

let server: Server
let trips: TripsOfThree
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer()
  trips = await tripsOfThree(server)
})

async function visit(username: string, trip: string): Promise<Page> {
  const page = await person({ url: server.url })
  await logInAndOpen(page, server, username, `/app/travel/${trip}#money`)
  return page
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent
  })

const placesOf = (rows: Locator) =>
  rows.evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().top)))

describe('the settlement', () => {
  // alice pays 300 for three and deposits 60; each share is 100. Balances: alice +260, bob and carol -100; the pool
  // holds 60.
  async function withDebts(title: string): Promise<string> {
    const trip = await trips.planned(title)
    await trips.spend(trip, 300)
    await trips.deposit(trip, 'alice', 60)
    return trip
  }

  const suggested = (dialog: Locator) =>
    dialog
      .getByRole('region', { name: 'Suggested payments' })
      .getByRole('button', { name: /^Mark as paid: / })
      .evaluateAll((all) =>
        all.map((one) => one.getAttribute('aria-label')!.replace('Mark as paid: ', '')).sort(),
      )

  test('A double tap on Mark as paid counts once, also before the sending code is loaded, and only the people concerned are offered Undo', async () => {
    coversSpec('§2 Money: It shows loading')

    const trip = await withDebts('Paid in cash')
    await trips.pay(trip, 'carol', 'alice', 25)
    const page = await person({ url: server.url })
    const comes = Promise.withResolvers<void>()
    await page.route(/\/assets\/sender-/, async (route) => {
      await comes.promise
      await route.continue()
    })
    await logInAndOpen(page, server, 'bob', `/app/travel/${trip}#money`)
    const dialog = await openFromMoney(page, 'Settlement')
    await dialog.getByText('Pay alice HK$100.00.').waitFor()
    const made = dialog.getByRole('list', { name: 'Payments made' })
    await rowOf(made, 'carol').getByText('HK$25.00').waitFor()
    await expect.poll(() => made.getByRole('button', { name: /^Undo/ }).count()).toBe(0)
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
    await dialog.getByRole('button', { name: 'Mark as paid: bob pays alice' }).dblclick()
    comes.resolve()
    await dialog.getByText('Paid HK$100.00 to alice').waitFor()
    await expect
      .poll(() => suggested(dialog))
      .toEqual(['Shared Pool pays alice HK$60.00', 'carol pays alice HK$75.00'])
    await dialog.getByText('Others still owe each other').waitFor()
    // The screen shows the payment before it is sent.
    await expect.poll(() => posts.length).toBe(1)

    const alice = await visit('alice', trip)
    const theirs = await openFromMoney(alice, 'Settlement')
    await theirs.getByRole('button', { name: 'Mark as paid: Shared Pool pays alice' }).press('Enter')
    await theirs.getByRole('button', { name: 'Undo: Shared Pool paid alice' }).waitFor()
    await expect
      .poll(() => focused(alice), { message: 'whoever uses keys goes on there' })
      .toMatch(/^Undo: Shared Pool/)
    await waitForActiveList(theirs)
    await theirs.getByRole('button', { name: 'Mark as paid: carol pays alice' }).click()
    await theirs.getByRole('heading', { name: 'All Settled!' }).waitFor()
    expect(await axe(alice)).toEqual([])
    await waitForActiveList(theirs)
    await theirs.getByRole('button', { name: 'Undo: bob paid alice HK$100.00' }).click()
    await theirs.getByRole('heading', { name: 'Settlement Needed' }).waitFor()
    const toasts = await alice.evaluate(() => (window as unknown as { toastsShown: string[] }).toastsShown)
    expect(toasts.join(), 'the rows say it').not.toMatch(/paid|undone/i)
    await expect.poll(() => suggested(theirs)).toEqual(['bob pays alice HK$100.00'])
    expect((await trips.poolOf(trip)).balance).toBe(0)
    expect(posts, 'the second tap sent nothing').toHaveLength(1)
  })

  test('The second of two taps on Mark as paid or Undo hits the payment of the first, never the next one', async () => {
    const trip = await withDebts('Twice on one spot')
    const page = await visit('alice', trip)
    const dialog = await openFromMoney(page, 'Settlement')
    const rows = dialog.getByRole('region', { name: 'Suggested payments' }).getByRole('listitem')
    const first = dialog.getByRole('button', { name: 'Mark as paid: Shared Pool pays alice' })
    await first.scrollIntoViewIfNeeded()
    const sent: string[] = []
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.method()))
    const texts = () => rows.evaluateAll((all) => all.map((row) => row.textContent.slice(0, 12)))
    const [order, places] = [await texts(), await placesOf(rows)]

    await tapTwice(first, { until: 'Shared Pool paid HK$60.00 to you', then: first })
    expect([await texts(), await placesOf(rows)]).toEqual([order, places])
    await expect.poll(() => focused(page)).toBe('Undo: Shared Pool paid alice HK$60.00')
    await waitForActiveList(dialog)
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Mark as paid: Shared Pool pays alice HK$60.00')
    expect([await texts(), await placesOf(rows)]).toEqual([order, places])
    await expect.poll(() => sent).toEqual(['POST', 'DELETE'])

    await waitForActiveList(dialog)
    await page.keyboard.press('Enter')
    await dialog.getByText('Shared Pool paid HK$60.00 to you').waitFor()
    const made = dialog.getByRole('list', { name: 'Payments made' })
    await expect.poll(() => made.count()).toBe(0)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    await trips.pay(trip, 'carol', 'alice', 100)
    await openFromMoney(page, 'Settlement')
    await expect.poll(() => suggested(dialog)).toEqual(['bob pays alice HK$100.00'])

    const another = made.getByRole('button', { name: /^Undo: Shared Pool paid alice HK\$60/ })
    await another.waitFor()
    await tapTwice(made.getByRole('button', { name: /^Undo: carol paid/ }), {
      until: 'Undone',
      then: another,
    })
    await expect.poll(() => focused(page)).toBe('Undone')
    await waitForActiveList(dialog)
    // A second request of the second tap would have been sent before this press.
    await dialog.getByRole('button', { name: 'Mark as paid: carol pays alice' }).click()
    await dialog.getByText('carol paid HK$100.00 to you').waitFor()
    await expect.poll(() => sent).toEqual(['POST', 'DELETE', 'POST', 'DELETE', 'POST'])
  })

  test('A payment between others is marked only after a confirmation, and one that was just recorded only after another', async () => {
    const trip = await withDebts('Both at once')
    const page = await person({ url: server.url, expects: [/409/] })
    await logInAndOpen(page, server, 'bob', `/app/travel/${trip}#money`)
    const dialog = await openFromMoney(page, 'Settlement')
    const hers = dialog.getByRole('button', { name: 'Mark as paid: carol pays alice' })
    await hers.click()
    const question = page.getByRole('alertdialog', { name: 'Mark it as paid for them?' })
    await question.getByText('carol pays alice HK$100.00').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await trips.paymentsOf(trip)).toEqual([])
    await hers.click()
    await question.getByRole('button', { name: 'Mark as paid' }).click()
    await dialog.getByText('carol paid HK$100.00 to alice').waitFor()
    await expect.poll(() => focused(page)).toBe('Undo: carol paid alice HK$100.00')
    // It is shown before it is sent, here and below.
    await expect.poll(() => trips.paymentsOf(trip)).toHaveLength(1)

    // alice records the payment first, and bob's page does not show it yet.
    await page.route(
      '**/payments',
      async (route) => {
        await trips.pay(trip, 'bob', 'alice', 100, 'alice')
        await route.continue()
      },
      { times: 1 },
    )
    await page.route('**/changes*', (route) => route.abort())
    await waitForActiveList(dialog)
    await dialog.getByRole('button', { name: 'Mark as paid: bob pays alice' }).click()
    await dialog.getByText('alice recorded this already. Record a second one?').waitFor()
    await rowOf(dialog.getByRole('list', { name: 'Payments made' }), 'recorded by alice').waitFor()
    await expectAccessible(page, 'a payment that looks repeated')
    await waitForActiveList(dialog)
    await dialog.getByRole('button', { name: 'Record a second one' }).click()
    await dialog.getByText('Paid HK$100.00 to alice', { exact: true }).waitFor()
    await expect
      .poll(async () => (await trips.paymentsOf(trip)).map(({ recordedBy }) => recordedBy.username))
      .toEqual(['bob', 'alice', 'bob'])
  })

  test('A part of a suggested payment and a payment that nobody suggested are recorded, with the day here', async () => {
    const trip = await withDebts('Paid in parts')
    const page = await visit('bob', trip)
    const today = () => page.evaluate(() => new Date().toLocaleDateString('en-CA'))
    const before = await today()
    const dialog = await openFromMoney(page, 'Settlement')
    await dialog.getByRole('button', { name: 'Pay part: bob pays alice HK$100.00' }).click()
    const form = page.getByRole('dialog', { name: 'Record a payment' })
    await expectAccessible(page, 'the form of a payment')
    await form.getByRole('button', { name: 'Half 50.00' }).click()
    await form.getByText('Then you owe alice').waitFor()
    await form.getByRole('combobox', { name: 'Currency' }).selectOption('EUR')
    await form.getByLabel('Exchange rate (HKD)').fill('8')
    await form.getByRole('textbox', { name: 'Amount' }).fill('3+2')
    await form.getByText('That is HK$40.00 for this trip.').waitFor()
    await form.getByText('HK$60.00').waitFor()
    await form.getByLabel('Note').fill('Cash at the market')
    await form.getByRole('button', { name: 'Record payment' }).click()
    await form.waitFor({ state: 'hidden' })
    await expectToast(page, 'Payment recorded')
    await dialog.getByText('HK$40.00 of HK$100.00 paid').waitFor()
    await expect.poll(() => suggested(dialog)).toContain('bob pays alice HK$60.00')
    await rowOf(
      dialog.getByRole('list', { name: 'Payments made' }),
      '€5.00 at 8 · Cash at the market',
    ).waitFor()

    await dialog.getByRole('button', { name: 'Record another payment' }).click()
    await form.getByRole('combobox', { name: 'Currency' }).selectOption('EUR')
    await expect.poll(() => form.getByLabel('Exchange rate (HKD)').inputValue()).toBe('8')
    await form.getByRole('combobox', { name: 'Currency' }).selectOption('HKD')
    await form.getByLabel('From').selectOption('carol')
    await form.getByLabel('To').selectOption('Shared Pool')
    await form.getByRole('button', { name: 'Swap' }).click()
    await form.getByRole('textbox', { name: 'Amount' }).fill('1500000')
    await form.getByRole('button', { name: 'Record payment' }).click()
    await form.waitFor({ state: 'hidden' })
    await rowOf(dialog.getByRole('list', { name: 'Payments made' }), 'HK$1,500,000.00').waitFor()
    // Midnight may have passed between the payments.
    const here = expect.toBeOneOf([before, await today()])
    const made = async () =>
      (await trips.paymentsOf(trip)).map(({ from, to, amount, date }) => [from.name, to.name, amount, date])
    await expect.poll(made).toEqual([
      ['Shared Pool', 'carol', 1_500_000, here],
      ['bob', 'alice', 40, here],
    ])
  })

  test('The plan is copied as a message, saved as a table, and printed without controls', async () => {
    coversSpec('§2 Money: Its share and export')

    const title = '=cmd|hand “out”'
    const trip = await withDebts(title)
    await trips.pay(trip, 'bob', 'alice', 25)
    const page = await visit('bob', trip)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const dialog = await openFromMoney(page, 'Settlement')
    await dialog.getByRole('button', { name: 'Share', exact: true }).click()
    await expectToast(page, 'Plan copied')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain('• bob pays alice HK$75.00')

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('settlement-cmd-hand-out.csv')
    const table = readFileSync(await download.path(), 'utf8')
    expect(table.startsWith('\uFEFFLine,Name,')).toBe(true)
    expect(table).toContain('Suggested payment,bob,alice,75.00,HKD')

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const paper = page.getByRole('article').filter({ hasText: title })
    await expect
      .poll(async () => (await paper.getByRole('listitem').allTextContents()).toSorted())
      .toEqual([
        'Shared Pool pays aliceHK$60.00',
        expect.stringMatching(/^bob paid alice, .*HK\$25\.00$/),
        'bob pays aliceHK$75.00',
        'carol pays aliceHK$100.00',
      ])
    const rows = await paper.getByRole('row').allInnerTexts()
    expect(rows.map((row) => row.split(/\s+/).slice(0, 5).join(' '))).toContain(
      'bob HK$0.00 HK$0.00 HK$100.00 −HK$75.00',
    )
    expect(await paper.getByRole('button').count()).toBe(0)
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
    await paper.waitFor({ state: 'detached' })
    await dialog.getByRole('heading', { name: 'Settlement Needed' }).waitFor()
  })

  test('A settlement that could not be calculated is reported, and retried', async () => {
    coversSpec('§2 Money: It shows loading', '§8 Settlement')

    const trip = await withDebts('A bad moment')
    const page = await person({ url: server.url, expects: [/500/] })
    await blockSockets(page)
    const asked = Promise.withResolvers<void>()
    await loseUntilRetried(page, '**/replica', { status: 500 })
    await page.route('**/replica', async (route) => {
      await asked.promise
      await route.fallback()
    })
    await logInAndOpen(page, server, 'alice', `/app/travel/${trip}#money`)
    await page.getByRole('button', { name: 'Settlement' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settlement', exact: true })
    await dialog.getByText('Calculating the payments').waitFor()
    asked.resolve()
    await dialog.getByText('Failed to calculate payment settlement. Please try again.').waitFor()
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await dialog.getByRole('heading', { name: 'Settlement Needed' }).waitFor()
    await expect.poll(() => suggested(dialog)).toHaveLength(3)
  })
})
