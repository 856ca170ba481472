// Files of other apps on their way to a settled trip, in a browser: with a rate or a payer to enter, or a rate of its own.
// tests/imports/importedTrips.test.ts has the files of all apps.

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sampleText } from '#tests/imports/importedFiles.ts'
import { button, expensesForFile } from '#tests/support/expenses.ts'

const setup = expensesForFile()

interface ImportedFile {
  file: string
  /** Of the text of the sample. */
  edit?: (text: string) => string
  me: string
  /** Of the app itself, in the trip's currency; alice is `me`. */
  balances: Record<string, number>
  /** Answers what the file leaves open. */
  answer?: (page: Page) => Promise<unknown>
}

const files: ImportedFile[] = [
  {
    file: 'splitwise-group.csv',
    me: 'Ada L.',
    // JPY 2,000, -1,000 and -1,000 at 0.05.
    balances: { alice: 626.67, 'Ben O.': -38.33, 'Chi W.': -588.34 },
    answer: (page) => page.getByLabel('HKD for 1 JPY').fill('0.05'),
  },
  {
    file: 'spliit.csv',
    me: 'Ada',
    balances: { alice: 276.66, Ben: 171.16, Chi: -447.82 },
    answer: (page) => page.getByLabel(/^Who paid/).selectOption({ label: 'Chi' }),
  },
  {
    file: 'settleup.csv',
    // Who gets the cent that the file misses depends on the new trip, so here it misses none.
    edit: (text) => text.replace('118.33;118.33;118.33', '118.33;118.34;118.33'),
    me: 'Ada',
    // JPY -1,500 and 1,500 at the file's rate of 0.052.
    balances: { alice: 158.67, Ben: -18.34, Chi: -140.33 },
  },
]

test.each(files)(
  '$file becomes a trip with the balances of its app, and is settled',
  async ({ file, edit = (text) => text, me, balances, answer }) => {
    const page = await setup.expensesTab()
    await page.goto(`${setup.url}/app`)
    await button(page, 'New Trip').first().click()
    await button(page, 'Import from a file').click()
    await page.getByLabel('Choose a file').setInputFiles({
      name: file,
      mimeType: file.endsWith('.json') ? 'application/json' : 'text/csv',
      buffer: Buffer.from(edit(sampleText(file))),
    })
    await page.getByLabel('Which of them is you?').selectOption({ label: me })
    await page.getByLabel('Destination').fill('Lamma')
    await answer?.(page)
    await button(page, 'Create the Trip').click()
    await page.waitForURL(/\/app\/travel\/[\w-]+/)
    const tripId = new URL(page.url()).pathname.split('/').at(-1)!
    await expect.poll(() => balancesOf(tripId)).toEqual(balances)

    await page.goto(`${setup.url}/app/travel/${tripId}#money/settlement`)
    const toPay = page.getByRole('button', { name: /^Mark as paid: / })
    await toPay.first().waitFor()
    const isSettled = async (): Promise<boolean> =>
      (await setup.alice.call('GET', `/trips/${tripId}/settlement`)).settlement.isSettled
    // A payment between others is asked about. A list takes no further press shortly after one.
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' })
    const payNext = async (): Promise<boolean> => {
      const next = (await confirm.count()) > 0 ? confirm : toPay.first()
      // It may be gone before the press, as a question that was just answered.
      if ((await next.count()) > 0) await next.click({ timeout: 5000 }).catch(() => undefined)
      return isSettled()
    }
    await expect.poll(payNext, { interval: 700 }).toBe(true)
    await expect.poll(() => toPay.count()).toBe(0)
  },
)

/** Major units, by name. */
async function balancesOf(tripId: string): Promise<Record<string, number>> {
  const { balances } = await setup.alice.call('GET', `/trips/${tripId}/balances`)
  return Object.fromEntries(
    balances.map(({ name, netBalance }: { name: string; netBalance: number }) => [name, netBalance]),
  )
}
