// The dialog with all expenses: search, filters, groups, cards and table; and the charts that open it, each with its text.

import type { Locator } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { viewports } from '#tests/support/browser.ts'
import { inDays, openWithToken } from '#tests/support/demoUsers.ts'
import { button, expensesForFile, openExpense } from '#tests/support/expenses.ts'
import { formatDate } from '#web/platform/time/format.ts'

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

  test('Expenses are searched and filtered with their total, chips remove filters, and empty date filters look empty', async () => {
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
    const from = page.getByLabel('From date')
    const ink = () => from.evaluate((input) => getComputedStyle(input).color)
    const words = page.getByText('Any date')
    await words.first().waitFor()
    // WebKit would draw today's date there.
    await expect.poll(ink).toBe('rgba(0, 0, 0, 0)')
    await from.focus()
    await words.first().waitFor({ state: 'hidden' })
    await expect.poll(ink).not.toBe('rgba(0, 0, 0, 0)')
    await from.fill('2026-05-02')
    await page.getByText('Total HK$9.50').waitFor()
    await page.getByLabel('Search expenses').focus()
    await expect.poll(ink).not.toBe('rgba(0, 0, 0, 0)')
    await expect.poll(() => words.count()).toBe(1)
    await button(page, 'Remove filter From 2 May 2026').click()
    await page.getByText('Total HK$39.50').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.id)
    await expect.poll(focused).toBe('Remove filter Food')
    await page.getByLabel('To date').fill('2026-05-02')
    await page.getByText('Total HK$30.00').waitFor()
    await button(page, 'Remove filter To 2 May 2026').click()
    await page.getByText('Total HK$39.50').waitFor()
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

  test('A long list keeps its rows when another person adds an expense', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, n) => setup.spend({ description: `Coffee ${n}` })))
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

  test('Expenses are cards on a phone and a table on a desktop, and both can be sorted and grouped with a subtotal', async () => {
    coversSpec(
      '§2 Expenses: An all-expenses dialog with search',
      '§2 Expenses: Cards replace the table',
      '§3 Expense filters',
    )

    const page = await setup.expensesTab()
    const dialog = page.getByRole('dialog', { name: 'All Expenses' })
    const group = async (heading: Locator) => {
      await page.getByLabel('Group by').selectOption('category')
      await heading.filter({ hasText: 'Food' }).getByText('HK$39.50').waitFor()
      await heading.filter({ hasText: 'Transportation' }).getByText('HK$120.00').waitFor()
      await page.getByLabel('Group by').selectOption('none')
      await heading.filter({ hasText: 'Food' }).waitFor({ state: 'detached' })
    }
    await button(page, 'View All Expenses').click()
    await page.getByLabel('Sort by').selectOption({ label: 'Sort by Amount' })
    const cards = page.getByRole('list', { name: 'All expenses' }).getByRole('listitem')
    await expect.poll(() => cards.first().textContent()).toContain('Night train')
    expect(await dialog.getByRole('table').count()).toBe(0)
    await group(dialog.getByRole('heading'))
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.setViewportSize(viewports.desktop)
    await button(page, 'View All Expenses').click()
    for (const [column, first] of [
      ['Description', 'Ramen'],
      ['Category', 'Night train'],
      ['Category', 'Pastéis'],
      ['Amount', 'Night train'],
      ['Amount', 'Pastéis'],
      ['Date', 'Night train'],
      ['Date', 'Ramen'],
    ]) {
      await page.getByRole('columnheader', { name: column! }).getByRole('button').click()
      await page.locator(`tbody tr:first-child:has-text("${first}")`).waitFor()
    }
    await page.locator('th[aria-sort=ascending]').waitFor()
    expect(await cards.count()).toBe(0)
    await group(page.locator('th[scope=rowgroup]'))
    await openExpense(page, /Night train/)
  })
})

describe('charts', () => {
  test('The charts have their content as text, and the bars stand above their dates and open the expenses of their day', async () => {
    await setup.spend({ expenseDate: inDays(-1), amount: 120, category: 'transportation' })
    await setup.spend({ expenseDate: inDays(1), sharedBy: [setup.alice.id, await setup.idOf('bob')] })
    const page = await setup.expensesTab()
    const table = page.getByRole('table', { name: 'Spending by Day' })
    await expect
      .poll(() => plainTexts(table.getByRole('cell')))
      .toEqual(['HK$120.00', 'Transportation HK$120.00', 'HK$300.00', 'Food HK$300.00'])
    await expect
      .poll(() => plainTexts(page.getByRole('table', { name: 'Paid and share' }).getByRole('row')))
      .toEqual(['PersonPaidShare', 'YouHK$420.00HK$270.00', 'bobHK$0.00HK$150.00'])

    const chart = page.getByRole('slider', { name: 'Spending by Day' })
    const picture = page.locator('figure', { hasText: 'Spending by Day' })
    const days = await picture
      .locator('[data-day]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-day')))
    expect(days).toEqual(expect.arrayContaining([-1, 0, 1].map((day) => inDays(day))))
    expect(await middlesOf(picture.locator('[data-bar]'))).toEqual(
      await middlesOf(picture.locator('[data-day]')),
    )
    await chart.focus()
    await page.keyboard.press('Home')
    while (!(await chart.getAttribute('aria-valuetext'))!.startsWith(formatDate(inDays(-1))))
      await page.keyboard.press('ArrowRight')
    expect(await chart.getAttribute('aria-valuetext')).toBe(`${formatDate(inDays(-1))}: HK$120.00`)
    await picture.getByRole('button', { name: 'Show 1' }).click()
    const dialog = page.getByRole('dialog', { name: 'All Expenses' })
    await dialog.getByText('Total HK$120.00').waitFor()
    await dialog.getByRole('button', { name: `Remove filter To ${formatDate(inDays(-1))}` }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Money' }).click()
    await expect
      .poll(() => plainTexts(page.getByRole('region', { name: 'Balances' }).getByRole('listitem')))
      .toEqual(['AYouis owed +150.00', 'Ccarolsettled 0.00', 'Bbobowes −150.00'])
  })

  test('All categories are one bar, and each opens its expenses', async () => {
    for (const [category, amount] of [
      ['food', 500],
      ['transportation', 300],
      ['shopping', 150],
      ['activities', 50],
    ] as const)
      await setup.spend({ category, amount })
    const page = await setup.expensesTab()
    const all = page.getByRole('list', { name: 'All categories' })
    await expect
      .poll(() => plainTexts(all.getByRole('listitem')))
      .toEqual([
        'Food50 %, HK$500.00, 1 expense',
        'Transportation30 %, HK$300.00, 1 expense',
        'Shopping15 %, HK$150.00, 1 expense',
        'Activities5 %, HK$50.00, 1 expense',
      ])
    await all.getByRole('button', { name: 'Activities' }).click()
    const dialog = page.getByRole('dialog', { name: 'All Expenses' })
    await dialog.getByText('Total HK$50.00').waitFor()
    await dialog.getByRole('button', { name: 'Remove filter Activities' }).waitFor()
  })
})

const plainTexts = async (elements: Locator) =>
  (await elements.allTextContents()).map((text) => text.replace(/\s+/g, ' '))

const middlesOf = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all.map((one) => {
      const { left, width } = one.getBoundingClientRect()
      return Math.round(left + width / 2)
    }),
  )
