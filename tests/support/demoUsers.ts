// Demo users, signed in in a browser or at the API, and helpers for their screens.

import { readdirSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Client, createClient } from '#tests/support/client.ts'
import type { Server } from '#tests/support/server.ts'

/** The password of every user in the seed data. */
export const password = 'travel-demo'

/** A client that is signed in as this user. */
export async function client({ url }: Pick<Server, 'url'>, username: string): Promise<Client> {
  const port = Number(new URL(url).port)
  const { body } = await createClient(port).post('/auth/login', { username, password })
  return createClient(port, body.token)
}

/** Signs a user in without the form, and opens the address. */
export async function logInAndOpen(page: Page, server: Pick<Server, 'url'>, username: string, path: string) {
  const { token } = await client(server, username)
  await openWithToken(page, token!, path)
}

/** Opens the address with this token. */
export async function openWithToken(page: Page, token: string, path: string): Promise<void> {
  await storeToken(page, token)
  await page.goto(path)
}

/** Stores the token from a page that renders and fetches nothing, and stays there. A page that was emptied is there. */
export async function storeToken(page: Page, token: string): Promise<void> {
  if (!page.url().endsWith('/healthz')) await page.goto('/healthz')
  await page.evaluate((token) => localStorage.setItem('token', token), token)
}

/** The id of the single trip with this title. */
export async function tripNamed(of: Client, title: string): Promise<string> {
  const { body } = await of.get('/trips?limit=100')
  const found = body.trips.filter((trip: { title: string }) => trip.title === title)
  expect(found, `the trips called ${title}`).toHaveLength(1)
  return found[0].id
}

/** Plans a trip in three days with everybody invited, for one test. @returns its id */
export async function plannedTrip(
  of: Client,
  title: string,
  invitees: readonly string[] = [],
): Promise<string> {
  const users: { id: string; username: string }[] =
    invitees.length > 0 ? (await of.get('/users')).body.data : []
  const { status, body } = await of.post('/trips', {
    title,
    destination: 'Macau',
    startDate: inDays(3),
    endDate: inDays(5),
    inviteUserIds: users.filter(({ username }) => invitees.includes(username)).map(({ id }) => id),
  })
  expect(status).toBe(201)
  return body.trip.id
}

/** Waits until the page has shown this toast, once for each call; it may have disappeared by then. */
export async function expectToast(page: Page, text: string): Promise<void> {
  // A page whose frames are held up has shown it all the same.
  const found = page.waitForFunction(takeToast, text, { polling: 100 })
  await found.catch(async (error: unknown) => {
    const seen = await page.evaluate(() => [
      ...(window as unknown as { toastsShown: string[] }).toastsShown,
      document.body.textContent.slice(0, 500),
    ])
    throw new Error(`${page.url()} did not show the toast ${text}, but: ${seen.join(' | ')}`, {
      cause: error,
    })
  })
}

/** In the page. */
function takeToast(text: string): boolean {
  const { toastsShown: shown } = window as unknown as { toastsShown: string[] }
  const at = shown.findIndex((one) => one.includes(text))
  if (at !== -1) shown.splice(at, 1)
  return at !== -1
}

/**
 * Opens no socket for the page: on connecting, it would retry failed requests by itself while a test presses Retry. Call
 * before the page is opened. The code of the socket is replaced, because a page with `routeWebSocket` is not used again.
 */
export async function blockSockets(page: Page): Promise<void> {
  if (!readdirSync('dist/web/assets').some((name) => name.startsWith('liveConnection-')))
    throw new Error('The code of the connection has another name')
  await page.route(/\/assets\/liveConnection-/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'Cache-Control': 'no-store' },
      body: 'const none = () => {}; export const connect = () => ({ setToken: none, tryAgain: none, emit: none, ask: none, state: none })',
    }),
  )
}

/**
 * Loses these GET requests until Retry was pressed this many times, also those that the page repeats by itself. So a
 * response that arrives belongs to the press. Call before the page is opened, once for each read with presses of its
 * own.
 * @param status of the responses until then; without it there is no response
 * @param json replaces the server's response from then on
 */
export async function loseUntilRetried(
  page: Page,
  reads: RegExp | string,
  { presses = 1, status, json }: { presses?: number; status?: number; json?: object } = {},
): Promise<void> {
  await page.route(reads, async (route) => {
    const pressed = await page.evaluate(retriesPressed).catch(() => 0)
    if (pressed >= presses) return json ? route.fulfill({ json }) : route.fallback()
    return status === undefined ? route.abort() : route.fulfill({ status, body: '' })
  })
}

/** In the page: how often Retry was pressed since the first call, which precedes every press: nothing was lost before. */
function retriesPressed(): number {
  const counted = window as unknown as { retries?: number }
  if (counted.retries === undefined) {
    counted.retries = 0
    const isRetry = (target: EventTarget | null) =>
      target instanceof Element && target.closest('button')?.textContent?.includes('Retry')
    addEventListener('click', ({ target }) => void (counted.retries! += isRetry(target) ? 1 : 0), true)
  }
  return counted.retries
}

/** Waits until the page has prefetched this chunk, for example `GuestDialog`, with its imports. */
export async function waitForChunk(page: Page, name: string): Promise<void> {
  await page.waitForFunction(
    (part) => {
      const here = performance.getEntriesByType('resource').map((entry) => entry.name)
      const wanted = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')]
      return here.some((url) => url.includes(`/${part}-`)) && wanted.every(({ href }) => here.includes(href))
    },
    name,
    { polling: 100 },
  )
}

/** Opens the sheet of what was refused, by the bar at the foot. */
export async function openRefused(page: Page): Promise<Locator> {
  await page.getByRole('status').getByRole('button', { name: 'Show' }).click()
  const sheet = page.getByRole('dialog', { name: 'Not accepted' })
  await sheet.waitFor()
  return sheet
}

/** Waits for the latest data, the outbox and these chunks, then takes the page offline. */
export async function goOffline(page: Page, ...parts: string[]): Promise<void> {
  for (const part of ['ToastStack', 'BottomBar', 'sending', ...parts]) await waitForChunk(page, part)
  await page.context().setOffline(true)
}

/**
 * Takes the page online again, and waits until a request gets through: Chromium says before that it is online. For what
 * the page does not repeat by itself, as a log-in.
 */
export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await page.waitForFunction(async () => {
    const response = await fetch('/healthz').catch(() => null)
    return response?.ok
  })
}

/** The calendar date this many days from today, YYYY-MM-DD. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
