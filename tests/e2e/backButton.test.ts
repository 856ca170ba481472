// Back, as the button of an Android phone, the swipe of an iPhone and the button of every browser: it closes what lies
// above the page, one layer after another.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { browserForFile } from '#tests/support/browser.ts'
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
let trip: string
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
  ;({ ann } = await registerPeople(server, 'ann'))
  trip = await planTrip(ann, [])
})

async function visit(path: string): Promise<Page> {
  const page = await person({ url: server.url })
  await openAs(page, ann, path)
  return page
}

const details = (page: Page) => page.getByRole('dialog', { name: 'Trip Details' })
const form = (page: Page) => page.getByRole('dialog', { name: 'Add Expense' })
const pathOf = (page: Page) => new URL(page.url()).pathname
/** The dialogs that the entry of the history stands for; it changes a moment after the dialogs. */
const entryOf = (page: Page) =>
  page.evaluate(() => (history.state as { dialogs?: number } | null)?.dialogs ?? 0)

async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Expense' }).first().click()
  await form(page).getByLabel('Description').waitFor()
  await expect.poll(() => entryOf(page)).toBe(1)
}

test('Back closes the form and then the trip, and Forward opens the trip again', async () => {
  const page = await visit('/app/travel')
  await page.getByRole('button', { name: 'View Details' }).click()
  await details(page).getByRole('tab', { name: 'Expenses' }).click()
  await openForm(page)
  await form(page).getByLabel('Description').fill('Ferry')
  await page.goBack()
  await form(page).waitFor({ state: 'detached' })
  await details(page).getByRole('tab', { name: 'Expenses', selected: true }).waitFor()
  expect(pathOf(page)).toBe(`/app/travel/${trip}`)
  await page.goBack()
  await details(page).waitFor({ state: 'detached' })
  expect(pathOf(page)).toBe('/app/travel')
  await page.goForward()
  await details(page).getByRole('button', { name: 'Close' }).click()
  await details(page).waitFor({ state: 'detached' })
  expect(page.url()).toBe(`${server.url}/app/travel`)
})

test('A trip that was opened by a link has its list behind it', async () => {
  const page = await visit(`/app/travel/${trip}#expenses`)
  await details(page).getByRole('tab', { name: 'Expenses', selected: true }).waitFor()
  // The browser passes over entries that were added before the page was touched.
  await details(page).getByRole('heading', { name: 'Up the coast' }).click()
  await page.goBack()
  await details(page).waitFor({ state: 'detached' })
  expect(pathOf(page)).toBe('/app/travel')
})

test('Back closes a question, and the form below it by the next press', async () => {
  const page = await visit(`/app/travel/${trip}`)
  await details(page).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete Trip' }).click()
  const question = page.getByRole('alertdialog')
  await question.waitFor()
  await expect.poll(() => entryOf(page)).toBe(1)
  await page.goBack()
  await question.waitFor({ state: 'detached' })
  await details(page).waitFor()
})

test('A dialog that was closed by Escape or by Cancel leaves nothing that Back would go to', async () => {
  const page = await visit('/app/travel')
  for (const by of ['Escape', 'Cancel']) {
    await page.getByRole('button', { name: 'View Details' }).click()
    await details(page).getByRole('tab', { name: 'Expenses' }).click()
    await openForm(page)
    if (by === 'Escape') await form(page).getByLabel('Description').press('Escape')
    else await form(page).getByRole('button', { name: 'Cancel' }).click()
    await form(page).waitFor({ state: 'detached' })
    await details(page).waitFor()
    await expect.poll(() => entryOf(page), { message: by }).toBe(0)
    await page.goBack()
    await details(page).waitFor({ state: 'detached' })
    expect(pathOf(page), by).toBe('/app/travel')
  }
})

test('The organizer who wants to leave is told to hand the trip over first, and the tab chosen there stays chosen', async () => {
  const page = await visit(`/app/travel/${trip}#expenses`)
  await details(page).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Leave Trip' }).click()
  const question = page.getByRole('alertdialog', { name: 'Hand the trip over first' })
  await question.getByRole('button', { name: 'Open Participants' }).click()
  await details(page).getByRole('tab', { name: 'Participants', selected: true }).waitFor()
  await expect.poll(() => entryOf(page)).toBe(0)
  expect(new URL(page.url()).hash).toBe('#participants')
  await details(page).getByRole('tab', { name: 'Participants', selected: true }).waitFor()
})

test('A reload of a page with an open dialog leaves no entry without one', async () => {
  const page = await visit('/app/travel')
  await page.getByRole('button', { name: 'View Details' }).click()
  await details(page).getByRole('tab', { name: 'Expenses' }).click()
  await openForm(page)
  await page.reload()
  await details(page).waitFor()
  await expect.poll(() => entryOf(page)).toBe(0)
  await page.goBack()
  await details(page).waitFor({ state: 'detached' })
})
