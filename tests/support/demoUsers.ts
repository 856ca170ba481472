// Demo users, signed in in a browser or at the API, and helpers for their screens.

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { createClient } from '#tests/support/client.ts'
import type { Server } from '#tests/support/server.ts'

/** Of everybody in the seed story. */
export const password = 'travel-demo'

/** Somebody at the API. */
export async function client({ url }: Pick<Server, 'url'>, username: string): Promise<Client> {
  const port = Number(new URL(url).port)
  const { body } = await createClient(port).post('/auth/login', { username, password })
  return createClient(port, body.token)
}

/** Signs somebody in without the form, and opens the address. */
export async function logInAndOpen(page: Page, server: Pick<Server, 'url'>, username: string, path: string) {
  const { token } = await client(server, username)
  await openWithToken(page, token!, path)
}

/** Opens the address as who has this token. It is put down on a page that draws nothing: each test does so. */
export async function openWithToken(page: Page, token: string, path: string): Promise<void> {
  await page.goto('/healthz')
  await page.evaluate((token) => localStorage.setItem('token', token), token)
  await page.goto(path)
}

/** The id of the one trip of this title. */
export async function tripNamed(of: Client, title: string): Promise<string> {
  const { body } = await of.get('/trips?limit=100')
  const found = body.trips.filter((trip: { title: string }) => trip.title === title)
  expect(found, `the trips called ${title}`).toHaveLength(1)
  return found[0].id
}

/** A trip of its own for a test to change, in three days; everybody invited is on it. Its id. */
export async function plannedTrip(
  of: Client,
  title: string,
  invitees: readonly string[] = [],
): Promise<string> {
  const users: { id: string; username: string }[] = (await of.get('/users')).body.data
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

/** Waits until the page has said this in a toast, once for each time it is asked; it may be gone again by then. */
export async function expectToast(page: Page, text: string): Promise<void> {
  await page.waitForFunction((text) => {
    const { toastsShown: shown } = window as unknown as { toastsShown: string[] }
    const at = shown.findIndex((one) => one.includes(text))
    if (at !== -1) shown.splice(at, 1)
    return at !== -1
  }, text)
}

/**
 * No connection for messages: when it comes, what could not be read is read again by itself, perhaps while a test is
 * pressing Retry. Called before the page is opened.
 */
export const withoutLive = (page: Page): Promise<void> => page.routeWebSocket(/socket\.io/, () => undefined)

/**
 * Loses these reads until Retry was pressed so many times, also those that the page makes again by itself meanwhile: what
 * is read then was read for the press. Called before the page is opened, once for each read with presses of its own.
 * @param status of the answer until then; without it the read gets none
 * @param json instead of the server's answer from then on
 */
export async function loseUntilRetried(
  page: Page,
  reads: RegExp | string,
  { presses = 1, status, json }: { presses?: number; status?: number; json?: object } = {},
): Promise<void> {
  await page.addInitScript(() => {
    const counted = window as unknown as { retries?: number }
    // Another call on the same page counts already.
    if (counted.retries !== undefined) return
    counted.retries = 0
    const isRetry = (target: EventTarget | null) =>
      target instanceof Element && target.closest('button')?.textContent?.includes('Retry')
    addEventListener('click', ({ target }) => void (counted.retries! += isRetry(target) ? 1 : 0), true)
  })
  const pressed = () => page.evaluate(() => (window as unknown as { retries: number }).retries)
  await page.route(reads, async (route) => {
    if ((await pressed().catch(() => 0)) >= presses) return json ? route.fulfill({ json }) : route.fallback()
    return status === undefined ? route.abort() : route.fulfill({ status, body: '' })
  })
}

/** Waits until the page has fetched a part of its code ahead of time, `GuestDialog`, with all that the part needs. */
export async function fetched(page: Page, name: string): Promise<void> {
  await page.waitForFunction((part) => {
    const here = performance.getEntriesByType('resource').map((entry) => entry.name)
    const wanted = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')]
    return here.some((url) => url.includes(`/${part}-`)) && wanted.every(({ href }) => here.includes(href))
  }, name)
}

/** Takes the network away from somebody whose page had the time to fetch its news and these parts of its code ahead. */
export async function goOffline(page: Page, ...parts: string[]): Promise<void> {
  for (const part of ['ToastStack', ...parts]) await fetched(page, part)
  await page.context().setOffline(true)
}

/** A calendar date so many days from today, YYYY-MM-DD. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
