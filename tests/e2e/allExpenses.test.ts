// The dialog with all expenses: search, filters, groups, cards and table.

import { beforeEach, describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { axe, viewports } from '#tests/support/browser.ts'
import { openWithToken } from '#tests/support/demoUsers.ts'
import { button, expensesForFile, openExpense } from '#tests/support/expenses.ts'

const setup = expensesForFile()

test('The list of all expenses is called empty once it is read, and then has nothing to show', async () => {
  const page = await setup.person({ url: setup.url })
  let respond = (): void => undefined
  const isHeld = new Promise<void>((resolve) => (respond = resolve))
  await page.route(/\/replica/, async (route) => {
    await isHeld
    await route.continue()
  })
  await openWithToken(page, setup.alice.token, `/app/travel/${setup.tripId}#expenses/search`)
  const dialog = page.getByRole('dialog', { name: 'All Expenses' })
  await dialog.getByText('Loading expenses...').waitFor({ state: 'attached' })
  await expect.poll(() => dialog.getByText(/0 expenses|No expenses/).count()).toBe(0)
  respond()
  await dialog.getByText('No expenses yet').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Show All' }).count()).toBe(0)
})

describe('all expenses', () => {
  beforeEach(async () => {
    await setup.spend({ description: 'Pastéis', amount: 9.5, expenseDate: '2026-05-03' })
    await setup.spend({
      description: 'Night train',
      amount: 120,
      category: 'transportation',
      paidFromPool: true,
    })
    await setup.spend({ description: 'Ramen', amount: 30, expenseDate: '2026-05-01' })
  })

  test('Expenses are searched and filtered with their total, and chips remove filters', async () => {
    coversSpec(
      '§2 Expenses: An all-expenses dialog with search',
      '§3 Expense filters',
      '§5 Expense: Expense filtering is done',
    )

    const page = await setup.expensesTab()
    await button(page, 'View All Expenses').click()
    const dialog = page.getByRole('dialog', { name: 'All Expenses' })
    const total = (text: string) => dialog.getByText(`Total ${text}`)
    await total('HK$159.50').waitFor()
    await page.getByLabel('Search expenses').fill('PASTEIS')
    await page.getByText('Total HK$9.50').waitFor()
    const cards = page.getByRole('list', { name: 'All expenses' }).getByRole('listitem')
    await expect.poll(() => cards.allTextContents()).toMatchObject([expect.stringContaining('Pastéis')])
    await page.getByLabel('Search expenses').fill('')

    await button(page, 'Filters').click()
    await page.getByLabel('Category').selectOption('food')
    await page.getByLabel('From date').fill('2026-05-02')
    await page.getByText('Total HK$9.50').waitFor()
    await button(page, 'Remove filter From 2 May 2026').click()
    await page.getByText('Total HK$39.50').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.id)
    await expect.poll(focused).toBe('Remove filter Food')
    await page.getByLabel('Person who paid').selectOption({ label: 'Shared Pool' })
    await page.getByText('No expenses match').waitFor()
    await button(page, 'Clear All').click()
    await total('HK$159.50').waitFor()
    const search = page.getByLabel('Search expenses')
    const hasFocus = () => search.evaluate((field) => field === document.activeElement)
    await expect.poll(hasFocus).toBe(true)
    await search.fill('sushi')
    await button(page, 'Show All').click()
    await total('HK$159.50').waitFor()
    await expect.poll(hasFocus).toBe(true)
  })

  test('Expenses are grouped with a heading and a subtotal, as cards and as a table', async () => {
    coversSpec('§3 Expense filters')

    for (const viewport of [viewports.phone, viewports.desktop]) {
      const page = await setup.expensesTab({ viewport })
      await button(page, 'View All Expenses').click()
      await page.getByLabel('Group by').selectOption('category')
      const isTable = viewport === viewports.desktop
      const heading = (name: string) =>
        isTable ? page.locator('th[scope=rowgroup]', { hasText: name }) : page.getByRole('heading', { name })
      await heading('Food').getByText('HK$39.50').waitFor()
      await heading('Transportation').getByText('HK$120.00').waitFor()
      expect(await axe(page)).toEqual([])
      await page.getByLabel('Group by').selectOption('none')
      await heading('Food').waitFor({ state: 'detached' })
    }
  })

  test('A long list keeps its rows when another person adds an expense', async () => {
    for (let n = 0; n < 50; n++) await setup.spend({ description: `Coffee ${n}` })
    const page = await setup.expensesTab()
    await button(page, 'View All Expenses').click()
    const cards = page.getByRole('list', { name: 'All expenses' }).getByRole('listitem')
    await expect.poll(() => cards.count()).toBe(40)
    await cards.last().scrollIntoViewIfNeeded()
    await expect.poll(() => cards.count()).toBe(53)
    const last = await cards.last().elementHandle()
    await setup.spend({ description: 'Tea' })
    await cards.filter({ hasText: 'Tea' }).waitFor()
    expect(await last?.evaluate((row) => row.isConnected)).toBe(true)
  })

  test('Empty date filters look empty', async () => {
    const page = await setup.expensesTab()
    await button(page, 'View All Expenses').click()
    await button(page, 'Filters').click()
    const from = page.getByLabel('From date')
    const ink = () => from.evaluate((input) => getComputedStyle(input).color)
    const words = page.getByText('Any date').first()
    await words.waitFor()
    // WebKit would draw today's date there.
    await expect.poll(ink).toBe('rgba(0, 0, 0, 0)')
    await from.focus()
    await words.waitFor({ state: 'hidden' })
    await expect.poll(ink).not.toBe('rgba(0, 0, 0, 0)')
    await from.fill('2026-05-02')
    await page.getByLabel('Search expenses').focus()
    await expect.poll(ink).not.toBe('rgba(0, 0, 0, 0)')
    await expect.poll(() => page.getByText('Any date').count()).toBe(1)
  })

  test('Expenses are cards on a phone, and a table with sortable columns on a desktop', async () => {
    coversSpec('§2 Expenses: An all-expenses dialog with search', '§2 Expenses: Cards replace the table')

    const phone = await setup.expensesTab()
    await button(phone, 'View All Expenses').click()
    await phone.getByLabel('Sort by').selectOption({ label: 'Sort by Amount' })
    const cards = phone.getByRole('list', { name: 'All expenses' }).getByRole('listitem')
    await expect.poll(() => cards.first().textContent()).toContain('Night train')

    const desktop = await setup.expensesTab({ viewport: viewports.desktop })
    await button(desktop, 'View All Expenses').click()
    for (const [column, first] of [
      ['Amount', 'Night train'],
      ['Description', 'Ramen'],
      ['Date', 'Night train'],
      ['Date', 'Ramen'],
      ['Category', 'Night train'],
    ]) {
      await desktop.getByRole('columnheader', { name: column! }).getByRole('button').click()
      await desktop.locator(`tbody tr:first-child:has-text("${first}")`).waitFor()
    }
    await desktop.getByRole('columnheader', { name: 'Category' }).getByRole('button').click()
    await desktop.locator('th[aria-sort=ascending]').waitFor()
    await openExpense(desktop, /Night train/)
  })
})
