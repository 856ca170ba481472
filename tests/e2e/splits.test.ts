// Unequal splits, several payers and refunds, from the form to the balances.

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from '#tests/support/browser.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { expectToast } from '#tests/support/demoUsers.ts'
import { button, expensesForFile, openExpense, recentExpenses } from '#tests/support/expenses.ts'

const setup = expensesForFile()

async function newExpense(amount: string, description: string): Promise<Page> {
  const page = await setup.expensesTab()
  await button(page, 'Add Expense').click()
  await page.getByLabel('Amount', { exact: true }).fill(amount)
  await page.getByLabel('Description').fill(description)
  return page
}

const openSplit = (page: Page) => page.getByRole('button', { name: 'equally among 3' }).click()
const choose = (page: Page, mode: string) => page.getByRole('radio', { name: mode, exact: true }).check()

async function netBalances(): Promise<Record<string, number>> {
  const { balances } = await setup.alice.call('GET', `/trips/${setup.tripId}/balances`)
  return Object.fromEntries(
    balances.map(({ name, netBalance }: { name: string; netBalance: number }) => [name, netBalance]),
  )
}

test('Switching the way to split keeps what it means, whoever has no amount shares the rest, and a press mends too much or too little', async () => {
  const page = await newExpense('350', 'Sardines at the market')
  await openSplit(page)
  await choose(page, 'Shares')
  await page.getByLabel('Shares of you').fill('2')
  await page.getByText('HK$175.00').first().waitFor()
  await choose(page, 'Percent')
  await expect.poll(() => page.getByLabel('Percent of you').inputValue()).toBe('50')
  await choose(page, 'Exact')
  await expect.poll(() => page.getByLabel('Share of bob').inputValue()).toBe('87.50')
  await choose(page, 'Equal')
  await page.getByText('HK$116.66 each').waitFor()

  await choose(page, 'Exact')
  await page.getByLabel('Share of you').fill('70')
  await page.getByLabel('Share of you').press('Enter')
  await expect
    .poll(() => page.getByLabel('Share of bob').evaluate((field) => field === document.activeElement))
    .toBe(true)
  await page.getByText('HK$280.00 shared by 2 others').waitFor()
  const openShare = () => page.getByLabel('Share of carol').getAttribute('placeholder')
  await expect.poll(openShare).toBe('140.00')
  await page.getByText('You lend HK$280.00').waitFor()
  await page.getByLabel('Share of bob').fill('300')
  await page.getByText('HK$20.00 too much, nothing is left for 1 other').first().waitFor()
  await expect.poll(openShare).toBe('0.00')
  await page.getByRole('button', { name: 'Make it HK$370.00' }).click()
  await expect.poll(() => page.getByLabel('Amount', { exact: true }).inputValue()).toBe('370.00')
  await page.getByLabel('Amount', { exact: true }).fill('350')
  await page.getByLabel('Share of bob').focus()
  await page.getByRole('button', { name: 'Take it off bob' }).click()
  await expect.poll(() => page.getByLabel('Share of bob').inputValue()).toBe('280.00')

  await page.getByLabel('Share of bob').fill('85')
  await page.getByLabel('Share of carol').fill('62.70')
  await page.getByText('HK$132.30 left').first().waitFor()
  await expect.poll(() => button(page, 'Add Expense').isDisabled()).toBe(true)
  expect(await axe(page), 'the form with exact amounts').toEqual([])

  await page.getByLabel('Share of bob').focus()
  await page.getByRole('button', { name: 'Put the rest on bob' }).click()
  await page.getByText('HK$350.00 split').waitFor()
  await page.getByText('You lend HK$280.00').waitFor()
  await button(page, 'Add Expense').click()
  await recentExpenses(page).getByText('Sardines at the market').waitFor()
  await expect.poll(netBalances).toEqual({ alice: 280, bob: -217.3, carol: -62.7 })
})

test('Several people pay by items, and the details and the edit show what was typed', async () => {
  const page = await newExpense('132', 'Fado dinner')
  await page.getByLabel('Paid by').selectOption('several')
  await page.getByLabel('Paid by bob').fill('40')
  await page.getByRole('button', { name: 'Put the rest on you' }).click()
  await page.getByText('Paid by you and bob').waitFor()

  await choose(page, 'Items')
  await expect.poll(() => page.getByText('Name this item').count()).toBe(0)
  await page.getByLabel('Amount of item 1').fill('48')
  await page.getByText('Name this item').waitFor()
  const item = (text: string) => page.getByRole('textbox', { name: text, exact: true })
  await item('Item 1').fill('Wine')
  const drinkers = page.getByRole('list', { name: 'Shared by, item 1' })
  await drinkers.getByRole('button', { name: 'bob' }).click()
  await drinkers.getByRole('button', { name: 'carol' }).click()
  await button(page, 'Add Item').click()
  await expect.poll(() => page.getByText('Name this item').count()).toBe(0)
  await item('Item 2').fill('Fish')
  await page.getByLabel('Amount of item 2').fill('72')
  await page.getByText('HK$12.00 more for tip, service or tax').waitFor()
  await expectAccessible(page, 'the form with items')
  await button(page, 'Add Expense').click()

  // 132 × (48 + 24) / 120 = 79.20, and 26.40 for the others.
  await recentExpenses(page).getByText('Fado dinner').waitFor()
  await expect.poll(netBalances).toEqual({ alice: 12.8, bob: 13.6, carol: -26.4 })
  await recentExpenses(page).getByText('You and 1 other paid').waitFor()
  await openExpense(page, /Fado dinner/)
  await page.getByText('alice (you) HK$92.00, bob HK$40.00').waitFor()
  await page.getByRole('list', { name: 'Items' }).getByText('Tip, service or tax').waitFor()
  expect(await axe(page), 'the details').toEqual([])

  await button(page, 'Edit').click()
  await page.getByRole('button', { name: 'by 2 items' }).click()
  await expect.poll(() => page.getByLabel('Amount of item 2').inputValue()).toBe('72.00')
  await expect.poll(() => page.getByLabel('Paid by bob').inputValue()).toBe('40.00')
  await page.getByLabel('Paid by', { exact: true }).selectOption(setup.alice.id)
  await button(page, 'Save Changes').click()
  await expectToast(page, 'Expense updated')
  await expect.poll(netBalances).toEqual({ alice: 52.8, bob: -26.4, carol: -26.4 })
})

test('A refund is shown below zero, gives everybody their share back, and is saved for a spreadsheet, and for Splitwise or Tricount', async () => {
  await setup.spend({
    amount: 300,
    description: 'Tickets',
    sharedBy: [setup.alice.id, await setup.idOf('bob')],
  })
  const page = await newExpense('100', 'Ticket refund')
  const form = page.getByRole('dialog', { name: 'Add Expense' })
  await form.getByRole('button', { name: 'More' }).click()
  await page.getByLabel('Refund').check()
  await page.getByText('Received by').first().waitFor()
  await page.getByRole('button', { name: 'equally among 3' }).click()
  await page.getByRole('checkbox', { name: /carol/ }).uncheck()
  await page.getByText('You pass on HK$50.00').waitFor()
  const receiver = page.getByLabel('Received by', { exact: true })
  await receiver.selectOption('several')
  await page.getByRole('group', { name: 'Received by' }).getByLabel('Received by bob').waitFor()
  await receiver.selectOption(setup.alice.id)
  await button(page, 'Add Expense').click()
  const row = recentExpenses(page).getByRole('listitem').filter({ hasText: 'Ticket refund' })
  await row.getByText('−HK$100.00').waitFor()
  await row.getByText('You pass on HK$50.00').waitFor()
  await expect.poll(netBalances).toMatchObject({ alice: 100, bob: -100 })
  const { summary } = await setup.alice.call('GET', `/trips/${setup.tripId}/expense-summary`)
  expect(summary).toMatchObject({ totalAmount: 200, expenseCount: 2, youPaid: 200 })

  await form.waitFor({ state: 'detached' })
  await button(page, 'View All Expenses').click()
  const textOf = async (item: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ])
    return [file.suggestedFilename(), readFileSync(await file.path(), 'utf8')] as const
  }
  const [name, spreadsheet] = await textOf('Export as a spreadsheet (CSV)')
  expect(name).toBe('expenses-A-week-in-Kyoto.csv')
  expect(spreadsheet).toContain(',Tickets,Food,HKD,300.00,,300.00,Expense,Equal,300.00,150.00,')
  expect(spreadsheet).toContain(',Ticket refund,Food,HKD,-100.00,,-100.00,Refund,Equal,-100.00,-50.00,')
  const [, splitwise] = await textOf('Export for Splitwise or Tricount')
  expect(splitwise).toContain(',Tickets,Food,300.00,HKD,150.00,-150.00,0.00\n')
  expect(splitwise).toContain(',Ticket refund,Food,-100.00,HKD,-50.00,50.00,0.00\n')
})
