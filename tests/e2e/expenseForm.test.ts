// The form of an expense: what it assumes, converts and carries over to the next expense.

import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { categories } from '#core/money/categories.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { type Visit, axe } from '#tests/support/browser.ts'
import { expectToast } from '#tests/support/demoUsers.ts'
import { button, expensesForFile, openExpense } from '#tests/support/expenses.ts'

const setup = expensesForFile()

describe('the form of an expense', () => {
  const openForm = async (visit: Partial<Visit> = {}) => {
    const page = await setup.expensesTab(visit)
    await button(page, 'Add Expense').click()
    const form = page.getByRole('dialog', { name: 'Add Expense' })
    await form.getByLabel('Amount').waitFor()
    return { page, form }
  }
  const category = async (form: Locator) =>
    (await form.getByRole('radio', { checked: true }).locator('..').allTextContents()).join()

  test('Above the keypad of a phone the whole form is in view, with the signs of a calculation', async () => {
    const { page, form } = await openForm({ viewport: { width: 390, height: 844 - 300 }, hasTouch: true })
    await form.getByLabel('Description').fill('Sardines at the market')
    await form.getByLabel('Amount').fill('100')
    await form.getByRole('button', { name: 'Plus' }).tap()
    await page.keyboard.type('50')
    await form.getByRole('button', { name: 'Divided by' }).tap()
    await form.getByRole('button', { name: 'Times' }).tap()
    await page.keyboard.type('2')
    await expect.poll(() => form.getByLabel('Amount').inputValue()).toBe('100+50×2')
    await form.getByText('= HK$200.00').waitFor()
    await form.getByText('HK$66.66 each, one cent more for 2').waitFor()
    const names = ['Cancel', 'More', 'equally among 3', 'Save and add another', 'Add Expense', 'Next']
    for (const name of names) {
      const box = await form.getByRole('button', { name }).boundingBox()
      expect(box!.y + box!.height).toBeLessThanOrEqual(544)
      // Nothing lies above it.
      await form.getByRole('button', { name }).click({ trial: true })
    }
    expect(await axe(page)).toEqual([])
    await form.getByRole('button', { name: 'Next' }).tap()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('description')
    await form.getByRole('button', { name: 'Plus' }).waitFor({ state: 'detached' })
    await form.getByRole('button', { name: 'Add Expense' }).tap()
    await expectToast(page, 'Expense added')
    const { expenses } = await setup.alice.call('GET', `/trips/${setup.tripId}/expenses`)
    expect(expenses).toMatchObject([{ amount: 200 }])
  })

  test('More shows what it opens above the buttons, and a date far from the trip is named', async () => {
    const { page, form } = await openForm({ viewport: { width: 390, height: 664 }, hasTouch: true })
    await form.getByRole('button', { name: 'More' }).click()
    const footer = await form.getByRole('button', { name: 'Add Expense' }).boundingBox()
    const bottomOf = async (label: string) => {
      const box = await form.getByLabel(label).boundingBox()
      return box!.y + box!.height
    }
    await expect.poll(() => bottomOf('Notes (Optional)')).toBeLessThanOrEqual(footer!.y)
    await form.getByLabel('Date').fill('2002-01-05')
    await form.getByText('This is more than a year before the trip').waitFor()
    await form.getByLabel('Date').fill('0026-01-05')
    await form.getByText('The year must be between 1900 and 2200').waitFor()
    expect(await axe(page)).toEqual([])
  })

  test('The form and the filters offer the categories of the server, and the form chooses by the description until a person does, also after a reload', async () => {
    coversSpec('§7 Expenses and pool: GET /expense-categories')

    await setup.spend()
    const page = await setup.expensesTab()
    const pets = { id: 'pets', name: 'Pets', icon: '🐈', color: '#55616D', isDefault: false }
    const answer = { json: { categories: [...categories, pets] } }
    await page.route('**/api/expense-categories', (route) => route.fulfill(answer))
    await button(page, 'Add Expense').click()
    const form = page.getByRole('dialog', { name: 'Add Expense' })
    const description = form.getByLabel('Description')
    await form.getByRole('radiogroup', { name: 'Category' }).getByRole('radio', { name: 'Pets' }).waitFor()
    const chips = () => form.getByRole('radiogroup', { name: 'Category' }).locator('label').allTextContents()
    await expect.poll(chips).toEqual([...categories, pets].map(({ name }) => name))
    await expect.poll(() => category(form)).toBe('')
    await description.fill('Taxi home')
    await expect.poll(() => category(form)).toBe('Transportation')
    await description.fill('Something')
    await expect.poll(() => category(form)).toBe('')
    await form.locator('label', { hasText: 'Shopping' }).click()
    await description.fill('Taxi home')
    await expect.poll(() => category(form)).toBe('Shopping')
    await page.reload()
    await button(page, 'Add Expense').click()
    await expect.poll(() => category(form)).toBe('Shopping')
    await description.fill('Hotel')
    await expect.poll(() => category(form)).toBe('Shopping')

    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.waitFor({ state: 'detached' })
    await button(page, 'View All Expenses').click()
    await button(page, 'Filters').click()
    const offered = () => page.getByLabel('Category').last().locator('option').allTextContents()
    await expect.poll(offered).toContain('Pets')
  })

  test('The next expense starts with oneself and everybody, is offered the payer and sharers of the last, and can be added without closing the form', async () => {
    const { page, form } = await openForm()
    // Where the browser is.
    const yesterday = await page.evaluate(() => new Date(Date.now() - 86_400_000).toLocaleDateString('sv'))
    const sentence = (words: string) => form.getByText(words).first().waitFor()
    await form.getByLabel('Description').fill('Hotel')
    await form.getByLabel('Amount').fill('300')
    await form.getByLabel('Date').fill(yesterday)
    await form.getByLabel('Paid by').selectOption({ label: 'bob' })
    await form.getByRole('button', { name: 'equally among 3' }).click()
    await form.getByRole('checkbox', { name: 'carol' }).uncheck()
    await sentence('equally among 2 of 3')
    await sentence('You borrow HK$150.00')
    await form.getByRole('button', { name: 'Save and add another' }).click()

    await expectToast(page, 'Expense added')
    await expect.poll(() => form.getByLabel('Amount').inputValue()).toBe('')
    await expect.poll(() => form.getByLabel('Description').inputValue()).toBe('')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('amount')
    await expect.poll(() => page.getByText('Restored what you had typed').count()).toBe(0)
    await sentence('equally among 3')
    await expect.poll(() => form.getByLabel('Paid by').inputValue()).toBe(setup.alice.id)
    await expect.poll(() => form.getByLabel('Date').inputValue()).toBe(yesterday)
    const offer = form.getByRole('button', { name: /As last time: .*bob.*, 2 of 3/ })
    await offer.click()
    await sentence('equally among 2 of 3')
    await expect.poll(() => offer.count()).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('amount')
    await page.keyboard.type('20')
    await form.getByLabel('Description').fill('Bus')
    await form.getByRole('button', { name: 'Add Expense' }).click()
    await form.waitFor({ state: 'detached' })
    const read = async () => (await setup.alice.call('GET', `/trips/${setup.tripId}/expenses`)).expenses
    await expect.poll(read).toHaveLength(2)
    const expenses = await read()
    const same = { expenseDate: yesterday, paidBy: { name: 'bob' } }
    const newest = { description: 'Bus', category: 'transportation', amount: 20 }
    expect(expenses).toMatchObject([
      { ...same, ...newest },
      { ...same, description: 'Hotel', category: 'accommodation', amount: 300 },
    ])
    expect(expenses[0].sharedBy.map(({ name }: { name: string }) => name).sort()).toEqual(['alice', 'bob'])

    await button(page, 'Add Expense').click()
    await sentence('equally among 3')
    await sentence('Today')
    await offer.focus()
    await page.keyboard.press('Enter')
    await sentence('equally among 2 of 3')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('amount')
  })
})

describe('an expense in another currency', () => {
  test('An expense in another currency is entered with its rate and shown in both currencies, and the next one starts with that rate', async () => {
    const page = await setup.expensesTab()
    await button(page, 'Add Expense').click()
    await page.getByLabel('Description').fill('Ramen at the station')
    await page.getByLabel('Amount').fill('1.200')
    await page.getByText('Do you mean HK$1,200.00 or HK$1.20?').waitFor()
    await page.getByLabel('Amount').fill('JP¥1,200')
    await expect.poll(() => page.getByLabel('Currency', { exact: true }).inputValue()).toBe('JPY')
    await expect.poll(() => button(page, 'Add Expense').isEnabled()).toBe(false)
    const rate = page.getByLabel('Exchange rate (HKD)')
    const missing = page.getByText('Exchange rate is required for another currency')
    await page.getByText('Rate for this expense').waitFor()
    await expect.poll(() => missing.count()).toBe(0)
    await rate.fill('0')
    await rate.fill('')
    await missing.waitFor()
    await rate.fill('0.0523')
    await page.getByText('That is HK$62.76 for this trip.').waitFor()
    expect(await axe(page)).toEqual([])
    await button(page, 'Add Expense').click()
    await openExpense(page, /Ramen at the station/)
    await page.getByText('JP¥1,200', { exact: true }).waitFor()
    await page.getByText('JP¥1,200 at 0.0523').waitFor()
    await button(page, 'Edit').click()
    await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('1200')
    await page.getByLabel('Exchange rate (HKD)').fill('0.06')
    await page.getByText('That is HK$72.00 for this trip.').waitFor()
    await button(page, 'Save Changes').click()
    await page.getByText('JP¥1,200 at 0.06').waitFor()
    await button(page, 'Close').click()
    await button(page, 'Add Expense').click()
    await expect.poll(() => page.getByLabel('Currency', { exact: true }).inputValue()).toBe('JPY')
    await expect.poll(() => page.getByLabel('Exchange rate (HKD)').inputValue()).toBe('0.06')
  })

  test('An edit shows the receipt, notes and pool of an expense, and a new title and payer change no cent', async () => {
    coversSpec('§2 Expenses: A floating add button', '§4 Expense dialog', '§8 Success toasts: expense added')

    await setup.spend({
      amount: 13.2,
      currency: 'EUR',
      exchangeRate: 9.05,
      notes: 'In cash',
      receiptUrl: 'https://example.com/r/1',
      paidFromPool: true,
    })
    const page = await setup.expensesTab()
    await openExpense(page, /Ramen/)
    const shown = page.getByRole('dialog', { name: 'Expense Details', exact: true })
    await shown.getByText('€13.20 at 9.05').waitFor()
    const receipt = page.getByRole('link', { name: /receipt/ })
    await expect.poll(() => receipt.getAttribute('rel')).toBe('noopener noreferrer nofollow')

    await button(page, 'Edit').click()
    const form = page.getByRole('dialog', { name: 'Edit Expense', exact: true })
    await form.getByRole('switch', { name: 'Paid from the pool' }).waitFor()
    await expect.poll(() => page.getByLabel('Notes (Optional)').inputValue()).toBe('In cash')
    await page.getByText('Paid from the pool, split').waitFor()
    await page.getByRole('switch', { name: 'Paid from the pool' }).uncheck()
    await page.getByLabel('Paid by').selectOption({ label: 'carol' })
    await page.getByText('You borrow HK$119.46').waitFor()
    await page.getByLabel('Description').fill('Late ramen')
    await button(page, 'Save Changes').click()
    await expectToast(page, 'Expense updated')
    const { expenses } = await setup.alice.call('GET', `/trips/${setup.tripId}/expenses`)
    const paid = { paidFromPool: false, paidBy: { name: 'carol' }, notes: 'In cash' }
    expect(expenses).toMatchObject([
      { description: 'Late ramen', amount: 119.46, originalAmount: 13.2, ...paid },
    ])
  })
})
