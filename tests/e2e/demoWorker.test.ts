// The demo's service worker keeps the demo available without a network, through a new build and beside the installed
// app. The worker is real, and so is the killed server.

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { browserForFile, networkErrors } from '#tests/support/browser.ts'
import {
  expectedSuggestions,
  waitUntilCached,
  openSettlement,
  spend,
  suggestedPayments,
} from '#tests/support/demoVisitor.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { logInAndOpen } from '#tests/support/demoUsers.ts'

let server: Server
let isDown = false
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer()
})
afterEach(async () => {
  if (!isDown) return
  const { dataDir, url } = server
  server = await startServer({ dataDir, env: { PORT: new URL(url).port } })
  isDown = false
})

async function goDown(): Promise<void> {
  isDown = true
  await server.kill9()
}

async function visit(): Promise<Page> {
  const page = await person({ url: server.url, expects: networkErrors, serviceWorkers: 'allow' })
  await page.goto('/demo/settlement')
  return page
}

describe('the demo after a visit', () => {
  test('The demo opens and works with the server killed after one visit, also when its last window was closed', async () => {
    coversSpec('§1 A static demo of settlement')

    const first = await visit()
    await first.getByText('Karaoke until four').waitFor()
    await waitUntilCached(first)
    const page = await first.context().newPage()
    await page.goto('/healthz')
    await first.close()
    await goDown()
    await page.goto('/demo/settlement')
    const dialog = await openSettlement(page)
    await expect.poll(() => suggestedPayments(dialog)).toEqual(expectedSuggestions.distributed)
    await dialog.getByRole('button', { name: 'Mark as paid: zoe pays mia HK$828.90' }).click()
    await expect.poll(() => suggestedPayments(dialog)).toEqual(expectedSuggestions.distributed.slice(0, 3))
    await dialog.getByRole('button', { name: 'Close' }).click()
    await spend(page, 'Taxi home')
  })
})

describe('after a new build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'))
  const env = { CLIENT_DIR: join(folder, 'web') }
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** A person who visited before the server got the next build. */
  async function visitedBefore(): Promise<{ page: Page; server: Server }> {
    rmSync(env.CLIENT_DIR, { recursive: true, force: true })
    cpSync('dist/web', env.CLIENT_DIR, { recursive: true })
    const before = await startServer({ env })
    const page = await person({ url: before.url, expects: networkErrors, serviceWorkers: 'allow' })
    await page.goto('/demo/settlement')
    await waitUntilCached(page)
    await before.kill9()
    nextBuild(env.CLIENT_DIR)
    const port = new URL(before.url).port
    return { page, server: await startServer({ dataDir: before.dataDir, env: { ...env, PORT: port } }) }
  }
  const builds = async (page: Page) =>
    (await page.evaluate(() => caches.keys())).filter((one) => one.startsWith('demo '))

  test('A visit shows the old build until its end, and the next one the new build, also without a network', async () => {
    const { page, server: next } = await visitedBefore()
    const [old] = await builds(page)
    await page.goto('/demo/settlement')
    await expect.poll(() => page.title()).not.toBe('The next build')
    await page.getByRole('heading', { name: 'Who pays whom?' }).waitFor()
    await newBuildWaits(page)
    await spend(page, 'Taxi home')
    await next.kill9()
    await page.goto('/demo/settlement')
    await expect.poll(() => page.title()).toBe('The next build')
    await spend(page, 'Breakfast')
    await expect.poll(() => builds(page)).toHaveLength(1)
    expect(await builds(page)).not.toContain(old)
  })

  test('An open window continues with the old build while another shows the new one', async () => {
    const { page } = await visitedBefore()
    await page.goto('/demo/settlement')
    await newBuildWaits(page)
    const second = await page.context().newPage()
    await second.goto('/demo/settlement')
    await expect.poll(() => second.title()).toBe('The next build')
    await spend(second, 'Breakfast')
    await spend(page, 'Taxi home')
    expect(await builds(page)).toHaveLength(2)
  })
})

describe('without a worker', () => {
  test('The demo runs in the page on plain http, where there are no workers', async () => {
    const page = await person({ url: server.url })
    await page.addInitScript(() => {
      // As in an insecure context.
      Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
      Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
    })
    await page.goto('/demo/settlement')
    const dialog = await openSettlement(page)
    await dialog.getByRole('button', { name: 'Mark as paid: zoe pays mia HK$828.90' }).click()
    await expect.poll(() => suggestedPayments(dialog)).toEqual(expectedSuggestions.distributed.slice(0, 3))
  })

  test('The demo opened while its worker is being installed runs in the page and does not reload', async () => {
    const page = await person({ url: server.url })
    await page.addInitScript(() => {
      // WebKit leaves a registration in this state for good when the page that began it is left.
      const known = { scope: `${location.origin}/demo/`, active: null, waiting: null }
      const installing = { state: 'installing', scriptURL: `${location.origin}/demo/sw.js` }
      const registration = { ...known, installing } as unknown as ServiceWorkerRegistration
      navigator.serviceWorker.getRegistration = async () => registration
      navigator.serviceWorker.getRegistrations = async () => [registration]
    })
    let loads = 0
    page.on('load', () => (loads += 1))
    await page.goto('/demo/settlement')
    const dialog = await openSettlement(page)
    await expect.poll(() => suggestedPayments(dialog)).toEqual(expectedSuggestions.distributed)
    expect(loads).toBe(1)
  })

  test('The demo says so where it cannot have a worker', async () => {
    const page = await person({ url: server.url, expects: [/./] })
    await page.addInitScript(() => {
      navigator.serviceWorker.register = () => Promise.reject(new Error('not in a private window'))
    })
    await page.goto('/demo/settlement')
    await page.getByText('The demo could not start in this browser.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Retry' }).count()).toBe(1)
  })
})

describe('next to the installed app', () => {
  const scopes = (page: Page) =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname).sort(),
    )

  test('The app and the demo have their own workers and documents, and both open without a server', async () => {
    const page = await person({ url: server.url, expects: networkErrors, serviceWorkers: 'allow' })
    await logInAndOpen(page, server, 'alice', '/app')
    await page.getByText('Welcome, alice').waitFor()
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    const token = await page.evaluate(() => localStorage.getItem('token'))
    await page.goto('/demo/settlement')
    await openSettlement(page)
    await waitUntilCached(page)
    expect(await scopes(page)).toEqual(['/', '/demo/'])
    expect(await page.evaluate(() => new URL(navigator.serviceWorker.controller!.scriptURL).pathname)).toBe(
      '/demo/sw.js',
    )
    // The signed-in session is neither shown nor changed.
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(token)
    await goDown()

    await page.goto('/app')
    await page.getByText('Welcome, alice').waitFor()
    await page.goto('/demo/settlement')
    const dialog = await openSettlement(page)
    await dialog.getByRole('button', { name: 'Mark as paid: zoe pays mia HK$828.90' }).click()
    await expect.poll(() => suggestedPayments(dialog)).toEqual(expectedSuggestions.distributed.slice(0, 3))
    // The app's own outbox is empty.
    await page.goto('/app')
    await page.getByText('Welcome, alice').waitFor()
    await expect.poll(() => page.getByText('waiting to sync').count()).toBe(0)
  })

  test('The app’s worker leaves the demo alone when the demo was visited first', async () => {
    const page = await visit()
    await waitUntilCached(page)
    await logInAndOpen(page, server, 'bob', '/app')
    await page.getByText('Welcome, bob').waitFor()
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    expect(await page.evaluate(() => new URL(navigator.serviceWorker.controller!.scriptURL).pathname)).toBe(
      '/sw.js',
    )
  })

  test('No other address loads code of MSW or of the demo', () => {
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

/** Waits until the next build is wholly on the device and its worker is waiting. */
async function newBuildWaits(page: Page): Promise<void> {
  const isWaiting = () =>
    page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration('/demo/'))?.waiting))
  await expect.poll(isWaiting).toBe(true)
}

/** Replaces the served build by another one, whose document has another title. */
function nextBuild(client: string): void {
  const build = /name="build" content="(\w+)"/.exec(readFileSync(join(client, 'demo.html'), 'utf8'))![1]!
  for (const file of ['demo.html', 'demo/sw.js']) {
    const path = join(client, file)
    const text = readFileSync(path, 'utf8').replaceAll(build, `next${build}`)
    writeFileSync(path, text.replace(/<title>.*<\/title>/, '<title>The next build</title>'))
    for (const ending of ['br', 'gz']) rmSync(`${path}.${ending}`)
  }
}
