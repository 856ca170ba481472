// Text typed into a form is restored after anything that closed the form, and appears nowhere else.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axe, browserForFile } from '#tests/support/browser.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  type RegisteredPerson,
  openAs,
  planTrip,
  emptyServer,
  registerPeople,
} from '#tests/support/chatPeople.ts'
import { client, openWithToken, password } from '#tests/support/demoUsers.ts'

let server: Server
let ann: RegisteredPerson
let ben: RegisteredPerson
let cyd: RegisteredPerson
let trip: string
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
  ;({ ann, ben, cyd } = await registerPeople(server, 'ann', 'ben', 'cyd'))
  trip = await planTrip(ann, [ben])
})

async function visit(path: string, who = ann): Promise<Page> {
  const page = await person({ url: server.url })
  await openAs(page, who, path)
  return page
}

const open = (page: Page, button: string) => page.getByRole('button', { name: button }).first().click()
const note = (page: Page) => page.getByText('Restored what you had typed')
const expenses = (of = trip) => `/app/travel/${of}#expenses`

async function close(field: Locator): Promise<void> {
  await field.press('Escape')
  await field.waitFor({ state: 'detached' })
}

test.each([
  ['a trip', '/app/travel', 'Plan a New Trip', 'Trip Title'],
  ['a changed trip', '/app/travel/TRIP', 'Edit trip', 'Trip Title'],
  ['an activity', '/app/travel/TRIP#itinerary', 'Add Activity', 'Title'],
  ['a guest', '/app/travel/TRIP#participants', 'Add Guest', 'Name'],
  ['an expense', '/app/travel/TRIP#expenses', 'Add Expense', 'Description'],
  ['a deposit', '/app/travel/TRIP#money', 'Add Money', 'Amount'],
  ['a chat of a trip', '/app/travel/TRIP#chat', 'Create New Chat', 'Chat Name'],
  ['a group', '/app/chat', 'New group chat', 'Group Name'],
])('The form of %s restores the typed text after Escape, and says so', async (_, path, button, label) => {
  const page = await visit(path.replace('TRIP', trip))
  const field = page.getByRole('dialog').last().getByLabel(label, { exact: true })
  await open(page, button)
  await expect.poll(() => note(page).count()).toBe(0)
  await field.fill('77')
  await close(field)
  await open(page, button)
  await note(page).waitFor()
  await expect.poll(() => field.inputValue()).toBe('77')
})

test('A draft survives a reload, and is gone when it is cleared, sent or cancelled', async () => {
  const page = await visit(expenses())
  const dialog = page.getByRole('dialog', { name: 'Add Expense' })
  const description = dialog.getByLabel('Description')
  await open(page, 'Add Expense')
  await description.fill('Ferry')
  await page.reload()
  await open(page, 'Add Expense')
  await note(page).waitFor()
  await expect.poll(() => description.inputValue()).toBe('Ferry')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Clear what you had typed' }).click()
  await expect.poll(() => description.inputValue()).toBe('')
  await expect.poll(() => note(page).count()).toBe(0)
  await expect
    .poll(() => dialog.getByLabel('Amount').evaluate((field) => field === document.activeElement))
    .toBe(true)

  await description.fill('Ferry')
  await dialog.getByLabel('Amount').fill('30')
  await dialog.getByRole('button', { name: 'Add Expense' }).click()
  await dialog.waitFor({ state: 'detached' })
  await open(page, 'Add Expense')
  await expect.poll(() => description.inputValue()).toBe('')
  await description.fill('Never mind')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await open(page, 'Add Expense')
  await expect.poll(() => description.inputValue()).toBe('')
  await expect.poll(() => note(page).count()).toBe(0)
})

test('Drafts are separate for each trip, and for a new thing and an existing one', async () => {
  const other = await planTrip(ann, [], 'Another')
  const page = await visit(expenses())
  const description = page.getByRole('dialog').last().getByLabel('Description')
  await open(page, 'Add Expense')
  await description.fill('Of the first trip')
  await close(description)
  await page.goto(expenses(other))
  await open(page, 'Add Expense')
  await expect.poll(() => description.inputValue()).toBe('')
  await page.goto(`/app/travel/${trip}#itinerary`)
  await page.goto(expenses())
  await open(page, 'Add Expense')
  await note(page).waitFor()
})

test('A session ended from another device removes its drafts, and an expired one keeps them', async () => {
  const here = await client(server, 'cyd')
  const page = await person({ url: server.url, expects: [/status of 401/] })
  await openWithToken(page, here.token!, '/app/travel')
  const title = page.getByRole('dialog').getByLabel('Trip Title')
  const kept = () => page.evaluate(() => JSON.stringify(localStorage))
  await open(page, 'Plan a New Trip')
  await title.fill('Secret')
  const expired = { error: { code: 'TOKEN_EXPIRED', message: 'Your session has expired.' } }
  await page.route('**/auth/me', (route) => route.fulfill({ status: 401, json: expired }), { times: 1 })
  await page.reload()
  await page.waitForURL('**/login')
  expect(await kept()).toContain('Secret')

  await openWithToken(page, here.token!, '/app/travel')
  await open(page, 'Plan a New Trip')
  await expect.poll(() => title.inputValue()).toBe('Secret')
  await cyd.api.del('/auth/sessions')
  await page.reload()
  await page.waitForURL('**/login')
  await expect.poll(kept).not.toContain('Secret')
})

test('A log-out removes the drafts', async () => {
  const page = await visit(expenses(), ben)
  const dialog = page.getByRole('dialog', { name: 'Add Expense' })
  await open(page, 'Add Expense')
  await dialog.getByLabel('Description').fill('Secret')
  await page.goto('/app/profile')
  // The list of devices; it would be refused after the log-out.
  await page.getByText(/^This one/).waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Secret')
  await page.getByLabel('Username').fill('ben')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/app/**')
  await page.goto(expenses())
  await open(page, 'Add Expense')
  await expect.poll(() => dialog.getByLabel('Description').inputValue()).toBe('')
})
