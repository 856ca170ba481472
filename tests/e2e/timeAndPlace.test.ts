// A phone that sleeps through the night or moves to another time zone.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#core/kernel/calendar.ts'
import { startDirect } from '#tests/chat/requests.ts'
import { browserForFile } from '#tests/support/browser.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { openAs, emptyServer, registerPeople } from '#tests/support/chatPeople.ts'
import { inDays } from '#tests/support/demoUsers.ts'

const { person } = browserForFile()
let server: Server
beforeAll(async () => {
  server = await startServer({ env: emptyServer })
})

const DAY_MS = 86_400_000

/** Puts the page to sleep for a day without timers, then makes it visible. */
async function sleepADay(page: Page): Promise<void> {
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + DAY_MS)
  await lookAgain(page)
}

const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

test('A page open overnight shows Yesterday above the last messages, and the next day as today', async () => {
  const { ann, ben } = await registerPeople(server, 'ann', 'ben')
  const chat = await startDirect(ann.api, ben.id)
  expectSuccess(await ben.api.post(`/conversations/${chat}/messages`, { content: 'Good night' }))
  const page = await person({ url: server.url })
  await page.clock.install()
  await openAs(page, ann, `/app/chat/${chat}`)
  await page.getByText('Good night').last().waitFor()
  await page.getByText('Today', { exact: true }).first().waitFor()
  await sleepADay(page)
  await page.getByText('Yesterday', { exact: true }).first().waitFor()
  await expect.poll(() => page.getByText('Today', { exact: true }).count()).toBe(0)

  const plan = { title: 'A long weekend', destination: 'Macau', startDate: inDays(0), endDate: inDays(4) }
  const trip = expectSuccess(await ann.api.post('/trips', plan)).trip.id
  await page.goto(`/app/travel/${trip}#itinerary`)
  const today = async () => {
    const chips = await page.getByRole('radiogroup', { name: 'Day' }).getByRole('radio').allInnerTexts()
    return chips.findIndex((text) => text.includes('Today'))
  }
  await expect.poll(today).toBeGreaterThanOrEqual(0)
  const before = await today()
  await sleepADay(page)
  await expect.poll(today).toBe(before + 1)
})

test('The form for a trip starts tomorrow, also when it was opened the day before, and typed values stay', async () => {
  const { cat } = await registerPeople(server, 'cat')
  const page = await person({ url: server.url })
  await page.clock.install()
  await openAs(page, cat, '/app')
  const form = page.getByRole('dialog', { name: 'Plan a New Trip' })
  const start = form.getByLabel('Start Date')
  const open = () => page.getByRole('button', { name: 'New Trip', exact: true }).click()
  const leave = async () => {
    await form.getByRole('button', { name: 'Close' }).click()
    await form.waitFor({ state: 'detached' })
  }
  await open()
  const tomorrow = await start.inputValue()
  await leave()
  await sleepADay(page)
  await open()
  await expect.poll(() => start.inputValue()).toBe(addDays(tomorrow, 1))
  await form.getByLabel('Trip Title').fill('Kyoto')
  await leave()
  await sleepADay(page)
  await open()
  await expect.poll(() => form.getByLabel('Trip Title').inputValue()).toBe('Kyoto')
  // Nobody edited the date, so it follows the day.
  await expect.poll(() => start.inputValue()).toBe(addDays(tomorrow, 2))
})

test('Times follow the device into another time zone, also in a chat that stayed open', async () => {
  const { dot, eli } = await registerPeople(server, 'dot', 'eli')
  const chat = await startDirect(dot.api, eli.id)
  const said = expectSuccess(
    await eli.api.post(`/conversations/${chat}/messages`, { content: 'Safe flight' }),
  ).message
  const { page, fly } = await phone()
  await fly('Asia/Hong_Kong')
  await openAs(page, dot, `/app/chat/${chat}`)
  const shown = (zone: string) => page.locator('time', { hasText: clockIn(zone, said.created_at) }).count()
  await expect.poll(() => shown('Asia/Hong_Kong')).toBe(1)
  await fly('Asia/Kathmandu')
  await lookAgain(page)
  await expect.poll(() => shown('Asia/Kathmandu')).toBe(1)
  expect(await shown('Asia/Hong_Kong')).toBe(0)
})

test('The history of a trip shows times of the reader’s time zone, also when it was cached in another', async () => {
  const { fin } = await registerPeople(server, 'fin')
  const plan = { title: 'Up the hill', destination: 'Nepal', startDate: inDays(2), endDate: inDays(4) }
  const { id, createdAt } = expectSuccess(await fin.api.post('/trips', plan)).trip
  const { page, fly } = await phone()
  await fly('Asia/Hong_Kong')
  await openAs(page, fin, `/app/travel/${id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Trip history' }).click()
  const time = page.getByRole('article', { name: 'Change 1' }).locator('time')
  await expect.poll(() => time.textContent()).toBe(clockIn('Asia/Hong_Kong', createdAt))
  await page.goBack()
  await fly('Asia/Kathmandu')
  await page.goForward()
  await expect.poll(() => time.textContent()).toBe(clockIn('Asia/Kathmandu', createdAt))
})

/** A phone without a time zone set. */
async function phone() {
  const page = await person({ url: server.url, timezoneId: '' })
  const inside = await page.context().newCDPSession(page)
  const fly = (timezoneId: string) => inside.send('Emulation.setTimezoneOverride', { timezoneId })
  return { page, fly }
}

const clockIn = (timeZone: string, at: string): string =>
  new Intl.DateTimeFormat('en-HK', { timeZone, timeStyle: 'short', hourCycle: 'h23' }).format(new Date(at))
