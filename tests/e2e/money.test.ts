// The shared pool in a browser: deposits for several people of which one fails, and the history with removals.

import type { Locator, Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { browserForFile } from '#tests/support/browser.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  logInAndOpen,
  expectToast,
  goOffline,
  loseUntilRetried,
  blockSockets,
} from '#tests/support/demoUsers.ts'
import { type TripsOfThree, openFromMoney, rowOf, tripsOfThree } from '#tests/support/tripOfThree.ts'

let server: Server
let trips: TripsOfThree
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer()
  trips = await tripsOfThree(server)
})

async function visit(username: string, trip: string, expects: RegExp[] = []): Promise<Page> {
  const page = await person({ url: server.url, expects })
  await logInAndOpen(page, server, username, `/app/travel/${trip}#money`)
  await page.getByRole('button', { name: 'Add Money' }).waitFor()
  return page
}

async function fillDeposit(dialog: Locator, amount: string, ...names: string[]): Promise<void> {
  await dialog.getByLabel('Amount').fill(amount)
  for (const name of names) await dialog.getByRole('checkbox', { name }).check()
}

describe('deposits', () => {
  test('The form reports errors, and shows the total', async () => {
    coversSpec(
      '§2 Money: A Shared Pool card',
      '§2 Money: Buttons',
      '§2 Money: Add Money dialog',
      '§2 Money: Its button reads',
      '§5 Pool contribution: Amount is required',
      '§5 Pool contribution: At least one participant',
    )

    const trip = await trips.planned('A form')
    await trips.deposit(trip, 'bob', 40)
    const page = await visit('alice', trip)
    const card = page.getByRole('heading', { name: 'Shared Pool', exact: true }).locator('xpath=../..')
    for (const text of ['HK$40.00', '1 contributor', 'Last activity: Just now'])
      await card.getByText(text).waitFor()
    expect(await card.getByRole('button').allTextContents()).toEqual(['Add Money', 'Details', 'Settlement'])
    const dialog = await openFromMoney(page, 'Add Money')
    await dialog.getByText('Current Balance').waitFor()
    await dialog.getByText('HK$40.00').waitFor()
    const amount = dialog.getByLabel('Amount')
    await amount.fill('0')
    await dialog.getByText('Amount must be positive').waitFor()
    await amount.fill('33.33')
    const ticked = dialog.getByRole('checkbox', { checked: true })
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Add Money (1 people)' }).isEnabled())
      .toBe(true)
    expect(await ticked.count()).toBe(1)
    expect(await dialog.getByRole('checkbox', { name: 'alice' }).isChecked(), 'oneself').toBe(true)
    await dialog.getByRole('button', { name: 'Select All', exact: true }).click()
    await dialog.getByText('HK$99.99').waitFor()
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Add Money (3 people)' }).isEnabled())
      .toBe(true)
    await expectAccessible(page, 'adding money')
    await dialog.getByRole('button', { name: 'Deselect All', exact: true }).click()
    await dialog.getByText('Please select at least one participant').waitFor()
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Add Money (0 people)' }).isDisabled())
      .toBe(true)
    await dialog.getByRole('checkbox', { name: 'bob' }).check()
    await dialog.getByRole('button', { name: 'Add Money (1 people)' }).waitFor()
    expect((await trips.poolOf(trip)).balance).toBe(40)
  })

  test('Several deposits of which one request is lost all arrive, each once', async () => {
    coversSpec(
      '§1 They keep a per-day',
      '§2 Money: A Shared Pool card',
      '§2 Money: Add Money dialog',
      '§7 Expenses and pool: POST /trips/{id}/pool/contribute',
    )

    const trip = await trips.planned('A hole in the network')
    const page = await visit('alice', trip, [/ERR_FAILED/])
    const calls: { key: string; name: string }[] = []
    let seen = (): void => undefined
    const isSeen = new Promise<void>((resolve) => (seen = resolve))
    await page.route('**/pool/contribute', async (route: Route) => {
      const { description, participant } = route.request().postDataJSON()
      expect(Object.keys(participant).sort()).toEqual(['id', 'type'])
      calls.push({ key: route.request().headers()['idempotency-key']!, name: description })
      if (calls.length === 3) await isSeen
      await (calls.length === 2 ? route.abort() : route.continue())
    })
    const dialog = await openFromMoney(page, 'Add Money')
    await fillDeposit(dialog, '25.10', 'alice', 'bob', 'carol')
    await dialog.getByLabel('Description').fill('Petrol')
    await dialog.getByRole('button', { name: 'Add Money (3 people)' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('HK$75.30').first().waitFor()
    const unsent = page.getByRole('list', { name: 'Deposits not sent yet' })
    await expectToast(page, 'No connection. This will be sent as soon as you are online')
    await rowOf(unsent, 'bob').getByText('waiting to sync').waitFor()
    seen()
    await unsent.waitFor({ state: 'detached' })

    expect(calls.map(({ name }) => name)).toEqual([
      'Petrol (alice)',
      'Petrol (bob)',
      'Petrol (bob)',
      'Petrol (carol)',
    ])
    expect(calls[1]?.key).toBe(calls[2]?.key)
    expect(new Set(calls.map(({ key }) => key)).size).toBe(3)
    const { transactions, balance } = await trips.poolOf(trip)
    expect(transactions.map((one: { participant: { name: string } }) => one.participant.name).sort()).toEqual(
      ['alice', 'bob', 'carol'],
    )
    expect(balance).toBe(75.3)
  })

  test('A refused deposit shows the reason, and Retry sends it again under its own key', async () => {
    coversSpec(
      '§2 Money: Add Money dialog',
      '§8 Pool: Failed to contribute to pool',
      '§8 Toasts: When the server supplies',
    )

    const trip = await trips.planned('A refusal')
    const page = await visit('alice', trip, [/400/])
    const keys: string[] = []
    await page.route('**/pool/contribute', async (route: Route) => {
      keys.push(route.request().headers()['idempotency-key']!)
      const message = 'Whoever deposits is not on the trip'
      await (keys.length === 2
        ? route.fulfill({ status: 400, json: { message, error: { code: 'VALIDATION_ERROR', message } } })
        : route.continue())
    })
    const dialog = await openFromMoney(page, 'Add Money')
    await fillDeposit(dialog, '25', 'alice', 'bob', 'carol')
    await dialog.getByRole('button', { name: 'Add Money (3 people)' }).click()
    await expectToast(page, 'Failed to contribute to pool. Whoever deposits is not on the trip')
    const unsent = page.getByRole('list', { name: 'Deposits not sent yet' })
    await rowOf(unsent, 'bob').getByText('Whoever deposits is not on the trip').waitFor()
    await page.getByText('HK$50.00').first().waitFor()
    await expectAccessible(page, 'a refused deposit')
    await rowOf(unsent, 'bob').getByRole('button', { name: 'Retry' }).click()
    await unsent.waitFor({ state: 'detached' })
    await page.getByText('HK$75.00').first().waitFor()
    await expect.poll(async () => (await trips.poolOf(trip)).transactions.length).toBe(3)
    expect(keys).toHaveLength(4)
    expect(keys[3]).toBe(keys[1])
  })
})

describe('who keeps the money', () => {
  test('A deposit says who keeps the money, also offline: the card, its row and the history name them, and the next deposit proposes them', async () => {
    const trip = await trips.planned('In good hands')
    const page = await visit('alice', trip, [/ERR_INTERNET_DISCONNECTED/])
    const keeper = (dialog: Locator) => dialog.getByLabel('Who keeps the money? (Optional)')
    const chosen = (dialog: Locator) => keeper(dialog).locator('option:checked').textContent()
    const dialog = await openFromMoney(page, 'Add Money')
    expect(await chosen(dialog), 'of a first deposit').toBe('Not said')
    await keeper(dialog).selectOption('bob')
    await fillDeposit(dialog, '40')
    await goOffline(page)
    await dialog.getByRole('button', { name: 'Add Money (1 people)' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Kept by bob', { exact: true }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('list', { name: 'Deposits not sent yet' }).waitFor({ state: 'detached' })
    expect((await trips.poolOf(trip)).transactions).toMatchObject([{ amount: 40, keptBy: { name: 'bob' } }])

    const again = await openFromMoney(page, 'Add Money')
    expect(await chosen(again), 'of the next one').toBe('bob')
    await keeper(again).selectOption('alice (you)')
    await fillDeposit(again, '2')
    await again.getByRole('button', { name: 'Add Money (1 people)' }).click()
    await page.getByText('Kept by alice and bob', { exact: true }).waitFor()
    const list = (await openFromMoney(page, 'Details')).getByRole('list', { name: 'Transactions' })
    await rowOf(list, '+HK$40.00').getByText('kept by bob').waitFor()
    await rowOf(list, '+HK$2.00').getByText('kept by alice').waitFor()
    await page.goto(`/app/travel/${trip}/history`)
    await page.getByRole('article').filter({ hasText: 'HK$40.00' }).getByText('Kept by bob').waitFor()
  })
})

describe('the history of the pool', () => {
  test('The pool’s history shows deposits and expenses, and lets the user remove their own deposit', async () => {
    coversSpec(
      '§2 Money: Buttons',
      '§2 Money: Pool Transaction History dialog',
      '§6 In the pool history',
      '§7 Expenses and pool: DELETE /trips/{id}/pool/transactions/{transactionId}',
      '§8 Pool: Failed to remove transaction',
    )

    const trip = await trips.planned('In and out')
    await trips.deposit(trip, 'alice', 100)
    await trips.deposit(trip, 'bob', 50, 'bob')
    await trips.spend(trip, 180, { paidFromPool: true })
    const page = await visit('bob', trip, [/403/])
    await page.getByText('Deficit').waitFor()
    const dialog = await openFromMoney(page, 'Details')
    const list = dialog.getByRole('list', { name: 'Transactions' })
    await rowOf(list, 'Dinner for 180').getByText('−HK$180.00').waitFor()
    await rowOf(list, 'Dinner for 180').getByText('Expense', { exact: true }).waitFor()
    await rowOf(list, '+HK$100.00').getByText('alice').waitFor()
    await rowOf(list, '+HK$100.00').getByText('Contribution', { exact: true }).waitFor()
    const summary = dialog
      .getByRole('heading', { name: 'Transaction Summary' })
      .locator('xpath=ancestor::section')
    await expect
      .poll(() => summary.locator('dl > div').allTextContents())
      .toEqual([
        'Total contributionsHK$150.00',
        'Total expenses−HK$180.00',
        'Current balance−HK$30.00Deficit',
      ])
    await expectAccessible(page, 'the history of the pool')
    await expect.poll(() => dialog.getByRole('button', { name: /^Remove/ }).count()).toBe(1)

    await rowOf(list, '+HK$50.00')
      .getByRole('button', { name: /^Remove/ })
      .click()
    const confirm = page.getByRole('alertdialog', { name: 'Remove Transaction' })
    await confirm.getByText('You can bring it back from the trip’s history.').waitFor()
    await page.route('**/pool/transactions/*', (route) =>
      route.fulfill({ status: 403, json: { error: { code: 'ACCESS_DENIED', message: 'Not today' } } }),
    )
    await confirm.getByRole('button', { name: 'Remove' }).click()
    await expectToast(page, 'Failed to remove transaction. Not today')
    await rowOf(list, '+HK$50.00').getByText('removal: Not today').waitFor()
    await page.unroute('**/pool/transactions/*')
    await rowOf(list, '+HK$50.00').getByRole('button', { name: 'Discard' }).click()
    await rowOf(list, '+HK$50.00')
      .getByRole('button', { name: /^Remove/ })
      .click()
    await confirm.getByRole('button', { name: 'Remove' }).click()
    await expectToast(page, 'Transaction removed successfully')
    await expect.poll(() => list.getByRole('listitem').count()).toBe(2)
    await dialog.getByText('−HK$80.00', { exact: true }).waitFor()
    expect((await trips.poolOf(trip)).balance).toBe(-80)
  })

  test('The pool’s history says when it is empty, and when it could not be fetched', async () => {
    coversSpec(
      '§2 Money: Empty state',
      '§8 Pool: Failed to load pool information',
      '§8 Pool: No Transactions Yet',
    )

    const trip = await trips.planned('Nothing yet')
    const page = await person({ url: server.url, expects: [/ERR_FAILED/] })
    await blockSockets(page)
    await loseUntilRetried(page, '**/replica')
    await logInAndOpen(page, server, 'alice', `/app/travel/${trip}#money`)
    await page.getByText('Failed to load pool information').waitFor()
    await page.getByRole('button', { name: 'Retry' }).click()
    const dialog = await openFromMoney(page, 'Details')
    await dialog.getByText('No Transactions Yet', { exact: true }).waitFor()
    await expect.poll(() => dialog.getByRole('list').count()).toBe(0)
  })
})
