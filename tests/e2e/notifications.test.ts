// Notifications of messages that arrive while the app is hidden. A headless browser neither allows nor shows them, and hides
// no page: the page is told otherwise, and the worker's last call is replaced by one that records what would be shown.

import type { Page, Worker } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { read, say, startDirect } from '#tests/chat/requests.ts'
import { emptyServer, openAs, type RegisteredPerson, registerPeople } from '#tests/support/chatPeople.ts'
import { browserForFile } from '#tests/support/browser.ts'
import { expectToast } from '#tests/support/demoUsers.ts'
import { type Server, startServer } from '#tests/support/server.ts'

let server: Server
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
})

interface Recorded {
  title: string
  body: string
  tag: string
  data: { path: string }
}

/** The app at Home with notifications allowed. */
async function hiddenApp(talker: RegisteredPerson): Promise<{ page: Page; worker: Worker }> {
  const page = await person({ url: server.url, serviceWorkers: 'allow' })
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'granted' }))
  await openAs(page, talker, '/app')
  // Only what the socket brings is a notification.
  await expectToast(page, 'Connected to real-time messaging')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await expect.poll(() => page.context().serviceWorkers().length).toBe(1)
  const worker = page.context().serviceWorkers()[0]!
  await worker.evaluate(() => {
    const scope = globalThis as unknown as {
      recorded: object[]
      clients: { matchAll(): Promise<{ visibilityState: string }[]> }
      registration: ServiceWorkerRegistration
    }
    scope.recorded = []
    scope.registration.showNotification = async (title, options) => {
      scope.recorded.push({ title, ...options })
    }
  })
  return { page, worker }
}

const recordedBy = (worker: Worker): Promise<Recorded[]> =>
  worker.evaluate(() => (globalThis as unknown as { recorded: Recorded[] }).recorded)

/** In the eyes of the page and of the worker. */
async function hide({ page, worker }: { page: Page; worker: Worker }): Promise<void> {
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }))
  await worker.evaluate(() => {
    const { clients } = globalThis as unknown as { clients: { matchAll(): Promise<unknown[]> } }
    clients.matchAll = async () => [{ url: `${location.origin}/app`, visibilityState: 'hidden' }]
  })
}

test('A message of somebody else is a notification only while the app is hidden and the switch of the profile is on, and goes once it was read on another device', async () => {
  const { ann, ben } = await registerPeople(server, 'ann', 'ben')
  const chat = await startDirect(ann.api, ben.id)
  const app = await hiddenApp(ben)
  const seen = await say(ann.api, chat, 'While you look')
  await expect.poll(() => app.page.title()).toMatch(/^\(1\)/)
  await hide(app)
  const unseen = await say(ann.api, chat, 'While you do not')
  const notifications = [
    { title: 'ann', body: 'While you do not', tag: chat, data: { path: `/app/chat/${chat}` } },
  ]
  await expect.poll(() => recordedBy(app.worker)).toMatchObject(notifications)

  await app.page.evaluate(() => {
    const scope = globalThis as unknown as { closedTags: unknown[] }
    scope.closedTags = []
    ServiceWorkerRegistration.prototype.getNotifications = async (filter) =>
      [{ close: () => scope.closedTags.push(filter?.tag) }] as never
  })
  const closed = () =>
    app.page.evaluate(() => (globalThis as unknown as { closedTags: unknown[] }).closedTags)
  await expect.poll(() => app.page.title()).toMatch(/^\(2\)/)
  await read(ben.api, chat, seen.id)
  await expect.poll(() => app.page.title()).toMatch(/^\(1\)/)
  expect(await closed()).toEqual([])
  await read(ben.api, chat, unseen.id)
  await expect.poll(closed).toEqual([chat])
  await expect.poll(() => app.page.title()).not.toMatch(/^\(/)

  await app.page.getByRole('link', { name: 'Profile' }).click()
  await app.page.getByText('while the app is open in the background').waitFor()
  await app.page.getByRole('switch', { name: 'Notifications' }).uncheck()
  await say(ann.api, chat, 'While you do not want to')
  await expect.poll(() => app.page.title()).toMatch(/^\(1\)/)
  expect(await recordedBy(app.worker)).toMatchObject(notifications)
})

test('What was shown is closed by the next visit, and by the end of the session while the app is hidden', async () => {
  const { meg } = await registerPeople(server, 'meg')
  const app = await hiddenApp(meg)
  await app.page.addInitScript(() => {
    const shown = {
      close: () => sessionStorage.setItem('closed', `${sessionStorage.getItem('closed') ?? ''}x`),
    }
    ServiceWorkerRegistration.prototype.getNotifications = async () => [shown as unknown as Notification]
  })
  const closed = () => app.page.evaluate(() => sessionStorage.getItem('closed'))
  await app.page.reload()
  await expect.poll(closed).toBe('x')
  await hide(app)
  // As another tab does that logs out.
  await app.page.evaluate(() => {
    localStorage.removeItem('token')
    dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }))
  })
  await expect.poll(closed).toMatch(/^xx/)
})
