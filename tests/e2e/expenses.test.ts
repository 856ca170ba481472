// The expenses tab of a trip: an expense is added, viewed, changed and deleted.

import { describe, expect, test } from 'vitest'
import { optionalFields } from '#core/money/events.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { expectToast, inDays } from '#tests/support/demoUsers.ts'
import { expectFloating } from '#tests/support/floatingButton.ts'
import { button, expensesForFile, openExpense, recentExpenses } from '#tests/support/expenses.ts'

const setup = expensesForFile()

// Runs first, while the list of trips behind the dialogs is short: axe checks the whole page.
test('axe finds nothing on the tab with its charts, in the form, the details and the whole list', async () => {
  coversSpec('§2 Expenses: A View All Expenses')

  await setup.spend({ ...optionalFields(() => 'https://example.com/r'), expenseDate: inDays(1) })
  await setup.spend({ description: 'Night train', category: 'transportation', paidFromPool: true })
  const page = await setup.expensesTab()
  await recentExpenses(page).waitFor()
  await page.locator('figure', { hasText: 'Spending by Day' }).locator('[data-bar]').first().waitFor()
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
  await page.getByLabel('Group by').selectOption('category')
  await page.getByRole('heading', { name: 'Food' }).waitFor()
  await expectAccessible(page, 'the whole list')
})

describe('adding an expense', () => {
  test('An expense takes an amount, three letters and Enter, has a default for everything else, and shows each person’s share', async () => {
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
    await expectFloating(button(page, 'Add Expense'))
    await button(page, 'Add Expense').click()
    await page.getByRole('dialog', { name: 'Add Expense', exact: true }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('amount')
    await page.keyboard.type('10')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Tea')
    await page.getByText('HK$3.33 each, one cent more for one').waitFor()
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/expenses'),
    )
    await page.keyboard.press('Enter')
    // People are sent with their type, because a guest has no account to look it up by.
    expect(new URL((await sent).url()).pathname).toBe(`/api/trips/${setup.tripId}/expenses-enhanced`)

    await expectToast(page, 'Expense added')
    await page.getByRole('dialog').getByText('You are owed').waitFor()
    await recentExpenses(page).getByText('Tea').waitFor()
    await recentExpenses(page).getByText('You paid').waitFor()
    const { expenses } = await setup.alice.call('GET', `/trips/${setup.tripId}/expenses`)
    expect(expenses).toMatchObject([
      { description: 'Tea', amount: 10, paidBy: { name: 'alice' }, category: 'other' },
    ])
    expect(expenses[0].sharedBy).toHaveLength(3)
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

  test('Further presses of the button send nothing more and open nothing behind the form', async () => {
    const page = await setup.expensesTab()
    await button(page, 'Add Expense').click()
    await page.getByLabel('Description').fill('Dinner')
    await page.getByLabel('Amount').fill('12')
    const form = page.getByRole('dialog', { name: 'Add Expense' })
    // The last line of the form that comes with the amount.
    await form.getByText('HK$4.00 each').waitFor()
    const submit = form.getByRole('button', { name: 'Add Expense' })
    const box = (await submit.boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await submit.evaluate(
      (submit: HTMLElement, [x, y]) => {
        // In the same task: the form is gone after it.
        const pressAgain = () => {
          for (let press = 0; press < 3; press++) submit.click()
        }
        submit.addEventListener('click', pressAgain, { once: true })
        // As soon as the form is gone, in the same task of the page.
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
    expect((await setup.alice.call('GET', `/trips/${setup.tripId}/expenses`)).expenses).toHaveLength(1)
  })
})

describe('existing expenses', () => {
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

  test('A change by one person updates the screen of another by itself, and keeps the text being typed', async () => {
    coversSpec('§6 Expense features')

    const page = await setup.expensesTab()
    const bob = await setup.signIn('bob')
    const spend = (description: string, amount: number) => {
      const expense = { description, amount, category: 'food', sharedBy: [bob.id, setup.alice.id] }
      return bob.call('POST', `/trips/${setup.tripId}/expenses`, expense)
    }
    await button(page, 'Add Expense').click()
    const form = page.getByRole('dialog', { name: 'Add Expense' })
    await form.getByLabel('Description').fill('Half a descripti')
    await form.getByLabel('Amount').fill('12.')
    await spend('Boat to the caves', 500)
    await page.waitForFunction(() => document.body.textContent.includes('Boat to the caves'))
    await expect.poll(() => form.getByLabel('Description').inputValue()).toBe('Half a descripti')
    await expect.poll(() => form.getByLabel('Amount').inputValue()).toBe('12.')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Money' }).click()
    const balances = page.getByRole('region', { name: 'Balances' }).getByRole('listitem')
    const mine = balances.filter({ hasText: 'You' })
    await mine.getByText('−250.00').waitFor()
    await spend('Wetsuits', 250)
    await mine.getByText('−375.00').waitFor()
  })

  test('An expense is deleted at once and comes back by Undo in the toast, and one that cannot come back is asked for first', async () => {
    coversSpec('§8 Success toasts: expense added')

    await setup.spend({ sharedBy: [setup.alice.id, await setup.idOf('bob')] })
    await setup.spend({ description: 'Museum', amount: 40 })
    await (await setup.signIn('bob')).call('POST', `/trips/${setup.tripId}/leave`)
    const page = await setup.expensesTab()
    await openExpense(page, /Museum/)
    await button(page, 'Delete').click()
    await recentExpenses(page).getByText('Museum').waitFor({ state: 'detached' })
    await page.getByText('Total HK$300.00').waitFor()
    await expectToast(page, 'Expense deleted')
    await button(page, 'Undo').click()
    await expectToast(page, 'Expense restored')
    await recentExpenses(page).getByText('Museum').waitFor()
    await page.getByText('Total HK$340.00').waitFor()
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })

    await openExpense(page, /Ramen/)
    await button(page, 'Delete').click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel')
    const question = page.getByRole('alertdialog')
    await question.getByText('It cannot be brought back, because bob is no longer on the trip.').waitFor()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Expense deleted')
    await recentExpenses(page).getByText('Ramen').waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })
})
