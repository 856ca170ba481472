// The charts of the expenses tab, each with its text, and the bar of the categories.

import { describe, expect, test } from 'vitest'
import { axe } from '#tests/support/browser.ts'
import { inDays } from '#tests/support/demoUsers.ts'
import { formatShortWeekday } from '#web/platform/dayTitle.ts'
import { formatDate } from '#web/platform/format.ts'
import { expensesForFile } from '#tests/support/expenses.ts'

const setup = expensesForFile()

describe('charts', () => {
  test('The bars stand above their dates, also on a trip of three days', async () => {
    await setup.spend({ expenseDate: inDays(-1), amount: 120 })
    await setup.spend({ expenseDate: inDays(1) })
    const page = await setup.expensesTab()
    const picture = page.locator('figure', { hasText: 'Spending by Day' })
    const middlesOf = (selector: string) =>
      picture.locator(selector).evaluateAll((all) =>
        all.map((one) => {
          const { left, width } = one.getBoundingClientRect()
          return Math.round(left + width / 2)
        }),
      )
    const dates = picture.locator('[data-dates] > span')
    // Where the browser is, another of them may be today.
    const labels = async () => (await dates.allTextContents()).map((text) => text.replace('Today', ''))
    const days = [-1, 0, 1].map((day) => formatShortWeekday(inDays(day)).split(' ').slice(0, 2).join(' '))
    await expect.poll(async () => (await labels()).filter((text) => text === '').length).toBe(1)
    expect((await labels()).map((text, at) => text || days[at])).toEqual(days)
    const distances = async () => {
      const [dates, bars] = [await middlesOf('[data-dates] > span'), await middlesOf('svg rect')]
      return bars.map((middle, at) => middle - dates[at * 2]!)
    }
    await expect.poll(distances).toEqual([0, 0])

    await picture.locator('svg rect').first().click()
    const dialog = page.getByRole('dialog', { name: 'All Expenses' })
    await dialog.getByText('Total HK$120.00').waitFor()
    await dialog.getByRole('button', { name: `Remove filter To ${formatDate(inDays(-1))}` }).waitFor()
  })

  test('The charts have a text alternative with the same content', async () => {
    await setup.spend({ expenseDate: inDays(-1), amount: 120, category: 'transportation' })
    await setup.spend({ expenseDate: inDays(1), sharedBy: [setup.alice.id, await setup.idOf('bob')] })
    const page = await setup.expensesTab()
    const table = page.getByRole('table', { name: 'Spending by Day' })
    await expect
      .poll(async () => (await table.getByRole('cell').allTextContents()).map(plain))
      .toEqual(['HK$120.00', 'Transportation HK$120.00', 'HK$300.00', 'Food HK$300.00'])
    const paidAndShare = page.getByRole('table', { name: 'Paid and share' }).getByRole('row')
    await expect
      .poll(async () => (await paidAndShare.allTextContents()).map(plain))
      .toEqual(['PersonPaidShare', 'YouHK$420.00HK$270.00', 'bobHK$0.00HK$150.00'])
    expect(await axe(page)).toEqual([])

    await page.getByRole('tab', { name: 'Money' }).click()
    const balances = page.getByRole('region', { name: 'Balances' }).getByRole('listitem')
    await expect
      .poll(async () => (await balances.allTextContents()).map(plain))
      .toEqual(['AYouis owed +150.00', 'Ccarolsettled 0.00', 'Bbobowes −150.00'])
    expect(await axe(page)).toEqual([])
  })
})

describe('categories', () => {
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
      .poll(async () => (await all.getByRole('listitem').allTextContents()).map(plain))
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

const plain = (text: string) => text.replace(/\s+/g, ' ')
