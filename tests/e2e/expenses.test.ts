// Expenses of a trip: added, viewed, changed, deleted, searched, and in charts.

import type { Locator } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { categories } from '#core/money/categories.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { type Visit, axe, viewports } from '#tests/support/browser.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { inDays } from '#tests/support/demoUsers.ts'
import { formatShortWeekday } from '#web/money/expenses/dayTitle.ts'
import { formatDate } from '#web/platform/format.ts'
import { button, expensesForFile, openExpense, recentExpenses } from '#tests/support/expenses.ts'

const setup = expensesForFile()

// Runs first, while the list of trips behind the dialogs is short: axe checks the whole page.
test('axe finds nothing on the tab, in the form, the details, the confirmation and the whole list', async () => {
  coversSpec('§2 Expenses: A View All Expenses')

  await setup.spend({ receiptUrl: 'https://example.com/r' })
  await setup.spend({ description: 'Night train', category: 'transportation', paidFromPool: true })
  const page = await setup.expensesTab()
  await recentExpenses(page).waitFor()
  await expectAccessible(page, 'the tab')

  await button(page, 'Add Expense').click()
  await page.getByLabel('Amount').fill('0')
  await page.getByText('Amount must be greater than 0').waitFor()
  await expectAccessible(page, 'the form')
  await button(page, 'Cancel').click()

  await openExpense(page, /Ramen/)
  await expectAccessible(page, 'the details')
  await button(page, 'Close').click()
  await page.getByText('Recorded by').waitFor({ state: 'detached' })

  await button(page, 'View All Expenses').click()
  await button(page, 'Filters').click()
  await page.getByLabel('Category').selectOption('food')
  await expectAccessible(page, 'the whole list')
})

describe('adding an expense', () => {
  test('The form starts from a sentence and a button beside the floating one, and shows each person’s share', async () => {
    coversSpec(
      '§1 They keep a per-day',
      '§2 Expenses: A floating add button',
      '§4 Expense dialog',
      '§7 Expenses and pool: POST /trips/{id}/expenses-enhanced',
      '§8 Success toasts: expense added',
    )

    const page = await setup.expensesTab()
    await page.getByText('No expenses yet').waitFor()
    await button(page, 'Add the First Expense').waitFor()
    await button(page, 'Add Expense').click()
    await page.getByLabel('Description').fill('Dinner at Gion')
    await page.getByLabel('Amount').fill('10')
    await page.getByText('HK$3.33 each, one cent more for one').waitFor()
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await button(page, 'Add Expense').click()
    // People are sent with their type, because a guest has no account to look it up by.
    expect(new URL((await sent).url()).pathname).toBe(`/api/trips/${setup.tripId}/expenses-enhanced`)

    await page.getByText('Expense added').waitFor()
    await page.getByRole('dialog').getByText('You are owed').waitFor()
    await recentExpenses(page).getByText('Dinner at Gion').waitFor()
    await recentExpenses(page).getByText('You paid').waitFor()
    const { expenses } = await setup.alice.call('GET', `/trips/${setup.tripId}/expenses`)
    expect(expenses).toMatchObject([{ amount: 10, paidBy: { name: 'alice' }, category: 'food' }])
  })

  test('The form and the filters offer the categories of the server', async () => {
    coversSpec('§7 Expenses and pool: GET /expense-categories')

    await setup.spend()
    const pets = { id: 'pets', name: 'Pets', icon: '🐈', color: '#55616D', isDefault: false }
    const page = await setup.expensesTab()
    const answer = { json: { categories: [...categories, pets] } }
    await page.route('**/api/expense-categories', (route) => route.fulfill(answer))
    await button(page, 'Add Expense').click()
    await page.getByRole('radiogroup', { name: 'Category' }).getByRole('radio', { name: 'Pets' }).waitFor()
    await button(page, 'Cancel').click()
    await page.getByLabel('Category').waitFor({ state: 'hidden' })
    await button(page, 'View All Expenses').click()
    await button(page, 'Filters').click()
    const offered = () => page.getByLabel('Category').last().locator('option').allTextContents()
    await expect.poll(offered).toContain('Pets')
  })

  test('The form reports errors while the user types, and sends nothing invalid', async () => {
    coversSpec(
      '§5 Expense: Description is required',
      '§5 Expense: Amount is required',
      '§5 Expense: At least one sharer',
      '§5 Expense: Receipt URL is optional',
      '§9 Expense description',
    )

    const page = await setup.expensesTab()
    await button(page, 'Add Expense').click()
    const submit = button(page, 'Add Expense')
    await page.getByRole('dialog', { name: 'Add Expense' }).getByRole('button', { name: 'More' }).click()
    const wrong: [label: string, typed: string, text: string][] = [
      ['Description', 'ab', 'Description must be at least 3 characters'],
      ['Amount', '0', 'Amount must be greater than 0'],
      ['Receipt URL (Optional)', 'ftp://x', 'Receipt URL must be a valid HTTP/HTTPS URL'],
    ]
    for (const [label, typed, text] of wrong) {
      await page.getByLabel(label).fill('something else')
      await page.getByLabel(label).fill(typed)
      await page.getByText(text, { exact: true }).waitFor()
      await expect.poll(() => submit.isDisabled()).toBe(true)
    }
    await page.getByLabel('Description').fill('Dinner')
    await page.getByLabel('Amount').fill('1,234.50')
    await page.getByText('Read as HK$1,234.50').waitFor()
    await page.getByLabel('Receipt URL (Optional)').fill('')
    await button(page, 'equally among 3').click()
    await button(page, 'Clear').click()
    await page.getByText('At least one person must share this expense').waitFor()
    await expect.poll(() => submit.isDisabled()).toBe(true)
    await button(page, 'Select All').click()
    await expect.poll(() => submit.isDisabled()).toBe(false)
  })

  test('The form sends once, however often the button is pressed', async () => {
    const page = await setup.expensesTab()
    await button(page, 'Add Expense').click()
    await page.getByLabel('Description').fill('Dinner')
    await page.getByLabel('Amount').fill('12')
    // As quickly as the browser lets, also while the dialog fades out.
    await button(page, 'Add Expense').evaluate(async (submit: HTMLElement) => {
      for (let press = 0; press < 100 && submit.isConnected; press++) {
        submit.click()
        await new Promise((resolve) => setTimeout(resolve, 4))
      }
    })
    await page.getByText('Expense added').waitFor()
    await page.getByRole('dialog', { name: 'Add Expense' }).waitFor({ state: 'detached' })
    expect((await setup.alice.call('GET', `/trips/${setup.tripId}/expenses`)).expenses).toHaveLength(1)
  })

  test('The second press of a double press opens nothing behind the form', async () => {
    const page = await setup.expensesTab({ viewport: { width: 390, height: 844 } })
    await button(page, 'Add Expense').click()
    await page.getByLabel('Description').fill('Dinner')
    await page.getByLabel('Amount').fill('12')
    const form = page.getByRole('dialog', { name: 'Add Expense' })
    const box = (await form.getByRole('button', { name: 'Add Expense' }).boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    // As soon as the form is gone, in the same task of the page.
    const pressed = page.evaluate(
      ([x, y]) =>
        new Promise<string | null>((resolve) =>
          new MutationObserver(() => {
            if (document.querySelector('form')) return
            const behind = document.elementFromPoint(x!, y!)
            resolve(behind?.closest('button, a, li, dialog, [role=dialog]')?.textContent ?? null)
          }).observe(document.body, { childList: true, subtree: true }),
        ),
      [x, y],
    )
    await page.mouse.click(x, y)
    expect(await pressed).toBeNull()
    await page.getByText('Expense added').waitFor()
  })
})

describe('the form of an expense', () => {
  const openForm = async (visit: Partial<Visit> = {}) => {
    const page = await setup.expensesTab(visit)
    await button(page, 'Add Expense').click()
    const form = page.getByRole('dialog', { name: 'Add Expense' })
    await form.getByLabel('Amount').waitFor()
    return { page, form }
  }
  const category = (form: Locator) => form.getByRole('radio', { checked: true }).locator('..').textContent()

  test('A food expense takes an amount, three letters and one button, and everything else has a default', async () => {
    const { page, form } = await openForm()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('amount')
    await page.keyboard.type('48')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Tea')
    await form.getByText('You lend HK$32.00').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Expense added').waitFor()
    const { expenses } = await setup.alice.call('GET', `/trips/${setup.tripId}/expenses`)
    expect(expenses).toMatchObject([{ description: 'Tea', amount: 48, category: 'food' }])
    expect(expenses[0].sharedBy).toHaveLength(3)
  })

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
    await page.getByText('Expense added').waitFor()
    const { expenses } = await setup.alice.call('GET', `/trips/${setup.tripId}/expenses`)
    expect(expenses).toMatchObject([{ amount: 200 }])
  })

  test('The category follows the description until a person chooses one, also after a reload', async () => {
    const { page, form } = await openForm()
    const description = form.getByLabel('Description')
    await expect.poll(() => category(form)).toBe('Food')
    await description.fill('Taxi home')
    await expect.poll(() => category(form)).toBe('Transportation')
    await description.fill('Something')
    await expect.poll(() => category(form)).toBe('Food')
    await form.getByText('Shopping').click()
    await description.fill('Taxi home')
    await expect.poll(() => category(form)).toBe('Shopping')
    await page.reload()
    await button(page, 'Add Expense').click()
    await expect.poll(() => category(form)).toBe('Shopping')
    await description.fill('Hotel')
    await expect.poll(() => category(form)).toBe('Shopping')
  })

  test('The next expense starts with the date, payer and sharers of the last, and can be added without closing the form', async () => {
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

    await page.getByText('Expense added').waitFor()
    await expect.poll(() => form.getByLabel('Amount').inputValue()).toBe('')
    await expect.poll(() => form.getByLabel('Description').inputValue()).toBe('')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('amount')
    await expect.poll(() => page.getByText('Restored what you had typed').count()).toBe(0)
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
    await sentence('equally among 2 of 3')
    await expect.poll(() => form.getByLabel('Date').inputValue()).toBe(yesterday)
    await sentence('Yesterday')
  })

  test('What More holds is in view when it is in use', async () => {
    await setup.spend({ notes: 'In cash', receiptUrl: 'https://example.com/r', paidFromPool: true })
    const page = await setup.expensesTab()
    await openExpense(page, /Ramen/)
    await button(page, 'Edit').click()
    await page.getByRole('switch', { name: 'Paid from the pool' }).waitFor()
    await expect.poll(() => page.getByLabel('Notes (Optional)').inputValue()).toBe('In cash')
    await page.getByText('Paid from the pool, split').waitFor()
    await page.getByRole('switch', { name: 'Paid from the pool' }).uncheck()
    await page.getByLabel('Paid by').selectOption({ label: 'carol' })
    await page.getByText('You borrow HK$300.00').waitFor()
    await button(page, 'Save Changes').click()
    await page.getByText('Expense updated').waitFor()
    const { expenses } = await setup.alice.call('GET', `/trips/${setup.tripId}/expenses`)
    expect(expenses).toMatchObject([{ paidFromPool: false, paidBy: { name: 'carol' }, notes: 'In cash' }])
  })
})

describe('an expense in another currency', () => {
  test('An expense in another currency is entered with its rate and shown in both currencies, and the next one starts with that rate', async () => {
    const page = await setup.expensesTab()
    await button(page, 'Add Expense').click()
    await page.getByLabel('Description').fill('Ramen at the station')
    await page.getByLabel('Amount').fill('1,200')
    await page.getByLabel('Currency', { exact: true }).selectOption('JPY')
    await expect.poll(() => button(page, 'Add Expense').isEnabled()).toBe(false)
    const rate = page.getByLabel('Exchange rate (HKD)')
    const missing = page.getByText('Exchange rate is required for another currency')
    await page.getByText('Used once, for this expense.').waitFor()
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
    await page.getByText('1 JPY = 0.0523 HKD').waitFor()
    await button(page, 'Edit').click()
    await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('1200')
    await page.getByLabel('Exchange rate (HKD)').fill('0.06')
    await page.getByText('That is HK$72.00 for this trip.').waitFor()
    await button(page, 'Save Changes').click()
    await page.getByText('1 JPY = 0.06 HKD').waitFor()
    await button(page, 'Close').click()
    await button(page, 'Add Expense').click()
    await expect.poll(() => page.getByLabel('Currency', { exact: true }).inputValue()).toBe('JPY')
    await expect.poll(() => page.getByLabel('Exchange rate (HKD)').inputValue()).toBe('0.06')
  })
})

describe('existing expenses', () => {
  test('An expense shows its original amount, and a new title changes no cent', async () => {
    coversSpec('§2 Expenses: A floating add button', '§4 Expense dialog', '§8 Success toasts: expense added')

    await setup.spend({
      amount: 13.2,
      currency: 'EUR',
      exchangeRate: 9.05,
      receiptUrl: 'https://example.com/r/1',
    })
    const page = await setup.expensesTab()
    await openExpense(page, /Ramen/)
    await page.getByText('1 EUR = 9.05 HKD').waitFor()
    const receipt = page.getByRole('link', { name: /receipt/ })
    await expect.poll(() => receipt.getAttribute('rel')).toBe('noopener noreferrer nofollow')

    await button(page, 'Edit').click()
    await page.getByLabel('Description').fill('Late ramen')
    await button(page, 'Save Changes').click()
    await page.getByText('Expense updated').waitFor()
    const { expenses } = await setup.alice.call('GET', `/trips/${setup.tripId}/expenses`)
    expect(expenses[0]).toMatchObject({ description: 'Late ramen', amount: 119.46, originalAmount: 13.2 })
  })

  test('A form whose expense another person changed keeps the typed text and shows the other changes', async () => {
    const { expense } = await setup.spend()
    const page = await setup.expensesTab({ expects: [/409/] })
    await openExpense(page, /Ramen/)
    await button(page, 'Edit').click()
    await page.getByLabel('Description').fill('My ramen')
    const bob = await setup.signIn('bob')
    await bob.call('PUT', `/expenses/${expense.id}`, { amount: 450 })

    // It has arrived here, in the details below the form.
    await page.getByText('HK$450.00').first().waitFor({ state: 'attached' })
    await button(page, 'Save Changes').click()
    await page.getByText('Someone else changed this expense. It is now:').waitFor()
    await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('My ramen')
    await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('450.00')
    await button(page, 'Save Changes').click()
    await page.getByText('Expense updated').waitFor()
    const { expenses } = await setup.alice.call('GET', `/trips/${setup.tripId}/expenses`)
    expect(expenses[0]).toMatchObject({ description: 'My ramen', amount: 450 })
  })

  test('An expense is deleted at once and leaves the sums, and Undo in the toast brings it back', async () => {
    coversSpec('§8 Success toasts: expense added')

    await setup.spend()
    await setup.spend({ description: 'Museum', amount: 40 })
    const page = await setup.expensesTab()
    await openExpense(page, /Ramen/)
    await button(page, 'Delete').click()
    await page.getByText('Expense deleted').waitFor()
    await recentExpenses(page).getByText('Ramen').waitFor({ state: 'detached' })
    await page.getByText('Total HK$40.00').waitFor()
    await button(page, 'Undo').click()
    await page.getByText('Expense restored').waitFor()
    await recentExpenses(page).getByText('Ramen').waitFor()
    await expect.poll(() => page.getByText('Total HK$40.00').count()).toBe(0)
  })

  test('The deletion of an expense that cannot be brought back is asked for first', async () => {
    await setup.spend({ sharedBy: [setup.alice.id, await setup.idOf('bob')] })
    await (await setup.signIn('bob')).call('POST', `/trips/${setup.tripId}/leave`)
    const page = await setup.expensesTab()
    await openExpense(page, /Ramen/)
    await button(page, 'Delete').click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel')
    const question = page.getByRole('alertdialog')
    await question.getByText('It cannot be brought back, because bob is no longer on the trip.').waitFor()
    await expectAccessible(page, 'the question')
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Expense deleted').waitFor()
    await recentExpenses(page).getByText('Ramen').waitFor({ state: 'detached' })
    expect(await button(page, 'Undo').count()).toBe(0)
  })
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
    await page.getByLabel('Person who paid').selectOption({ label: 'Shared Pool' })
    await page.getByText('No expenses match').waitFor()
    await button(page, 'Clear All').click()
    await total('HK$159.50').waitFor()
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
    const [first, , last] = await middlesOf('[data-dates] > span')
    await expect.poll(() => middlesOf('svg rect')).toEqual([first, last])

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
