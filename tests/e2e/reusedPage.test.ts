// The page of one test is used by the next one only when nothing of the first is left.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserForFile } from '#tests/support/browser.ts'
import { devTools, emptyPage, noteLastingChanges } from '#tests/support/reusedPage.ts'

const { person } = browserForFile()
const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<p>Here'))
let url: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('An emptied page has no storage, history, routes, listeners or permissions of the test before', async () => {
  const page = await person({ url, expects: [/ERR_FAILED/] })
  const context = page.context()
  let requests = 0
  page.on('request', () => (requests += 1))
  await context.grantPermissions(['clipboard-read'])
  await page.goto('/first')
  await page.goto('/second')
  await page.route('**/lost', (route) => route.abort())
  await page.evaluate(async () => {
    localStorage.setItem('token', 'a')
    sessionStorage.setItem('draft', 'b')
    document.cookie = 'c=d'
    await caches.open('pages')
    await new Promise((resolve) => (indexedDB.open('outbox').onsuccess = resolve))
  })
  const left = () =>
    page.evaluate(async () => [
      localStorage.length + sessionStorage.length + document.cookie.length,
      (await indexedDB.databases()).length + (await caches.keys()).length,
      (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
      await fetch('/lost').then(
        () => 'found',
        () => 'lost',
      ),
    ])
  const entries = async () =>
    (await (await devTools(page)).send('Page.getNavigationHistory')).entries.map(
      ({ url }) => new URL(url).pathname,
    )
  expect(await left(), 'needs something to remove').toEqual([5, 2, 'granted', 'lost'])
  expect(await entries()).toContain('/first')

  await emptyPage(context, page)
  requests = 0
  expect(await left()).toEqual([0, 0, 'prompt', 'found'])
  expect(await entries()).toEqual(['/healthz'])
  expect(requests).toBe(0)
})

test('A page is not used again after addInitScript, routeWebSocket, setOffline, clock.install, newPage or close', async () => {
  const page = await person({ url })
  const context = page.context()
  for (const [call, change] of [
    ['addInitScript', () => page.addInitScript(() => undefined)],
    ['routeWebSocket', () => page.routeWebSocket(/socket/, () => undefined)],
    ['setOffline', () => context.setOffline(true)],
    ['clock.install', () => page.clock.install()],
    ['newPage', () => context.newPage()],
    ['close', () => page.close()],
  ] as const) {
    for (const other of context.pages()) if (other !== page) await other.close()
    const canBeEmptied = noteLastingChanges(context, page)
    expect(canBeEmptied(), `before ${call}`).toBe(true)
    await change()
    expect(canBeEmptied(), `after ${call}`).toBe(false)
  }
})
