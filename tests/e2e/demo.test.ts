// The demo of the settlement in a browser: fixed figures, the real rules, no server behind it. A real service worker,
// a real server that is killed, and the installed app beside it.

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#core/kernel/call.ts'
import type { Settlement } from '#core/money/answers.ts'
import { addExpense, getSettlement } from '#core/money/contract.ts'
import { tripKind } from '#core/trips/decider.ts'
import { demoAnswers } from '#web/demo/answers.ts'
import { createDemo, friends } from '#web/demo/sample.ts'
import { browserForFile } from '#tests/support/browser.ts'
import { expectAccessible } from '#tests/support/everyLook.ts'
import type { Server } from '#tests/support/server.ts'
import { startServer } from '#tests/support/server.ts'
import { arrive, expectToast } from '#tests/support/travellers.ts'
import { rowOf } from '#tests/support/tripOfThree.ts'

/** On a busy machine, too. */
const soon = { timeout: 15_000 }
/** Whatever a page says of a network that is away. */
const expects = [/ERR_CONNECTION_/, /ERR_INTERNET_DISCONNECTED/, /WebSocket connection/, /status of 50\d/]

let server: Server
let isDown = false
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: { PASSWORD_COST: 'low' } })
})
afterEach(async () => {
  if (!isDown) return
  const { dataDir, url } = server
  server = await startServer({ dataDir, env: { PASSWORD_COST: 'low', PORT: new URL(url).port } })
  isDown = false
})

async function goDown(): Promise<void> {
  isDown = true
  await server.kill9()
}

async function visit(): Promise<Page> {
  const page = await person({ url: server.url, expects, serviceWorkers: 'allow' })
  await page.goto('/demo/settlement')
  return page
}

async function openSettlement(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Settlement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Settlement' })
  await dialog.getByRole('heading', { name: 'Settlement Needed' }).waitFor()
  return dialog
}

async function spend(page: Page, description: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Expense' }).click()
  const form = page.getByRole('dialog', { name: 'Add Expense' })
  await form.getByLabel('Description').fill(description)
  await form.getByLabel('Amount').fill('400')
  await form.getByRole('button', { name: 'Add Expense' }).click()
  await page.getByText(description).waitFor()
}

/** 'zoe pays mia HK$828.90', in the order of the alphabet. */
const suggested = (dialog: Locator): Promise<string[]> =>
  dialog
    .getByRole('list', { name: 'Suggested payments' })
    .getByRole('button', { name: /^Mark as paid/ })
    .evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label')!.replace('Mark as paid: ', '')).sort(),
    )

/** All that the demo needs is on the device. */
async function kept(page: Page): Promise<void> {
  const isKept = () => page.evaluate(async () => Boolean(await caches.match('/demo/settlement')))
  await expect.poll(isKept, soon).toBe(true)
}

/** The next build is on the device, whole, and waits. */
async function newBuildWaits(page: Page): Promise<void> {
  const isWaiting = () =>
    page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration('/demo/'))?.waiting))
  await expect.poll(isWaiting, soon).toBe(true)
}

const figures = {
  distributed: [
    'Shared Pool pays mia HK$920.00',
    'Uncle Ho pays leo HK$59.58',
    'Uncle Ho pays mia HK$1,580.00',
    'zoe pays mia HK$828.90',
  ],
  equal: [
    'Shared Pool pays Uncle Ho HK$230.00',
    'Shared Pool pays leo HK$230.00',
    'Shared Pool pays mia HK$230.00',
    'Shared Pool pays zoe HK$230.00',
    'Uncle Ho pays mia HK$1,869.58',
    'leo pays mia HK$170.42',
    'zoe pays mia HK$1,058.90',
  ],
}

describe('the demo', () => {
  test('is one quiet link away from the landing, and its button opens the settlement with fixed figures', async () => {
    const page = await person({ url: server.url, serviceWorkers: 'allow' })
    await page.goto('/')
    await page.getByRole('link', { name: 'See a demo' }).click()
    await page.getByRole('heading', { name: 'Who pays whom?', level: 1 }).waitFor()
    await page.getByText('This is a demo: the figures are made up and nothing is stored.').waitFor()
    const links = { Login: '/login', Register: '/register', 'Group Trip Planner': '/' }
    for (const [name, href] of Object.entries(links))
      expect(await page.getByRole('link', { name }).getAttribute('href')).toBe(href)
    await page.getByText('Karaoke until four').waitFor()

    const dialog = await openSettlement(page)
    await dialog.getByText('Take HK$920.00 out of the Shared Pool.').waitFor()
    expect(await suggested(dialog)).toEqual(figures.distributed)
    const people = dialog.getByRole('list', { name: 'Figures of each participant' })
    const balances = {
      mia: '+HK$3,328.90',
      leo: '+HK$59.58',
      zoe: '−HK$828.90',
      'Uncle Ho': '−HK$1,639.58',
    }
    for (const [name, balance] of Object.entries(balances))
      await rowOf(people, name).getByText(balance).first().waitFor()
  })

  test('each mode moves the pool’s money its own way', async () => {
    const dialog = await openSettlement(await visit())
    await dialog.getByRole('radio', { name: 'Equal' }).check()
    await expect.poll(() => suggested(dialog), soon).toEqual(figures.equal)
    await dialog.getByRole('radio', { name: 'Reserved' }).check()
    await expect.poll(() => suggested(dialog), soon).toEqual(figures.distributed.slice(1))
    await dialog.getByText('HK$920.00 stays in the pool for you.').waitFor()
  })

  test('an expense changes the plan as the real settlement says, and a wrong one is refused in the form', async () => {
    const page = await visit()
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
    const dialog = await openSettlement(page)
    const expected = await planAfterTaxi()
    expect(expected).not.toEqual(figures.distributed)
    await expect.poll(() => suggested(dialog), soon).toEqual(expected)
  })

  test('a payment marked as paid leaves the others as they were, can be undone, and a reload begins anew', async () => {
    const page = await visit()
    const dialog = await openSettlement(page)
    await dialog.getByRole('button', { name: 'Mark as paid: zoe pays mia HK$828.90' }).click()
    await expect.poll(() => suggested(dialog), soon).toEqual(figures.distributed.slice(0, 3))
    await dialog.getByRole('button', { name: 'Undo: zoe paid mia HK$828.90' }).click()
    await expect.poll(() => suggested(dialog), soon).toEqual(figures.distributed)
    await dialog.getByRole('button', { name: 'Mark as paid: zoe pays mia HK$828.90' }).click()
    await dialog.getByRole('heading', { name: 'Payments Made' }).waitFor()
    await page.reload()
    expect(await suggested(await openSettlement(page))).toEqual(figures.distributed)
    expect(
      await page.evaluate(async () => [
        Object.keys(localStorage),
        (await indexedDB.databases()).map(({ name }) => name),
      ]),
    ).toEqual([[], []])
  })

  test('any figure tells what adds up to it, and leads nowhere the demo does not have', async () => {
    const page = await visit()
    const balances = page.getByRole('region', { name: 'Balances' })
    await rowOf(balances, 'Uncle Ho').getByRole('button').click()
    const dialog = page.getByRole('dialog', { name: /Uncle Ho$/ })
    // His deposit, his share of five expenses, and the cent of one that could not be divided.
    await dialog.getByText('These 7 lines add up to').waitFor()
    await dialog.getByText('−HK$1,639.58').waitFor()
    await dialog.getByText('Hotel in Ximending').waitFor()
    expect(await dialog.getByRole('link').count()).toBe(0)
  })

  test('asks the server for nothing but its files', async () => {
    const page = await person({ url: server.url, serviceWorkers: 'allow' })
    const calls: Request[] = []
    page.context().on('request', (request) => {
      if (new URL(request.url()).pathname.includes('/api/')) calls.push(request)
    })
    await page.goto('/demo/settlement')
    await openSettlement(page)
    expect(calls.length).toBeGreaterThan(3)
    for (const call of calls) {
      // What the worker itself passes on would go to the server.
      expect(call.serviceWorker(), call.url()).toBeNull()
      expect((await call.response())!.fromServiceWorker(), call.url()).toBe(true)
    }
  })

  test('opens with the server killed after one visit, and works', async () => {
    const page = await visit()
    await page.getByText('Karaoke until four').waitFor()
    await kept(page)
    await goDown()
    await page.goto('/demo/settlement')
    const dialog = await openSettlement(page)
    expect(await suggested(dialog)).toEqual(figures.distributed)
    await dialog.getByRole('button', { name: 'Mark as paid: zoe pays mia HK$828.90' }).click()
    await expect.poll(() => suggested(dialog), soon).toEqual(figures.distributed.slice(0, 3))
    await dialog.getByRole('button', { name: 'Close' }).click()
    await spend(page, 'Taxi home')
  })

  test('stays there when its last window is closed', async () => {
    const first = await visit()
    await kept(first)
    const page = await first.context().newPage()
    await page.goto('/healthz')
    await first.close()
    await goDown()
    await page.goto('/demo/settlement')
    expect(await suggested(await openSettlement(page))).toEqual(figures.distributed)
  })

  describe('after a new build', () => {
    const folder = mkdtempSync(join(tmpdir(), 'client-'))
    const env = { PASSWORD_COST: 'low', CLIENT_DIR: join(folder, 'web') }
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    /** Somebody who has been there before the server got the next build. */
    async function visitedBefore(): Promise<{ page: Page; server: Server }> {
      rmSync(env.CLIENT_DIR, { recursive: true, force: true })
      cpSync('dist/web', env.CLIENT_DIR, { recursive: true })
      const before = await startServer({ env })
      const page = await person({ url: before.url, expects, serviceWorkers: 'allow' })
      await page.goto('/demo/settlement')
      await kept(page)
      await before.kill9()
      nextBuild(env.CLIENT_DIR)
      const port = new URL(before.url).port
      return { page, server: await startServer({ dataDir: before.dataDir, env: { ...env, PORT: port } }) }
    }
    const builds = async (page: Page) =>
      (await page.evaluate(() => caches.keys())).filter((one) => one.startsWith('demo '))

    test('a visit shows the old one and works to its end, the next one shows the new, also without a network', async () => {
      const { page, server: next } = await visitedBefore()
      const [old] = await builds(page)
      await page.goto('/demo/settlement')
      expect(await page.title()).not.toBe('The next build')
      await page.getByRole('heading', { name: 'Who pays whom?' }).waitFor()
      await newBuildWaits(page)
      await spend(page, 'Taxi home')
      await next.kill9()
      await page.goto('/demo/settlement')
      expect(await page.title()).toBe('The next build')
      await spend(page, 'Breakfast')
      await expect.poll(() => builds(page), soon).toHaveLength(1)
      expect(await builds(page)).not.toContain(old)
    })

    test('a window that is open goes on with the old one while another shows the new', async () => {
      const { page } = await visitedBefore()
      await page.goto('/demo/settlement')
      await newBuildWaits(page)
      const second = await page.context().newPage()
      await second.goto('/demo/settlement')
      expect(await second.title()).toBe('The next build')
      await spend(second, 'Breakfast')
      await spend(page, 'Taxi home')
      expect(await builds(page)).toHaveLength(2)
    })
  })

  test('on plain http, where there are no workers, it is answered in the page', async () => {
    const page = await person({ url: server.url })
    await page.addInitScript(() => {
      // As in a page that is not secure.
      Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
      Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
    })
    await page.goto('/demo/settlement')
    const dialog = await openSettlement(page)
    await dialog.getByRole('button', { name: 'Mark as paid: zoe pays mia HK$828.90' }).click()
    await expect.poll(() => suggested(dialog), soon).toEqual(figures.distributed.slice(0, 3))
  })

  test('says so where no worker can be had', async () => {
    const page = await person({ url: server.url, expects: [/./] })
    await page.addInitScript(() => {
      navigator.serviceWorker.register = () => Promise.reject(new Error('not in a private window'))
    })
    await page.goto('/demo/settlement')
    await page.getByText('The demo could not start in this browser.').waitFor()
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(1)
  })
})

describe('beside the installed app', () => {
  const scopes = (page: Page) =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname).sort(),
    )

  test('each has its own worker and its own document, and both open without a server', async () => {
    const page = await person({ url: server.url, expects, serviceWorkers: 'allow' })
    await arrive(page, server, 'alice', '/app')
    await page.getByText('Welcome, alice').waitFor()
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    const token = await page.evaluate(() => localStorage.getItem('token'))
    await page.goto('/demo/settlement')
    await openSettlement(page)
    await kept(page)
    expect(await scopes(page)).toEqual(['/', '/demo/'])
    expect(await page.evaluate(() => new URL(navigator.serviceWorker.controller!.scriptURL).pathname)).toBe(
      '/demo/sw.js',
    )
    // Whoever is signed in is neither seen nor touched.
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(token)
    await goDown()

    await page.goto('/app')
    await page.getByText('Welcome, alice').waitFor()
    await page.goto('/demo/settlement')
    const dialog = await openSettlement(page)
    await dialog.getByRole('button', { name: 'Mark as paid: zoe pays mia HK$828.90' }).click()
    await expect.poll(() => suggested(dialog), soon).toEqual(figures.distributed.slice(0, 3))
    // The app's own queue has nothing of it.
    await page.goto('/app')
    await page.getByText('Welcome, alice').waitFor()
    expect(await page.getByText('waiting to sync').count()).toBe(0)
  })

  test('the app is none of its worker’s business when the demo was there first', async () => {
    const page = await visit()
    await kept(page)
    await arrive(page, server, 'bob', '/app')
    await page.getByText('Welcome, bob').waitFor()
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    expect(await page.evaluate(() => new URL(navigator.serviceWorker.controller!.scriptURL).pathname)).toBe(
      '/sw.js',
    )
  })

  test('nothing of MSW or of the demo is in what any other address loads', () => {
    const marks = ['[MSW]', 'mockServiceWorker', '/demo/sw.js', 'A long weekend in Taipei']
    const textIn = (folder: string) =>
      readdirSync(folder)
        .filter((file) => /\.(?:js|html)$/.test(file))
        .map((file) => readFileSync(join(folder, file), 'utf8'))
    const own = [...textIn('dist/web/assets/demo'), ...textIn('dist/web/demo')].join('')
    const others = [
      ...textIn('dist/web/assets'),
      ...['index.html', 'app.html', 'sw.js'].map((file) => readFileSync(join('dist/web', file), 'utf8')),
    ].join('')
    for (const mark of marks) {
      expect(own.includes(mark), `${mark} in the demo`).toBe(true)
      expect(others.includes(mark), `${mark} elsewhere`).toBe(false)
    }
    expect(others).not.toContain('assets/demo/')
  })
})

describe('for everybody', () => {
  test('axe finds nothing on it and on its dialogs, in both themes and at three sizes', async () => {
    const page = await visit()
    await page.getByText('Karaoke until four').waitFor()
    await expectAccessible(page, 'the demo')
    await openSettlement(page)
    await expectAccessible(page, 'its settlement')
  })

  test('the keyboard is enough, and the focus comes back', async () => {
    const page = await visit()
    const button = page.getByRole('button', { name: 'Settlement' })
    await button.waitFor()
    await button.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Settlement' })
    await dialog.getByRole('heading', { name: 'Settlement Needed' }).waitFor()
    await dialog.getByRole('radio', { name: 'Distributed' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => suggested(dialog), soon).toEqual(figures.equal)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => button.evaluate((it) => it === document.activeElement), soon).toBe(true)
  })

  test('on the narrowest phone, also with doubled text, nothing runs out of the page', async () => {
    const page = await visit()
    await page.getByText('Karaoke until four').waitFor()
    await page.setViewportSize({ width: 320, height: 568 })
    const outside = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(await outside()).toBe(0)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    expect(await outside()).toBe(0)
  })
})

/** The real settlement over the sample and this expense, without a browser. */
async function planAfterTaxi(): Promise<string[]> {
  const { mia, leo, zoe } = friends
  const { product, tripId } = await createDemo(Date.now)
  const answers = demoAnswers(product, mia)
  const ask = async (call: Call<unknown, unknown>, body?: unknown) => {
    const params = { tripId }
    const rest = { query: new URLSearchParams(), key: crypto.randomUUID(), ifMatch: undefined }
    return (await answers.find((one) => one.call === call)!.answer({ params, body, ...rest })).body
  }
  const { trip } = await product.reader.state(tripKind, tripId)
  const sharedBy = [mia.id, leo.id, zoe.id, trip!.guests[0]!.id]
  await ask(addExpense, {
    description: 'Taxi home',
    amount: 400,
    category: 'other',
    paidBy: mia.id,
    sharedBy,
  })
  const { settlement } = (await ask(getSettlement)) as { settlement: Settlement }
  await product.stop()
  const money = new Intl.NumberFormat('en-HK', { style: 'currency', currency: 'HKD' })
  return settlement.payments.map(({ description, amount }) => `${description} ${money.format(amount)}`).sort()
}

/** Another build in the place of the one that is served: its document has another title. */
function nextBuild(client: string): void {
  const build = /name="build" content="(\w+)"/.exec(readFileSync(join(client, 'demo.html'), 'utf8'))![1]!
  for (const file of ['demo.html', 'demo/sw.js']) {
    const path = join(client, file)
    const text = readFileSync(path, 'utf8').replaceAll(build, `next${build}`)
    writeFileSync(path, text.replace(/<title>.*<\/title>/, '<title>The next build</title>'))
    for (const ending of ['br', 'gz']) rmSync(`${path}.${ending}`)
  }
}
