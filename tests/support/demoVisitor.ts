// A visitor of the settlement demo: expected figures and actions.

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** The suggested payments for each pool mode. */
export const expectedSuggestions = {
  distributed: [
    'Shared Pool pays mia HK$920.00',
    'Uncle Ho pays leo HK$59.58',
    'Uncle Ho pays mia HK$1,580.00',
    'zoe pays mia HK$828.90',
  ],
  equal: [
    'Shared Pool pays Uncle Ho HK$230.00',
    'Shared Pool pays leo HK$230.00',
    'Shared Pool pays mia HK$230.00',
    'Shared Pool pays zoe HK$230.00',
    'Uncle Ho pays mia HK$1,869.58',
    'leo pays mia HK$170.42',
    'zoe pays mia HK$1,058.90',
  ],
}

export async function openSettlement(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Settlement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Settlement' })
  await dialog.getByRole('heading', { name: 'Settlement Needed' }).waitFor()
  return dialog
}

/** Adds an expense of 400 in the trip's currency. */
export async function spend(page: Page, description: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Expense' }).click()
  const form = page.getByRole('dialog', { name: 'Add Expense' })
  await form.getByLabel('Description').fill(description)
  await form.getByLabel('Amount').fill('400')
  await form.getByRole('button', { name: 'Add Expense' }).click()
  await page.getByText(description).waitFor()
}

/** The suggested payments, such as 'zoe pays mia HK$828.90', in alphabetical order. */
export const suggestedPayments = (dialog: Locator): Promise<string[]> =>
  dialog
    .getByRole('region', { name: 'Suggested payments' })
    .getByRole('button', { name: /^Mark as paid/ })
    .evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label')!.replace('Mark as paid: ', '')).sort(),
    )

/** Waits until the service worker has cached the whole demo. */
export async function waitUntilCached(page: Page): Promise<void> {
  const isKept = () => page.evaluate(async () => Boolean(await caches.match('/demo/settlement')))
  await expect.poll(isKept).toBe(true)
}
