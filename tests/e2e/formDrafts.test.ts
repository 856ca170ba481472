// Text typed into a form is restored after anything that closed the form, and appears nowhere else.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectSuccess } from '#tests/support/client.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { axe, browserForFile, networkErrors, viewports } from '#tests/support/browser.ts'
import { goOffline } from '#tests/support/demoUsers.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  type RegisteredPerson,
  openAs,
  planTrip,
  emptyServer,
  registerPeople,
} from '#tests/support/chatPeople.ts'

let server: Server
let ann: RegisteredPerson
let ben: RegisteredPerson
let cat: RegisteredPerson
let trip: string
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
  ;({ ann, ben, cat } = await registerPeople(server, 'ann', 'ben', 'cat'))
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

test('Every form restores the typed text after Escape, says so, and forgets it after Cancel', async () => {
  coversSpec(
    '§2 Plan a New Trip dialog: Buttons',
    '§2 Plan a New Trip dialog: Dialogs go full-screen on mobile',
  )

  const page = await visit(`/app/travel/${trip}`)
  const check = async (button: string, label: string) => {
    const field = page.getByRole('dialog').last().getByLabel(label, { exact: true })
    const expectValue = async (when: string, value: string) => {
      await expect.poll(() => field.inputValue(), { message: `${button}: ${when}` }).toBe(value)
    }
    await open(page, button)
    await expect.poll(() => note(page).count(), { message: button }).toBe(0)
    const initial = button === 'Edit trip' ? 'Up the coast' : ''
    await expectValue('at first', initial)
    const panel = page.locator('[id^=headlessui-dialog-panel]').last()
    await expect
      .poll(() => panel.boundingBox(), { message: `${button}: on a phone` })
      .toEqual({ x: 0, y: 0, ...viewports.phone })
    await field.fill('77')
    await close(field)
    await open(page, button)
    await note(page).waitFor()
    await expectValue('after Escape', '77')
    await page.getByRole('dialog').last().getByRole('button', { name: 'Cancel' }).click()
    await field.waitFor({ state: 'detached' })
    await open(page, button)
    await expectValue('after Cancel', initial)
    await expect.poll(() => note(page).count(), { message: button }).toBe(0)
    await close(field)
  }
  await check('Edit trip', 'Trip Title')
  const ofTabs = [
    ['Itinerary', 'Add Activity', 'Title'],
    ['Participants', 'Add Guest', 'Name'],
    ['Expenses', 'Add Expense', 'Description'],
    ['Money', 'Add Money', 'Amount'],
    ['Chat', 'Create New Chat', 'Chat Name'],
  ] as const
  for (const [tab, button, label] of ofTabs) {
    await page.getByRole('tab', { name: tab }).click()
    await check(button, label)
  }
  await page.getByRole('dialog', { name: 'Trip Details' }).getByRole('button', { name: 'Close' }).click()
  await check('Plan a New Trip', 'Trip Title')
  await page.getByRole('link', { name: 'Chats' }).click()
  await check('New group chat', 'Group Name')
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

test('Drafts are separate for each trip', async () => {
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
})

test.each([
  ['that one was removed from', (id: string) => ann.api.del(`/trips/${id}/participants/${cat.id}`)],
  ['that its organizer deleted', (id: string) => ann.api.del(`/trips/${id}`)],
] as const)(
  'What was entered offline for a trip %s is on Home, Travel and Profile, to copy and discard',
  async (_, loseTrip) => {
    const lost = await planTrip(ann, [cat], 'Field trip')
    const page = await person({ url: server.url, expects: [...networkErrors, /status of 40[34]/] })
    await openAs(page, cat, expenses(lost))
    await page.getByText('No expenses yet').waitFor()
    await goOffline(page, 'ExpenseFormDialog')
    await open(page, 'Add the First Expense')
    await page.getByLabel('Description').fill('Taxi')
    await page.getByLabel('Amount').fill('412')
    await page.getByRole('button', { name: 'Add Expense' }).last().click()
    await page.getByText('Taxi').first().waitFor()
    await open(page, 'Add Expense')
    await page.getByLabel('Description').fill('Boat')
    await page.getByLabel('Amount').fill('80')
    await close(page.getByLabel('Description'))
    expectSuccess(await loseTrip(lost))
    await page.context().setOffline(false)
    const rows = page.getByRole('list', { name: 'Not sent' }).getByRole('listitem')
    for (const path of ['/app/travel', '/app', '/app/profile']) {
      // The page leaves the lost trip by itself, which would end another navigation.
      if (path === '/app/travel') await page.waitForURL(`**${path}`)
      else await page.goto(path)
      await expect.poll(() => rows.count(), { message: path }).toBe(2)
      await page.getByText(/Not sent, because you are no longer on Field trip: Taxi HK\$412\.00/).waitFor()
      await page.getByText(/Not sent, because you are no longer on Field trip: Boat HK\$80\.00/).waitFor()
    }
    await page.getByText('1 change not sent yet.').waitFor()
    await page.evaluate(() => {
      const copied = { writeText: async (text: string) => void (document.title = text) }
      Object.defineProperty(navigator, 'clipboard', { value: copied })
    })
    await page.getByRole('button', { name: 'Copy Taxi HK$412.00' }).click()
    await expect.poll(() => page.title()).toBe('Taxi HK$412.00')
    for (const name of ['Discard Taxi HK$412.00', 'Discard Boat HK$80.00'])
      await page.getByRole('button', { name }).click()
    await page.getByText('Everything you entered has been sent.').waitFor()
    await page.goto('/app')
    await page.getByText('Welcome,').waitFor()
    expect(await rows.count()).toBe(0)
  },
)
