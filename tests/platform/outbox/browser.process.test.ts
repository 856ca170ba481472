// The outbox's parts that only a real browser has: its storage, the lock shared by tabs, and the channel between them.

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { build, type Rollup } from 'vite'
import { outboxStoreContract } from '#tests/contracts/outboxStore.ts'
import { cacheStoreContract } from '#tests/contracts/cacheStore.ts'
import { replicaStoreContract } from '#tests/contracts/replicaStore.ts'
import { browserForFile } from '#tests/support/browser.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

const url = 'https://outbox.example'
const { person } = browserForFile()
let files: Map<string, string | Uint8Array>
let page: Page

beforeAll(async () => {
  const built = (await build({
    configFile: false,
    root: 'tests/platform/outbox/page',
    build: { write: false, modulePreload: false },
    logLevel: 'silent',
  })) as Rollup.RollupOutput
  files = new Map(
    built.output.map((file) => [`/${file.fileName}`, file.type === 'asset' ? file.source : file.code]),
  )
  page = await person({ url })
  await open(page)
})

async function open(tab: Page): Promise<Page> {
  await tab.route(`${url}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const body = files.get(pathname === '/' ? '/index.html' : pathname)
    if (body === undefined) return route.fulfill({ status: 204 })
    const contentType = pathname.endsWith('.js') ? 'text/javascript' : 'text/html'
    return route.fulfill({ body: Buffer.from(body), contentType })
  })
  await tab.goto('/')
  await tab.waitForFunction(() => 'outboxPage' in window)
  return tab
}

const newTab = async () => open(await page.context().newPage())

describe('offline cache in IndexedDB', () => {
  test.each(Object.keys(cacheStoreContract))('%s', async (promise) => {
    expect(await page.evaluate((name) => window.outboxPage.remembers(name), promise)).toBeNull()
  })
})

describe('replicas in IndexedDB', () => {
  test.each(Object.keys(replicaStoreContract))('%s', async (promise) => {
    expect(await page.evaluate((name) => window.outboxPage.storesReplicas(name), promise)).toBeNull()
  })
})

describe('unsent commands in IndexedDB', () => {
  test.each(Object.keys(outboxStoreContract))('%s', async (promise) => {
    expect(await page.evaluate((name) => window.outboxPage.keeps(name), promise)).toBeNull()
  })

  test('The outbox in IndexedDB is one list for all tabs, and survives closing them', async () => {
    const add = (key: string) =>
      ({
        key,
        id: key,
        by: 'ann',
        lane: 'lane',
        endpoint: { method: 'POST', path: '/things', status: 201 },
        params: {},
        body: undefined,
        ifMatch: undefined,
        touches: [],
        at: '2026-05-02T10:00:00.000Z',
        refusal: null,
      }) as const
    const tabs = [await newTab(), await newTab()]
    for (const key of ['a', 'b', 'c', 'd'])
      await tabs[key.charCodeAt(0) % 2]!.evaluate(
        async (command) => void (await window.outboxPage.openStore('shared').add(command)),
        add(key),
      )
    for (const tab of tabs) await tab.close()
    const later = await newTab()
    const all = await later.evaluate(() => window.outboxPage.openStore('shared').all())
    expect(all.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd'])
    expect(all[0]!.endpoint.path).toBe('/things')
    await later.close()
  })
})

describe('the lock of the tabs', () => {
  /** Takes the lock and holds it until the tab is closed or `window.letGo` is called. */
  const hold = (tab: Page) =>
    tab.evaluate(
      () =>
        new Promise<void>((held) => {
          void window.outboxPage.lease.run((lost) => {
            held()
            return new Promise((letGo) => Object.assign(window, { letGo, lost }))
          })
        }),
    )
  const holdsWithin = (tab: Page, ms: number) =>
    tab.evaluate(
      (wait) =>
        new Promise<boolean>((resolve) => {
          setTimeout(() => resolve(false), wait)
          void window.outboxPage.lease.run(async () => resolve(true))
        }),
      ms,
    )

  test('The lock is held by one tab at a time, shared by all its work, until it is let go or its tab is closed', async () => {
    const [one, other] = [await newTab(), await newTab()]
    await hold(one)
    expect(await holdsWithin(one, TIMEOUT_MS)).toBe(true)
    expect(await holdsWithin(other, 300)).toBe(false)
    await one.evaluate(() => (window as unknown as { letGo(): void }).letGo())
    expect(await holdsWithin(other, TIMEOUT_MS)).toBe(true)
    await hold(one)
    expect(await holdsWithin(other, 300)).toBe(false)
    await one.close()
    expect(await holdsWithin(other, TIMEOUT_MS)).toBe(true)
    await other.close()
  })

  test('The lock is taken from a frozen tab, which learns it when it continues', async () => {
    const [one, other] = [await newTab(), await newTab()]
    await hold(one)
    await other.evaluate(() => window.outboxPage.shortWaitLease.run(async () => undefined))
    await expect
      .poll(() => one.evaluate(() => (window as unknown as { lost: AbortSignal }).lost.aborted))
      .toBe(true)
    expect(await holdsWithin(one, TIMEOUT_MS)).toBe(true)
    await Promise.all([one.close(), other.close()])
  })
})

test('A tab gets the messages of other tabs and not its own', async () => {
  const [one, other] = [await newTab(), await newTab()]
  for (const tab of [one, other])
    await tab.evaluate(() => {
      const heard: string[] = []
      window.outboxPage.tabs.subscribe((news) => void heard.push(news.type))
      Object.assign(window, { heard })
    })
  await one.evaluate(() => window.outboxPage.tabs.publish({ type: 'changed' }))
  const heardBy = (tab: Page) => tab.evaluate(() => (window as unknown as { heard: string[] }).heard)
  await expect.poll(() => heardBy(other)).toEqual(['changed'])
  expect(await heardBy(one)).toEqual([])
  await Promise.all([one.close(), other.close()])
})
