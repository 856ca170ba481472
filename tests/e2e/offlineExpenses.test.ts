// Expenses of a trip without a network: added, changed and deleted, refused later, and in conflict with others.

import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { goOffline, waitForChunk, expectToast } from '#tests/support/demoUsers.ts'
import { addExpense, button, expensesForFile, openExpense, recentExpenses } from '#tests/support/expenses.ts'

const setup = expensesForFile()

describe('without a network', () => {
  const offline = { expects: [/ERR_INTERNET_DISCONNECTED/, / 40\d /] }
  const away = (page: Page): BrowserContext => page.context()

  test('An expense refused later stays with the reason, can be corrected, and counts in no sum', async () => {
    const carol = await setup.signIn('carol')
    const page = await setup.expensesTab(offline)
    await goOffline(page, 'ExpenseFormDialog', 'ExpenseDetailsDialog')
    await addExpense(page, 'Taxi home', '30')
    await recentExpenses(page).getByText('waiting to sync').waitFor()
    await setup.alice.call('DELETE', `/trips/${setup.tripId}/participants/${carol.id}`)
    await away(page).setOffline(false)
    await recentExpenses(page).getByText('Failed to create expense.').waitFor()
    await recentExpenses(page).getByText('carol is not on the trip').waitFor()
    await page.getByRole('dialog').getByText('Nothing to settle yet').waitFor()

    await page.getByRole('button', { name: /^Taxi home/ }).click()
    await page.getByLabel('Description').waitFor()
    await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('30.00')
    await page.getByRole('checkbox', { name: 'carol' }).waitFor({ state: 'detached' })
    await button(page, 'Add Expense').click()
    await expectToast(page, 'Expense added')
    await recentExpenses(page).getByText('Failed to create expense.').waitFor({ state: 'detached' })
    expect((await setup.alice.call('GET', `/trips/${setup.tripId}/expenses`)).expenses).toHaveLength(1)
  })

  test('A change, a deletion and its Undo made offline are marked on their rows, and all reach the server', async () => {
    await setup.spend()
    await setup.spend({ description: 'Museum' })
    await setup.spend({ description: 'Tea' })
    const page = await setup.expensesTab(offline)
    await openExpense(page, /Ramen/)
    await goOffline(page, 'ExpenseFormDialog', 'ExpenseDetailsDialog')
    await button(page, 'Edit').click()
    await page.getByLabel('Description').fill('Udon')
    await button(page, 'Save Changes').click()
    await page.getByRole('dialog', { name: 'Expense Details' }).getByLabel('Close').click()
    await recentExpenses(page).getByText('change waiting to sync').waitFor()
    const row = (title: string) => recentExpenses(page).getByRole('listitem').filter({ hasText: title })
    await openExpense(page, /Tea/)
    await button(page, 'Delete').click()
    await row('Tea').getByText('deletion waiting to sync').waitFor()
    await button(page, 'Undo').click()
    await row('Tea').getByText('deletion waiting to sync').waitFor({ state: 'detached' })
    await row('Tea').getByText('waiting to sync').waitFor()
    await openExpense(page, /Museum/)
    await button(page, 'Delete').click()
    await row('Museum').getByText('deletion waiting to sync').waitFor()

    await away(page).setOffline(false)
    await row('Museum').waitFor({ state: 'detached' })
    await recentExpenses(page).getByText('waiting to sync').waitFor({ state: 'detached' })
    const { entries } = await setup.alice.call('GET', `/trips/${setup.tripId}/history?limit=4`)
    expect(entries.map(({ type }: { type: string }) => type)).toEqual([
      'ExpenseRemoved',
      'ExpenseRestored',
      'ExpenseRemoved',
      'ExpenseEdited',
    ])
    const { expenses } = await setup.alice.call('GET', `/trips/${setup.tripId}/expenses`)
    expect(expenses.map(({ description }: { description: string }) => description)).toEqual(['Tea', 'Udon'])
  })

  test('A change that conflicts with another person’s is refused on its row, and its form shows both versions', async () => {
    const { expense } = await setup.spend()
    const page = await setup.expensesTab(offline)
    await openExpense(page, /Ramen/)
    await goOffline(page, 'ExpenseFormDialog', 'ExpenseDetailsDialog')
    await button(page, 'Edit').click()
    await page.getByLabel('Description').fill('Udon')
    await button(page, 'Save Changes').click()
    await expectToast(page, 'No connection.')
    await (await setup.signIn('bob')).call('PUT', `/expenses/${expense.id}`, { amount: 450 })
    await page.getByRole('dialog', { name: 'Expense Details' }).getByLabel('Close').click()
    await away(page).setOffline(false)

    await recentExpenses(page).getByText('Failed to update expense.').waitFor()
    await recentExpenses(page).getByText('HK$450.00').first().waitFor()
    await button(page, 'Edit Ramen').click()
    const form = page.getByRole('dialog', { name: 'Edit Expense' })
    const title = 'Someone else changed this expense. Where you entered something else, it is now:'
    await form.getByText(title).waitFor()
    await form.getByText('Ramen').waitFor()
    await expect.poll(() => form.getByLabel('Description').inputValue()).toBe('Udon')
    await expect.poll(() => form.getByLabel('Amount').inputValue()).toBe('450.00')
    await button(page, 'Save Changes').click()
    await recentExpenses(page).getByText('Udon').waitFor()
    await recentExpenses(page).getByText('Failed to update expense.').waitFor({ state: 'detached' })
    // It is shown before it is sent.
    await expect
      .poll(async () => (await setup.alice.call('GET', `/trips/${setup.tripId}/expenses`)).expenses)
      .toMatchObject([{ description: 'Udon', amount: 450 }])
  })

  test('A deletion of what somebody else has deleted leaves nothing behind', async () => {
    const { expense } = await setup.spend()
    const page = await setup.expensesTab(offline)
    await openExpense(page, /Ramen/)
    await goOffline(page, 'ExpenseFormDialog', 'ExpenseDetailsDialog')
    await button(page, 'Delete').click()
    await recentExpenses(page).getByText('deletion waiting to sync').waitFor()
    await setup.alice.call('DELETE', `/expenses/${expense.id}`)
    await away(page).setOffline(false)
    await page.getByText('No expenses yet').waitFor()
    await expect.poll(() => page.getByText('Failed to delete expense').count()).toBe(0)
  })

  test('A guest added offline can share an expense at once, and both reach the server', async () => {
    const page = await setup.expensesTab(offline)
    // Loaded while the tab is open.
    for (const part of ['ExpenseFormDialog', 'ExpenseDetailsDialog']) await waitForChunk(page, part)
    await page.getByRole('tab', { name: 'Participants' }).click()
    await button(page, 'Add Guest').waitFor()
    await goOffline(page, 'GuestDialog')
    await button(page, 'Add Guest').click()
    await page.getByLabel('Name').fill('Zoë')
    await button(page, 'Add Guest').click()
    const guests = page.getByRole('list', { name: 'Guest Participants' })
    await guests.getByText('waiting to sync').waitFor()
    await page.getByRole('tab', { name: 'Expenses' }).click()
    await addExpense(page, 'Taxi home', '40')
    await openExpense(page, /Taxi home/)
    const details = page.getByRole('dialog', { name: 'Expense Details' })
    await details.getByText('Zoë').waitFor()
    await details.getByLabel('Close').click()
    await details.waitFor({ state: 'hidden' })

    await away(page).setOffline(false)
    await expect
      .poll(async () => (await setup.alice.call('GET', `/trips/${setup.tripId}/expenses`)).expenses)
      .toMatchObject([{ sharedBy: expect.arrayContaining([expect.objectContaining({ name: 'Zoë' })]) }])
    await page.getByRole('tab', { name: 'Participants' }).click()
    await guests.getByText('Added by you').waitFor()
    await expect.poll(() => guests.getByRole('listitem').count()).toBe(1)
    await expect.poll(() => page.getByText('waiting to sync').count()).toBe(0)
  })
})
