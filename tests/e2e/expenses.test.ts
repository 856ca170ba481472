// The expenses tab of a trip: an expense is added, viewed, changed and deleted.

import { describe, expect, test } from 'vitest'
import { categories } from '#core/money/categories.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { expectToast } from '#tests/support/demoUsers.ts'
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
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/expenses'),
    )
    await button(page, 'Add Expense').click()
    // People are sent with their type, because a guest has no account to look it up by.
    expect(new URL((await sent).url()).pathname).toBe(`/api/trips/${setup.tripId}/expenses-enhanced`)

    await expectToast(page, 'Expense added')
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
    await expectToast(page, 'Expense added')
    await page.getByRole('dialog', { name: 'Add Expense' }).waitFor({ state: 'detached' })
    expect((await setup.alice.call('GET', `/trips/${setup.tripId}/expenses`)).expenses).toHaveLength(1)
  })

  test('The second press of a double press opens nothing behind the form', async () => {
    const page = await setup.expensesTab({ viewport: { width: 390, height: 844 } })
    await button(page, 'Add Expense').click()
    await page.getByLabel('Description').fill('Dinner')
    await page.getByLabel('Amount').fill('12')
    const form = page.getByRole('dialog', { name: 'Add Expense' })
    // The last line of the form that comes with the amount.
    await form.getByText('HK$4.00 each').waitFor()
    const box = (await form.getByRole('button', { name: 'Add Expense' }).boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    // As soon as the form is gone, in the same task of the page.
    await page.evaluate(
      ([x, y]) => {
        const pressed = new Promise<string | null>((resolve) =>
          new MutationObserver(() => {
            if (document.querySelector('form')) return
            const behind = document.elementFromPoint(x!, y!)
            resolve(behind?.closest('button, a, li, dialog, [role=dialog]')?.textContent ?? null)
          }).observe(document.body, { childList: true, subtree: true }),
        )
        Object.assign(window, { pressed })
      },
      [x, y],
    )
    await page.mouse.click(x, y)
    const pressed = () =>
      page.evaluate(() => (window as unknown as { pressed: Promise<string | null> }).pressed)
    expect(await pressed()).toBeNull()
    await expectToast(page, 'Expense added')
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
    await page.getByText('€13.20 at 9.05').waitFor()
    const receipt = page.getByRole('link', { name: /receipt/ })
    await expect.poll(() => receipt.getAttribute('rel')).toBe('noopener noreferrer nofollow')

    await button(page, 'Edit').click()
    await page.getByLabel('Description').fill('Late ramen')
    await button(page, 'Save Changes').click()
    await expectToast(page, 'Expense updated')
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
    await expectToast(page, 'Expense updated')
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
    await recentExpenses(page).getByText('Ramen').waitFor({ state: 'detached' })
    await page.getByText('Total HK$40.00').waitFor()
    await expectToast(page, 'Expense deleted')
    await button(page, 'Undo').click()
    await expectToast(page, 'Expense restored')
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
    await expectToast(page, 'Expense deleted')
    await recentExpenses(page).getByText('Ramen').waitFor({ state: 'detached' })
    expect(await button(page, 'Undo').count()).toBe(0)
  })
})
