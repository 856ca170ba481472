// Messages written offline survive a reload or a closed tab, and are sent by themselves, once and in order, from any open tab, and
// under nobody else's name.

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { browserForFile } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/client.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { composer, message, messageWithStatus, typeMessage } from '#tests/support/chatPeople.ts'
import { logInAndOpen, client, inDays, password } from '#tests/support/demoUsers.ts'

let server: Server
let alice: Client
const { person } = browserForFile()
const api = '**/api/**'

beforeAll(async () => {
  server = await startServer()
  alice = await client(server, 'alice')
})

async function visit(prepare?: () => void): Promise<{ page: Page; tripId: string }> {
  const body = { title: 'Unsent', destination: 'Macau', startDate: inDays(3), endDate: inDays(5) }
  const { body: planned } = await alice.post('/trips', body)
  const tripId = planned.trip.id as string
  const page = await person({ url: server.url, expects: [/ERR_FAILED/, / 40\d /] })
  if (prepare) await page.addInitScript(prepare)
  await logInAndOpen(page, server, 'alice', `/app/travel/${tripId}#expenses`)
  await page.getByText('No expenses yet').waitFor()
  return { page, tripId }
}

/** GET requests still succeed, so that the screen loads. */
const cut = (page: Page) =>
  page
    .context()
    .route(api, (route) => (route.request().method() === 'GET' ? route.fallback() : route.abort()))
const mend = async (page: Page) => {
  await page.context().unroute(api)
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

async function add(page: Page, description: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Expense' }).first().click()
  await page.getByLabel('Description').fill(description)
  await page.getByLabel('Amount').fill('30')
  await page.getByRole('dialog').getByRole('button', { name: 'Add Expense' }).last().click()
  await page.getByText(description).first().waitFor()
}

const waiting = (page: Page) => page.getByText('waiting to sync')
const spent = async (tripId: string): Promise<string[]> => {
  const { body } = await alice.get(`/trips/${tripId}/expenses`)
  return body.expenses.map(({ description }: { description: string }) => description).toReversed()
}

test('Unsent messages survive a closed tab, and are sent from the next one by themselves, in order and once', async () => {
  const { page, tripId } = await visit()
  const all = ['First', 'Second', 'Third']
  await cut(page)
  for (const description of all) await add(page, description)
  await waiting(page).first().waitFor()
  const next = await page.context().newPage()
  await page.close()
  await next.goto(`/app/travel/${tripId}#expenses`)
  for (const description of all) await next.getByText(description).first().waitFor()
  await expect.poll(() => waiting(next).count()).toBeGreaterThan(0)
  expect(await spent(tripId)).toEqual([])
  await mend(next)
  await expect.poll(() => spent(tripId)).toEqual(all)
  await expect.poll(() => waiting(next).count()).toBe(0)
})

test('Two tabs show and send the same messages, once', async () => {
  const { page, tripId } = await visit()
  const other = await page.context().newPage()
  await other.goto(`/app/travel/${tripId}#expenses`)
  await other.getByText('No expenses yet').waitFor()
  await cut(page)
  await add(page, 'Seen by both')
  await other.getByText('Seen by both').first().waitFor()
  await waiting(other).first().waitFor()
  await Promise.all([mend(page), mend(other)])
  for (const tab of [page, other]) await expect.poll(() => waiting(tab).count()).toBe(0)
  expect(await spent(tripId)).toEqual(['Seen by both'])
})

test('An ended session keeps unsent messages for the same person, and nobody else sends or sees them', async () => {
  const { page, tripId } = await visit()
  await cut(page)
  await add(page, 'Hers alone')
  await waiting(page).first().waitFor()
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/login')
  // Only now: the page before still had the session in memory, and may have retried at this moment.
  await page.context().unroute(api)
  await logIn(page, 'bob')
  await page.goto('/app/profile')
  await page.getByRole('heading', { name: 'bob' }).waitFor()
  // None of the pending messages is his, so no confirmation is shown.
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  expect(await spent(tripId)).toEqual([])

  await logIn(page, 'alice')
  await expect.poll(() => spent(tripId)).toEqual(['Hers alone'])
})

/** In the page: the database never responds, as WebKit's after a page was left while it was open. */
function neverAnswer(): void {
  for (const { prototype } of [IDBRequest, IDBTransaction]) prototype.addEventListener = () => undefined
}

describe('an unresponsive database', () => {
  test('An expense and a message are sent all the same, and marked as not stored while they wait', async () => {
    const { page, tripId } = await visit(neverAnswer)
    await add(page, 'Sent from memory')
    await expect.poll(() => spent(tripId)).toEqual(['Sent from memory'])
    await waiting(page).first().waitFor({ state: 'detached' })

    await cut(page)
    await add(page, 'Waits in memory')
    await page.getByText('waiting to sync, not saved on this device').first().waitFor()
    await page.getByText('One change is not saved on this device.').waitFor()
    await page.goto(`/app/chat/${await conversation()}`)
    await typeMessage(page, 'Waits there, too')
    await message(page, 'Waits there, too').getByText('Not saved on this device').waitFor()

    // The message is still shown after a reload, though the database never responded.
    await page.reload()
    await message(page, 'Waits there, too').getByText('Not saved on this device').waitFor()
    await mend(page)
    await messageWithStatus(page, 'Waits there, too', 'Sent').waitFor()
    await expect.poll(() => spent(tripId)).toEqual(['Sent from memory', 'Waits in memory'])
    await page
      .getByText(/not saved on this device/)
      .first()
      .waitFor({ state: 'detached' })
    await expect.poll(() => left(page)).toEqual([])
  })
})

test('A message that was being sent when the page was left is sent by the next page', async () => {
  const { page } = await visit()
  await page.goto(`/app/chat/${await conversation()}`)
  await composer(page).fill('Left at once')
  // When the next page begins, the database has not stored it.
  await page.evaluate(neverAnswer)
  await page.route('**/messages', (route) => route.abort())
  await composer(page).press('Enter')
  await message(page, 'Left at once').waitFor()
  await page.goto('/app/profile')
  await page.unroute('**/messages')
  await page.goto(`/app/chat/${await conversation()}`)
  await messageWithStatus(page, 'Left at once', 'Sent').waitFor()
  await expect.poll(() => left(page)).toEqual([])
})

/** What a page stored synchronously when it was left, and no later page has processed. */
const left = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('unsent:')))

async function conversation(): Promise<string> {
  const users: { id: string; username: string }[] = (await alice.get('/users')).body.data
  const erin = users.find(({ username }) => username === 'erin')!
  const participants = { type: 'direct', participant_ids: [erin.id] }
  return (await alice.post('/conversations', participants)).body.conversation.id
}

async function logIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/app/**')
}
