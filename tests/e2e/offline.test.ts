// The installed app without a network: it opens from the offline cache and stores commands for later. The server is killed
// and the service worker is real.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Locator, type Page, chromium } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { axe, networkErrors } from '#tests/support/browser.ts'
import { findWholeChromium, testLaunchFlags } from '#tests/support/chromium.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { createTcpProxy } from '#tests/support/tcpProxy.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'
import { logInAndOpen, inDays } from '#tests/support/demoUsers.ts'
import { cachedNames, waitUntilCached } from '#tests/support/offlineCache.ts'
import { openFromMoney } from '#tests/support/tripOfThree.ts'
import { restartableServerForFile, waitForWorker } from '#tests/support/restartableServer.ts'

const setup = restartableServerForFile()

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

const away = (page: Page): Locator => page.getByText(/^(You are offline|No connection)\./)
/** By the keyboard, because the offline notice may cover the tabs. */
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).press('Enter')

test('The app can be installed', async () => {
  coversSpec('§2 Route table: Layout adapts per platform', '§4 Device: Installed mode is detected')

  // A browser with a profile of its own: a private window never offers installation.
  const profile = mkdtempSync(join(tmpdir(), 'profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findWholeChromium()!,
    args: testLaunchFlags,
    baseURL: setup.server.url,
  })
  try {
    context.setDefaultTimeout(TIMEOUT_MS)
    const page = context.pages()[0] ?? (await context.newPage())
    const protocol = await context.newCDPSession(page)
    const refusals = async () => {
      const { installabilityErrors: errors } = await protocol.send('Page.getInstallabilityErrors')
      return errors.map(({ errorId }) => errorId)
    }
    // Headless Chromium reports no installability; then only the manifest and icons can be checked.
    await page.goto('/healthz')
    expect([[], ['no-manifest']]).toContainEqual(await refusals())
    await page.goto('/login')
    await waitForWorker(page)
    await expect.poll(refusals).toEqual([])
    const { errors, data, url } = await protocol.send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect(new URL(url).pathname).toBe('/manifest.webmanifest')
    const manifest = JSON.parse(data!) as { start_url: string; display: string; icons: { src: string }[] }
    expect(manifest).toMatchObject({ start_url: '/app', display: 'standalone' })
    for (const size of ['192x192', '512x512'])
      expect(manifest.icons).toContainEqual(expect.objectContaining({ sizes: size, type: 'image/png' }))
    for (const { src } of manifest.icons) {
      const icon = await page.request.get(src)
      expect([icon.status(), icon.headers()['content-type']], src).toEqual([
        200,
        expect.stringMatching(/^image/),
      ])
    }
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
})

describe('installation', () => {
  test('The profile offers the installation once the browser allows it, with one press', async () => {
    const page = await setup.person({ url: setup.server.url })
    await logInAndOpen(page, setup.server, 'carol', '/app/profile')
    await page.getByRole('button', { name: 'Change password' }).waitFor()
    const row = page.getByRole('button', { name: 'Install the app' })
    await expect.poll(() => row.count()).toBe(0)
    // Chromium never offers installation in a test, so the test dispatches the event.
    await page.evaluate(() => {
      const offer = new Event('beforeinstallprompt', { cancelable: true })
      dispatchEvent(
        Object.assign(offer, { prompt: async () => void (document.body.dataset['prompt'] = 'shown') }),
      )
    })
    await row.click()
    await row.waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('body').getAttribute('data-prompt')).toBe('shown')
  })

  test('The profile describes the installation on an iPhone', async () => {
    const page = await setup.person({
      url: setup.server.url,
      userAgent: iPhone,
      viewport: { width: 320, height: 568 },
    })
    await logInAndOpen(page, setup.server, 'carol', '/app/profile')
    await page.getByText('choose Share, then Add to Home Screen').waitFor()
    expect(await axe(page)).toEqual([])
  })
})

test('A page that no worker controls, because it was being opened while the worker took over, is controlled after its first screen', async () => {
  const page = await setup.visit('alice', '/app/travel')
  await waitForWorker(page)
  // So is a page that is reloaded without caches; the other case lasts milliseconds.
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Page.reload', { ignoreCache: true })
  await page.getByRole('heading', { name: 'Lisbon and the Algarve' }).waitFor()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
})

test('The app opens from the offline cache on a dead connection, and updates when the connection works', async () => {
  const proxy = await createTcpProxy({ target: { port: Number(new URL(setup.server.url).port) } })
  try {
    const url = `http://127.0.0.1:${proxy.port}`
    const page = await setup.person({ url, expects: networkErrors, serviceWorkers: 'allow' })
    await logInAndOpen(page, setup.server, 'alice', '/app/travel')
    const title = page.getByRole('heading', { name: 'Lisbon and the Algarve' })
    await title.waitFor()
    await waitUntilCached(page, /^\/trips\?/)
    await waitForWorker(page)
    proxy.blackhole()
    await page.reload({ waitUntil: 'commit' })
    await title.waitFor()
    const planned = await setup.trips.planned('Planned meanwhile')
    expect(planned).not.toBe('')
    proxy.heal()
    await page.getByRole('heading', { name: 'Planned meanwhile' }).waitFor()
  } finally {
    await proxy.close()
  }
})

test('The app opens from the offline cache without a server, in every tab of a trip and in a conversation', async () => {
  const trip = await setup.trips.planned('Where no signal is')
  await setup.trips.spend(trip, 300)
  await setup.trips.deposit(trip, 'alice', 60)
  expectSuccess(
    await setup.trips.as.alice.post(`/itineraries/${trip}/items`, {
      title: 'Cable car',
      date: inDays(3),
      startTime: '10:00',
    }),
  )
  const { conversation } = expectSuccess(
    await setup.trips.as.bob.post('/conversations', {
      type: 'direct',
      participant_ids: [setup.trips.ids.alice],
    }),
  )
  expectSuccess(
    await setup.trips.as.bob.post(`/conversations/${conversation.id}/messages`, {
      content: 'Under the hill',
      message_type: 'text',
    }),
  )

  const page = await setup.visit('alice', `/app/chat/${conversation.id}`)
  await page.getByText('Under the hill').waitFor()
  await waitUntilCached(page, 'list', `conversation ${conversation.id}`)
  await page.goto('/app')
  await page.getByText('Welcome, alice').waitFor()
  await page.goto(`/app/travel/${trip}`)
  const parts = ['/chats', '/all-participants']
  await waitUntilCached(page, /^\/trips\?/, `replicas ${trip}`)
  await waitUntilCached(page, ...parts.map((part) => `/trips/${trip}${part}`))
  await waitForWorker(page)
  await setup.kill()

  await page.goto('/app')
  await page.getByText('Welcome, alice').waitFor()
  await away(page).waitFor()
  await page.getByText(/Showing what was here at \d\d:\d\d\.$/).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: 'Travel' }).click()
  await page.getByText('Where no signal is').first().waitFor()
  // Its code has never run here.
  await page.getByRole('button', { name: 'Plan a New Trip' }).click()
  await page.getByRole('dialog', { name: 'Plan a New Trip' }).getByLabel('Trip Title').waitFor()

  await page.goto(`/app/travel/${trip}`)
  await page.getByRole('dialog').getByText('Where no signal is').first().waitFor()
  expect(await axe(page)).toEqual([])
  await tab(page, 'Itinerary')
  await page.getByText('Cable car').waitFor()
  await tab(page, 'Expenses')
  await page.getByText('Dinner for 300').first().waitFor()
  await tab(page, 'Participants')
  await page.getByRole('tabpanel').getByText('carol').first().waitFor()
  await tab(page, 'Money')
  await page.getByRole('dialog').getByText('You are owed').waitFor()
  await tab(page, 'Chat')
  await page.getByText('No chats yet').waitFor()
  await expect.poll(() => page.getByText(/^Failed/).count()).toBe(0)
  // One that was never opened here has nothing to show.
  await page.goto('/app/travel/never-opened')
  await page.getByText('Failed to fetch trip details').waitFor()
  await page.getByText(/^(You are offline|No connection)\.$/).waitFor()

  await page.goto('/app/chat')
  await page.getByRole('listitem').filter({ hasText: 'Under the hill' }).getByRole('link').press('Enter')
  await page.getByRole('log').getByText('Under the hill').waitFor()
  await away(page).waitFor()

  await setup.restart()
  await page.goto('/app')
  await page.getByText('Welcome, alice').waitFor()
  await away(page).waitFor({ state: 'detached' })
})

test('A payment made offline that the other recorded meanwhile is asked about, and counted once', async () => {
  const trip = await setup.trips.planned('Paid on the pier')
  await setup.trips.spend(trip, 300)
  const page = await setup.visit('bob', `/app/travel/${trip}`, [/status of 409/])
  await tab(page, 'Money')
  const settlement = await openFromMoney(page, 'Settlement')
  await settlement.getByText('Pay alice HK$100.00.').waitFor()
  await waitUntilCached(page, `replicas ${trip}`)
  await waitForWorker(page)
  await page.context().setOffline(true)
  await settlement.getByRole('button', { name: 'Mark as paid: bob pays alice' }).click()
  await settlement.getByText('waiting to sync').first().waitFor()
  await setup.trips.pay(trip, 'bob', 'alice', 100, 'alice')
  // Longer than what one press and the next are apart.
  await new Promise((done) => setTimeout(done, 11_000))
  await page.context().setOffline(false)
  await settlement.getByText('alice recorded this already. Record a second one?').waitFor()
  expect((await setup.trips.paymentsOf(trip)).length).toBe(1)
  await settlement.getByRole('button', { name: 'Leave it' }).click()
  await settlement.getByText('Others still owe each other').waitFor()
  expect((await setup.trips.paymentsOf(trip)).length).toBe(1)
})

test('On the eighth day without a network, by the clock of the device, the trip is there and records, and then all of it is sent', async () => {
  coversSpec("§8 Session: 'Network error occurred'")

  const trip = await setup.trips.planned('Eight days in the mountains')
  await setup.trips.spend(trip, 300)
  const page = await setup.visit('bob', `/app/travel/${trip}#expenses`)
  await page.getByText('Dinner for 300').first().waitFor()
  await waitUntilCached(page, `replicas ${trip}`, /^\/trips\?/)
  await waitForWorker(page)
  const cached = await cachedNames(page)
  await page.addInitScript(() => {
    const eightDays = 8 * 86_400_000
    const RealDate = Date
    globalThis.Date = new Proxy(RealDate, {
      construct: (_, parts: [number]) =>
        parts.length > 0 ? new RealDate(...parts) : new RealDate(RealDate.now() + eightDays),
      get: (_, key) => (key === 'now' ? () => RealDate.now() + eightDays : Reflect.get(RealDate, key)),
    })
  })
  await page.context().setOffline(true)
  await page.reload()
  await page.getByText('Dinner for 300').first().waitFor()
  await page.getByText('Network error occurred. You stay logged in.').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Add Expense' }).first().click()
  const expense = page.getByRole('dialog', { name: 'Add Expense' })
  await expense.getByLabel('Description').fill('Hut')
  await expense.getByLabel('Amount').fill('30')
  await expense.getByRole('button', { name: 'Add Expense' }).click()
  await expense.waitFor({ state: 'hidden' })
  await page.getByText('waiting to sync').first().waitFor()
  expect(await cachedNames(page)).toEqual(expect.arrayContaining(cached))

  // The clock of the device is still eight days ahead of the server's.
  await page.context().setOffline(false)
  await page.getByText('waiting to sync').first().waitFor({ state: 'detached' })
  await page.getByText('You stay logged in').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('Hut').first().waitFor()
  expect(page.url()).toContain(trip)
})

test('Without a network, a conversation and contacts that were never opened on this device say so, once', async () => {
  const { as, ids } = setup.trips
  const { conversation } = expectSuccess(
    await as.bob.post('/conversations', {
      type: 'group',
      name: 'Unread here',
      participant_ids: [ids.alice, ids.carol],
    }),
  )
  const said = { content: 'Bring a rope', message_type: 'text' }
  expectSuccess(await as.bob.post(`/conversations/${conversation.id}/messages`, said))
  const page = await setup.visit('carol', '/app/travel')
  await page.getByRole('heading', { name: 'Travel' }).waitFor()
  await waitUntilCached(page, 'list')
  await waitForWorker(page)
  await page.context().setOffline(true)
  for (const path of [`/app/chat/${conversation.id}`, '/app/contacts']) {
    await page.goto(path)
    await page.getByText('Not opened on this device yet').waitFor()
    await away(page).waitFor()
    expect(await page.getByRole('main').innerText()).not.toMatch(/Failed|lost|Connecting|Reconnecting/)
    await expect
      .poll(() => page.getByRole('main').getByRole('status').filter({ hasText: /\S/ }).count())
      .toBe(0)
    expect(await axe(page)).toEqual([])
  }
  await page.goto(`/app/chat/${conversation.id}`)
  await page.context().setOffline(false)
  await page.getByRole('log').getByText('Bring a rope').waitFor()
})

test('An expense, a deposit, a payment and an activity made offline wait, survive a reload and are sent once', async () => {
  const trip = await setup.trips.planned('Written in a tunnel')
  await setup.trips.spend(trip, 300)
  const page = await setup.visit('bob', `/app/travel/${trip}`)
  await tab(page, 'Money')
  const settlement = await openFromMoney(page, 'Settlement')
  await settlement.getByText('Pay alice HK$100.00.').waitFor()
  await waitUntilCached(page, `replicas ${trip}`)
  await waitForWorker(page)
  await page.context().setOffline(true)
  await page.reload()
  await away(page).waitFor()

  await openFromMoney(page, 'Settlement')
  await settlement.getByRole('button', { name: 'Mark as paid: bob pays alice' }).click()
  const paid = settlement.getByRole('listitem').filter({ hasText: 'Paid HK$100.00 to alice' })
  await paid.getByText('waiting to sync').waitFor()
  await paid.getByRole('button', { name: 'Undo: bob paid alice HK$100.00' }).waitFor()
  await settlement.getByText('Others still owe each other').waitFor()
  await settlement.getByRole('button', { name: 'Close' }).click()
  await settlement.waitFor({ state: 'hidden' })
  const deposit = await openFromMoney(page, 'Add Money')
  await deposit.getByLabel('Amount').fill('12')
  await deposit.getByRole('button', { name: /^Add Money \(1 / }).click()
  await deposit.waitFor({ state: 'hidden' })
  await page.getByRole('list', { name: 'Deposits not sent yet' }).getByText('waiting to sync').waitFor()
  await tab(page, 'Expenses')
  await page.getByRole('button', { name: 'Add Expense' }).first().click()
  const expense = page.getByRole('dialog', { name: 'Add Expense' })
  await expense.getByLabel('Description').fill('Torches')
  await expense.getByLabel('Amount').fill('30')
  await expense.getByRole('button', { name: 'Add Expense' }).click()
  await expense.waitFor({ state: 'hidden' })
  await page.getByText('Torches').first().waitFor()
  await page.getByText('HK$330.00').first().waitFor()
  await tab(page, 'Itinerary')
  await page.getByRole('button', { name: 'Add Activity' }).last().click()
  const activity = page.getByRole('dialog', { name: 'Add Activity' })
  await activity.getByLabel('Title').fill('Bat cave')
  await activity.getByRole('button', { name: 'Add Activity' }).click()
  await activity.waitFor({ state: 'hidden' })
  await page.getByText('Bat cave').waitFor()

  await page.reload()
  const waiting = page.getByText('waiting to sync')
  await page.getByText('Bat cave').waitFor()
  await waiting.first().waitFor()
  await tab(page, 'Expenses')
  await page.getByText('Torches').first().waitFor()
  await waiting.first().waitFor()
  // 100 paid back, 12 deposited, 20 lent to the others: every screen shows the same figure and one hint.
  const saysWhereIStand = async (screen: Page | Locator) => {
    await screen.getByText('Includes 3 changes waiting to sync').first().waitFor()
    await screen.getByText('You are owed HK$32.00').waitFor()
  }
  await saysWhereIStand(page)
  await tab(page, 'Money')
  await saysWhereIStand(page)
  await saysWhereIStand(await openFromMoney(page, 'Settlement'))
  await settlement.getByText('carol pays you HK$').first().waitFor()
  const made = settlement.getByRole('list', { name: 'Payments made' })
  await made.getByText('waiting to sync').waitFor()
  await settlement.getByRole('button', { name: 'Close' }).click()
  await settlement.waitFor({ state: 'hidden' })
  await page.getByRole('list', { name: 'Deposits not sent yet' }).getByText('waiting to sync').waitFor()
  expect((await setup.trips.poolOf(trip)).balance).toBe(0)

  await page.context().setOffline(false)
  await away(page).waitFor({ state: 'detached' })
  await expect.poll(async () => (await setup.trips.poolOf(trip)).balance).toBe(12)
  await waiting.first().waitFor({ state: 'detached' })
  const { alice } = setup.trips.as
  const { expenses } = expectSuccess(await alice.get(`/trips/${trip}/expenses`))
  expect(expenses.map(({ description }: { description: string }) => description).sort()).toEqual([
    'Dinner for 300',
    'Torches',
  ])
  expect(expectSuccess(await alice.get(`/trips/${trip}/payments`)).payments).toMatchObject([{ amount: 100 }])
  await tab(page, 'Itinerary')
  const planned = page.getByRole('list', { name: 'Activities' }).getByText('Bat cave')
  await planned.waitFor()
  await waiting.first().waitFor({ state: 'detached' })
  expect(await planned.count()).toBe(1)
  expect(expectSuccess(await alice.get(`/trips/${trip}/itinerary`)).itinerary.items).toMatchObject([
    { title: 'Bat cave' },
  ])
  expect((await setup.trips.poolOf(trip)).transactions).toHaveLength(1)
})
