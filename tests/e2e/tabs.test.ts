// Two tabs of one browser: of two people who share it, and of one person whose drafts are in both.

import { beforeAll, expect, test } from 'vitest'
import { startDirect } from '#tests/chat/requests.ts'
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
let ben: RegisteredPerson
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
  ;({ ann, ben } = await registerPeople(server, 'ann', 'ben'))
  await planTrip(ann, [], 'Ann goes alone')
  await planTrip(ben, [], 'Ben goes alone')
})

test('A tab shows the data of the person who signed in in the other tab, and nothing of the former one', async () => {
  const page = await person({ url: server.url })
  await openAs(page, ann, '/app/travel')
  await page.getByText('Ann goes alone').waitFor()
  const other = await page.context().newPage()
  await other.goto('/')
  // A background tab receives the log-out and the log-in after it together.
  await other.evaluate((token) => localStorage.setItem('token', token!), ben.api.token)
  await page.getByText('Ben goes alone').waitFor()
  await expect.poll(() => page.getByText('Ann goes alone').count()).toBe(0)
})

/** The same screen in two tabs. */
async function twoTabs(path: string) {
  const page = await person({ url: server.url })
  await openAs(page, ann, path)
  const other = await page.context().newPage()
  await other.goto(path)
  return [page, other] as const
}

test('A message is written in one tab, followed in the other, and gone in both once it is sent', async () => {
  const conversation = await startDirect(ann.api, ben.id)
  const [page, other] = await twoTabs(`/app/chat/${conversation}`)
  const field = (tab: typeof page) => tab.getByRole('textbox', { name: 'Message' })
  await field(other).waitFor()
  await field(page).fill('Lunch at one?')
  await expect.poll(() => field(other).inputValue()).toBe('Lunch at one?')
  await field(page).press('Enter')
  await expect.poll(() => field(other).inputValue()).toBe('')
  await field(other).fill('Or at two?')
  await expect.poll(() => field(page).inputValue()).toBe('Or at two?')
  await field(other).press('Enter')
  await expect.poll(() => field(page).inputValue()).toBe('')
})

test('A form that is filled in in two tabs records once: the other tab says that it was added there, and is empty', async () => {
  const trip = await planTrip(ann, [], 'Two tabs')
  const [page, other] = await twoTabs(`/app/travel/${trip}#expenses`)
  for (const tab of [page, other]) await tab.getByRole('button', { name: 'Add Expense' }).first().click()
  const description = (tab: typeof page) => tab.getByLabel('Description')
  await description(page).fill('Taxi')
  await page.getByLabel('Amount').fill('412')
  await expect.poll(() => description(other).inputValue()).toBe('Taxi')
  await expect.poll(() => other.getByLabel('Amount').inputValue()).toBe('412')
  await page.getByRole('button', { name: 'Add Expense' }).last().click()
  await other.getByText('Added in another window').waitFor()
  expect(await description(other).inputValue()).toBe('')
  expect(await other.getByLabel('Amount').inputValue()).toBe('')
  const recorded = async () => (await ann.api.get(`/trips/${trip}/expenses`)).body.expenses.length
  await expect.poll(recorded).toBe(1)
  await other.reload()
  expect(await recorded()).toBe(1)
})
