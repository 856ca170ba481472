// The product's main job in two browsers: two friends plan a trip with a guest, record expenses and deposits, see who
// pays whom in each mode, and see the same figures on both phones.
//
// The figures, worked out by hand: dinner 300 paid by alice, ferry 90 paid by Nina, museum 120 paid by the pool, all
// shared by three; 100 deposited for each. Everybody's share is 170, so alice stands at 300 + 100 - 170 = +230, bob at
// 100 - 170 = -70, Nina at 90 + 100 - 170 = +20, and the pool holds 300 - 120 = 180.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { browserForFile } from '#tests/support/browser.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { expectToast, inDays, logInAndOpen, password } from '#tests/support/demoUsers.ts'

let server: Server
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer()
})

test('Two friends and a guest settle a weekend to the cent', async () => {
  coversSpec(
    '§0 The product is a mobile-first web application',
    '§1 The product computes who',
    '§2 Money: Buttons',
    '§2 Money: Settlement dialog',
    '§2 Money: It lists each',
    '§9 Pool balance handling modes',
  )

  const alice = await signedInAlice()
  await planWeekend(alice)
  await addGuest(alice, 'Nina')

  await openTab(alice, 'Expenses')
  await addExpense(alice, { description: 'Dinner at the pier', amount: '300' })
  await addExpense(alice, { description: 'Ferry back', amount: '90', paidBy: 'Nina' })
  await addExpense(alice, { description: 'Museum of lanterns', amount: '120', fromPool: true })
  await openTab(alice, 'Money')
  await depositForEverybody(alice, '100')

  const plan = await openSettlement(alice)
  await plan.getByText('Settlement Needed').waitFor()
  await plan.getByText('HK$230.00').first().waitFor()
  const figures = plan.getByRole('list', { name: 'Figures of each participant' })
  for (const [name, ...texts] of [
    ['alice', 'is owed', '+HK$230.00', 'HK$300.00', 'HK$100.00', 'HK$170.00', '+HK$60.00'],
    ['bob', 'owes', '−HK$70.00', 'HK$0.00', 'HK$100.00', 'HK$170.00', '+HK$60.00'],
    ['Nina', 'is owed', '+HK$20.00', 'HK$90.00', 'HK$100.00', 'HK$170.00', '+HK$60.00'],
  ] as const) {
    const row = figures.getByRole('listitem').filter({ hasText: name })
    for (const text of texts) await row.getByText(text, { exact: true }).first().waitFor()
  }
  await choose(plan, 'Pay people back')
  await expect.poll(async () => (await suggested(plan)).length).toBe(3)
  const distributed = await suggested(plan)
  expect(sumOf(distributed)).toBe(250)
  for (const { from, to, amount } of distributed)
    await plan
      .getByRole('region', { name: 'Suggested payments' })
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`${from} pays ${to}.*HK\\$${amount}\\.00`) })
      .waitFor()
  const taken = distributed.find(({ from, to }) => from === 'Shared Pool' && to === 'alice')!
  await plan.getByText(`Take HK$${taken.amount}.00 out of the Shared Pool.`).waitFor()

  await choose(plan, 'Split the pool equally')
  await expect.poll(async () => (await suggested(plan)).length).toBe(5)
  const equal = await suggested(plan)
  for (const name of ['alice', 'bob', 'Nina'])
    expect(equal).toContainEqual({ from: 'Shared Pool', to: name, amount: 60 })
  expect(equal).toContainEqual({ from: 'bob', to: 'alice', amount: 130 })
  expect(equal).toContainEqual({ from: 'Nina', to: 'alice', amount: 40 })

  await choose(plan, 'Keep the pool')
  const kept = distributed.filter(({ from }) => from !== 'Shared Pool')
  await expect.poll(() => suggested(plan)).toEqual(kept)

  await choose(plan, 'Pay people back')
  await expect.poll(() => suggested(plan)).toEqual(distributed)
  await expectAccessible(alice, 'the settlement')
  // bob may also pay Nina, which alice would be asked to confirm.
  const paid = distributed.find(({ from, to }) => from === 'bob' && to === 'alice')!
  await plan
    .getByRole('button', { name: new RegExp(`^Mark as paid: bob pays ${paid.to} `) })
    .first()
    .click()
  const left = distributed.filter((payment) => payment !== paid)
  await expect.poll(() => suggested(plan)).toEqual(left)

  const bob = await person({ url: server.url })
  await logInAndOpen(bob, server, 'bob', '/app/travel')
  await card(bob).getByRole('link', { name: 'Weekend in Macau' }).click()
  await openTab(bob, 'Money')
  const seen = await openSettlement(bob)
  await expect.poll(() => suggested(seen)).toEqual(left)
  await bob.getByRole('dialog', { name: 'Settlement' }).getByRole('button', { name: 'Close' }).click()
  await openTab(bob, 'Expenses')
  for (const description of ['Dinner at the pier', 'Ferry back', 'Museum of lanterns'])
    await bob.getByText(description).first().waitFor()
})

const card = (page: Page): Locator => page.getByRole('article').filter({ hasText: 'Weekend in Macau' })
const details = (page: Page): Locator => page.getByRole('dialog', { name: 'Trip Details' })

async function signedInAlice(): Promise<Page> {
  const page = await person({ url: server.url })
  await page.goto('/login')
  await page.getByLabel('Username').fill('alice')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Chats' }).waitFor()
  await page.getByRole('link', { name: 'Travel' }).click()
  await page.getByRole('heading', { name: 'Travel' }).waitFor()
  return page
}

async function planWeekend(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Plan a New Trip' }).click()
  const dialog = page.getByRole('dialog', { name: 'Plan a New Trip' })
  await dialog.getByLabel('Trip Title').fill('Weekend in Macau')
  await dialog.getByLabel('Destination').fill('Macau')
  await dialog.getByLabel('Start Date').fill(inDays(3))
  await dialog.getByLabel('End Date').fill(inDays(5))
  await dialog.getByRole('checkbox', { name: /bob/ }).check()
  await dialog.getByRole('button', { name: 'Create Trip' }).click()
  await expectToast(page, 'Trip created and 1 participant(s) added!')
  // The new trip opens by itself.
  await details(page).getByRole('heading', { name: 'Weekend in Macau' }).waitFor()
}

async function openTab(page: Page, name: string): Promise<void> {
  await details(page).getByRole('tab', { name }).click()
}

async function addGuest(page: Page, name: string): Promise<void> {
  await openTab(page, 'Participants')
  await details(page).getByRole('button', { name: 'Add Guest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Guest' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Add Guest' }).click()
  await details(page).getByRole('list', { name: 'Guest Participants' }).getByText(name).waitFor()
}

async function addExpense(
  page: Page,
  {
    description,
    amount,
    paidBy,
    fromPool,
  }: { description: string; amount: string; paidBy?: string; fromPool?: true },
): Promise<void> {
  await details(page).getByRole('button', { name: 'Add Expense' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add Expense' })
  await dialog.getByLabel('Description').fill(description)
  await dialog.getByLabel('Amount').fill(amount)
  if (paidBy) await dialog.getByLabel('Paid by').selectOption({ label: await labelOf(dialog, paidBy) })
  if (fromPool) {
    await dialog.getByRole('button', { name: 'More' }).click()
    await dialog.getByRole('switch', { name: 'Paid from the pool' }).check()
  }
  await dialog.getByRole('button', { name: 'Add Expense' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await details(page).getByText(description).first().waitFor()
}

/** A choice has more text than the name, for example that the person is a guest. */
async function labelOf(dialog: Locator, name: string): Promise<string> {
  const options = dialog.getByLabel('Paid by').locator('option')
  return (await options.filter({ hasText: name }).first().textContent())!
}

async function depositForEverybody(page: Page, amount: string): Promise<void> {
  await details(page).getByRole('button', { name: 'Add Money' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Money' })
  await dialog.getByLabel('Amount').fill(amount)
  await dialog.getByRole('button', { name: /^Select All/ }).click()
  await dialog.getByRole('button', { name: 'Add Money (3 people)' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await details(page).getByText('HK$180.00').first().waitFor()
}

async function openSettlement(page: Page): Promise<Locator> {
  await details(page).getByRole('button', { name: 'Settlement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Settlement' })
  await dialog.getByRole('region', { name: 'Suggested payments' }).waitFor()
  return dialog
}

async function choose(plan: Locator, mode: string): Promise<void> {
  await plan.getByRole('radio', { name: new RegExp(`^${mode}`) }).check()
}

interface Suggestion {
  from: string
  to: string
  amount: number
}

/**
 * The suggested payments by the labels of the buttons that mark them as paid. Sorted by name, because everybody's own
 * payments come first.
 */
async function suggested(plan: Locator): Promise<Suggestion[]> {
  const labels = await plan
    .getByRole('region', { name: 'Suggested payments' })
    .getByRole('button', { name: /^Mark as paid/ })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''))
  return labels.sort().map((label) => {
    const [, from, to, amount] = /^Mark as paid: (.+) pays (.+) HK\$([\d,.]+)$/.exec(label)!
    return { from: from!, to: to!, amount: Number(amount!.replaceAll(',', '')) }
  })
}

const sumOf = (payments: readonly Suggestion[]): number =>
  payments.reduce((total, { amount }) => total + amount, 0)
