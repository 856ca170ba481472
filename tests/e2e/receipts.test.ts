// Photos and PDF files of expenses and activities: chosen in the form, sent with it, seen by the others, and taken from a
// message of the trip's chat.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openTripChat } from '#tests/chat/requests.ts'
import { axe, browserForFile, networkErrors } from '#tests/support/browser.ts'
import {
  type RegisteredPerson,
  composer,
  emptyServer,
  messageLog,
  openAs,
  planTrip,
  registerPeople,
  waitUntilConnected,
} from '#tests/support/chatPeople.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { expectToast, goOffline } from '#tests/support/demoUsers.ts'
import { button, openExpense } from '#tests/support/expenses.ts'
import { type ChosenFile, photo } from '#tests/support/photo.ts'
import { type Server, startServer } from '#tests/support/server.ts'

let server: Server
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
})

async function tripOf(first: string, second: string) {
  const people = await registerPeople(server, first, second)
  const [one, other] = [people[first]!, people[second]!]
  const trip = await planTrip(one, [other])
  const open = async (who: RegisteredPerson, tab: string): Promise<Page> => {
    const page = await person({ url: server.url, expects: networkErrors })
    await openAs(page, who, `/app/travel/${trip}#${tab}`)
    return page
  }
  const expenses = async () => expectSuccess(await one.api.get(`/trips/${trip}/expenses`)).expenses
  return { one, other, trip, open, expenses }
}

const pdf = {
  name: 'ticket.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4\n${'x'.repeat(3000)}\n%%EOF\n`),
}

async function choose(page: Page, name: string | RegExp, ...files: ChosenFile[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, name).click()])
  await chooser.setFiles(files)
}

async function startExpense(page: Page, description: string): Promise<void> {
  await button(page, 'Add Expense').click()
  await page.getByLabel('Amount').fill('350')
  await page.getByLabel('Description').fill(description)
  await page.getByRole('button', { name: 'More' }).click()
}

const images = (within: Locator) =>
  within
    .locator('img[src^="blob:"]')
    .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth))

test('A receipt that one person adds is seen and opened by the other, who takes it out again', async () => {
  const { one, other, trip, open, expenses } = await tripOf('ann', 'ben')
  const [hers, his] = [await open(one, 'expenses'), await open(other, 'expenses')]
  await startExpense(hers, 'Sardines')
  await choose(hers, /^Photo of the receipt/, photo(10), photo(20))
  const form = hers.getByRole('group', { name: 'Receipts' })
  await expect.poll(() => form.getByText('Ready', { exact: true }).count()).toBe(3)
  expect(await axe(hers)).toEqual([])
  await form.getByRole('button', { name: 'Take photo 2 out' }).click()
  await choose(hers, 'One more', pdf)
  await form.getByText('PDF, 3 KB').waitFor()
  await button(hers, 'Add Expense').click()
  await expectToast(hers, 'Expense added')

  await openExpense(his, /^Sardines/)
  const details = his.getByRole('group', { name: 'Details' })
  await expect.poll(() => images(details)).toEqual([400])
  const small = details.getByRole('button', { name: 'Open photo 1 of 2' })
  await small.click()
  const viewer = his.getByRole('dialog', { name: 'Photo 1 of 1 of Sardines' })
  await viewer.getByText(/Today, paid by ann/).waitFor()
  expect(await axe(his)).toEqual([])
  await his.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
  await expect.poll(() => small.evaluate((one) => one === document.activeElement)).toBe(true)
  const [download] = await Promise.all([
    his.waitForEvent('download'),
    details.getByRole('button', { name: 'Save the PDF, 3 KB' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.pdf$/)
  expect(await axe(his)).toEqual([])

  await button(his, 'Edit').click()
  await his.getByRole('button', { name: 'Take photo 1 out' }).click()
  await button(his, 'Save Changes').click()
  await expectToast(his, 'Expense updated')
  expect((await expenses())[0].receipts).toMatchObject([{ type: 'application/pdf' }])
  const { entries } = expectSuccess(await one.api.get(`/trips/${trip}/history?limit=1`))
  expect(entries[0].text).toContain('removed a photo from')
})

test('A chosen receipt is there again after a reload, and without a connection it is seen at once and sent later', async () => {
  const { one, open, expenses } = await tripOf('cat', 'dan')
  const page = await open(one, 'expenses')
  await startExpense(page, 'Ferry')
  await choose(page, /^Photo of the receipt/, photo(30))
  await page.getByText('Ready', { exact: true }).first().waitFor()
  await page.reload()
  await button(page, 'Add Expense').click()
  const form = page.getByRole('group', { name: 'Receipts' })
  await expect.poll(() => images(form)).toEqual([400])
  await goOffline(page, 'ExpenseDetailsDialog', 'SmallFiles')
  await choose(page, 'One more', photo(40))
  await form.getByText('Waits for a connection').waitFor()
  await button(page, 'Add Expense').click()
  await openExpense(page, /^Ferry/)
  await expect.poll(() => images(page.getByRole('group', { name: 'Details' }))).toEqual([400, 400])
  expect(await expenses()).toEqual([])
  await page.context().setOffline(false)
  await expect
    .poll(async () => (await expenses()).map(({ receipts }: { receipts: unknown[] }) => receipts.length))
    .toEqual([2])
})

test('A photo of a trip’s chat becomes the receipt of the guessed expense or of another one, for everybody, and is not uploaded again', async () => {
  const { one, other, trip, open, expenses } = await tripOf('eve', 'fox')
  const chat = await openTripChat(one.api, trip)
  const spend = (by: RegisteredPerson, description: string) =>
    by.api
      .post(`/trips/${trip}/expenses`, {
        ...{ description, amount: 96, category: 'food', sharedBy: [by.id] },
      })
      .then(expectSuccess)
  await spend(one, 'Palace')
  await spend(other, 'Tram')
  const sender = await open(one, `chat/${chat}`)
  await waitUntilConnected(sender)
  await button(sender, 'Add').click()
  await choose(sender, /^Photo$/, photo(50))
  await sender.getByText('Ready', { exact: true }).waitFor()
  await composer(sender).fill('The palace')
  await sender.getByRole('button', { name: 'Send' }).click()

  const uploads: string[] = []
  const reader = await open(other, `chat/${chat}`)
  reader.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/files/')) uploads.push(request.url())
  })
  await messageLog(reader).getByRole('button', { name: 'Photo from eve. Open' }).click()
  const viewer = reader.getByRole('dialog', { name: 'Photo 1 of 1 from eve' })
  await viewer.getByRole('button', { name: 'Use as receipt of Palace' }).waitFor()
  expect(await axe(reader)).toEqual([])
  await viewer.getByRole('button', { name: /^Palace.*Choose another expense$/ }).click()
  const chooser = reader.getByRole('dialog', { name: 'Receipt of which expense?' })
  await chooser.getByRole('button', { name: /^Tram/ }).waitFor()
  expect(await axe(reader)).toEqual([])
  await chooser.getByRole('button', { name: /^Tram/ }).click()
  await viewer.getByRole('button', { name: 'Use as receipt of Tram' }).click()
  await viewer.getByText('Receipt of Tram').waitFor()
  expect(await axe(reader)).toEqual([])
  const withReceipts = async () =>
    (await expenses()).map(({ description, receipts }: { description: string; receipts: unknown[] }) => [
      description,
      receipts.length,
    ])
  await expect.poll(withReceipts).toEqual([
    ['Tram', 1],
    ['Palace', 0],
  ])
  await messageLog(sender).getByRole('button', { name: 'Photo from you. Open' }).click()
  await sender.getByText('Receipt of Tram').waitFor()
  expect(uploads).toEqual([])
})

test('A photo and a PDF of an activity are counted in its row, and are opened and taken out in its form', async () => {
  const { one, other, trip, open } = await tripOf('gus', 'hal')
  const [hers, his] = [await open(one, 'itinerary'), await open(other, 'itinerary')]
  await button(hers, 'Add Activity').click()
  await hers.getByLabel('Title').fill('Museum')
  await choose(hers, /^Photos and PDF files/, photo(60), pdf)
  const form = hers.getByRole('group', { name: 'Attachments' })
  await expect.poll(() => form.getByText('Ready', { exact: true }).count()).toBe(3)
  expect(await axe(hers)).toEqual([])
  await button(hers, 'Add Activity').click()
  await expectToast(hers, 'Activity added')

  const row = his.getByRole('listitem').filter({ hasText: 'Museum' })
  await row.getByText('2 files').waitFor()
  expect(await axe(his)).toEqual([])
  await row.getByRole('button', { name: /^Museum/ }).click()
  const files = his.getByRole('group', { name: 'Attachments' })
  await expect.poll(() => images(files)).toEqual([400])
  await files.getByRole('button', { name: 'Open photo 1' }).click()
  const viewer = his.getByRole('dialog', { name: 'Photo 1 of 1 of Museum' })
  await viewer.waitFor()
  await his.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
  const [download] = await Promise.all([
    his.waitForEvent('download'),
    files.getByRole('button', { name: 'Save the PDF, 3 KB' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.pdf$/)
  await his.getByLabel('Title').fill('The museum')
  await button(his, 'Save').click()
  await expectToast(his, 'Activity updated')
  const { entries } = expectSuccess(await one.api.get(`/trips/${trip}/history?limit=1`))
  expect(entries[0].text).toContain('The museum')
  await row.getByText('2 files').waitFor()
  await row.getByRole('button', { name: /^The museum/ }).click()
  await his.getByRole('button', { name: 'Take PDF 2 out' }).click()
  await button(his, 'Save').click()
  await row.getByText('1 file', { exact: true }).waitFor()
})
