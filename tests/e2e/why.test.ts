// The explanation of a balance: its lines add up to the figure, and each leads to its expense and history.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axe, browserForFile } from '#tests/support/browser.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { logInAndOpen } from '#tests/support/demoUsers.ts'
import { type TripsOfThree, openFromMoney, tripsOfThree } from '#tests/support/tripOfThree.ts'

let server: Server
let trips: TripsOfThree
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer()
  trips = await tripsOfThree(server)
})

/** Alice pays 100 for three, the pool pays 50, bob deposits 60 and pays alice 10. */
async function visit(title: string): Promise<{ page: Page; trip: string }> {
  const trip = await trips.planned(title)
  await trips.spend(trip, 100)
  await trips.spend(trip, 50, { paidFromPool: true })
  await trips.deposit(trip, 'bob', 60)
  const user = (name: 'alice' | 'bob') => ({ id: trips.ids[name], type: 'user' })
  expectSuccess(
    await trips.as.bob.post(`/trips/${trip}/payments`, { from: user('bob'), to: user('alice'), amount: 10 }),
  )
  const page = await person({ url: server.url })
  await logInAndOpen(page, server, 'bob', `/app/travel/${trip}#money`)
  return { page, trip }
}

/** In cents. */
const cents = (text: string) => Math.round(Number(text.replace('−', '-').replace(/[^\d.-]/g, '')) * 100)

const balanceWords = (netBalance: number) => (netBalance < 0 ? 'owe' : 'are owed')

/** The sum of the rows and of the subtotals, once every subtotal is that of its rows, and what the dialog says. */
async function sums(dialog: Locator): Promise<{ lines: number; subtotals: number }> {
  await dialog.getByText(/Press (one|it) to open it/).waitFor()
  const groups = await dialog.locator('section').evaluateAll((all) =>
    all.map((group) => ({
      subtotal: group.querySelector('[data-subtotal]')?.textContent ?? null,
      rows: [...group.querySelectorAll('li:not(:has([aria-expanded=true]))')].map(
        (row) => [...row.querySelectorAll('.tabular-nums')].at(-1)!.textContent,
      ),
    })),
  )
  const said = await dialog.locator('[data-sum]').allInnerTexts()
  const total = { lines: 0, subtotals: 0 }
  for (const { subtotal, rows } of groups) {
    const sum = rows.reduce((sum, text) => sum + cents(text), 0)
    const own = cents(subtotal ?? said[0]!)
    // Rows have no sign of their own, except payments.
    total.lines += own < 0 && sum > 0 ? -sum : sum
    total.subtotals += own
  }
  return total
}

describe('a balance', () => {
  test('A balance opens the lines that add up to it, with the indivisible cent and the person who carries it', async () => {
    const { page, trip } = await visit('Why')
    const balances = expectSuccess(await trips.as.bob.get(`/trips/${trip}/balances`)).balances
    const mine = balances.find(({ name }: { name: string }) => name === 'bob')
    await page.getByRole('region', { name: 'Balances' }).getByTitle('Why? Net balance of bob').click()
    const dialog = page.getByRole('dialog', { name: `Why you ${balanceWords(mine.netBalance)} HK$` })
    const net = cents(String(mine.netBalance))
    await expect.poll(() => sums(dialog)).toEqual({ lines: net, subtotals: net })
    const leftovers = await dialog.getByText('1 of 3 + 0.01').count()
    const { expenses } = expectSuccess(await trips.as.bob.get(`/trips/${trip}/expenses`))
    const extra = expenses.filter(
      ({ amount, sharedBy }: { amount: number; sharedBy: { id: string; share: number }[] }) =>
        sharedBy.some(
          ({ id, share }) => id === trips.ids.bob && cents(String(share)) > Math.floor((amount * 100) / 3),
        ),
    )
    expect(leftovers).toBe(extra.length)
    await expectAccessible(page, 'why a balance is what it is')

    await dialog.getByRole('button', { name: 'Dinner for 100' }).first().click()
    const details = page.getByRole('dialog', { name: 'Expense Details' })
    await details.getByText('HK$100.00 does not divide by 3, so one person pays HK$0.01 more').waitFor()
    await details.getByRole('link', { name: 'History of Dinner for 100' }).click()
    await page.getByRole('article').getByText('alice added the expense “Dinner for 100”').waitFor()
    await expect.poll(() => page.getByRole('article').count()).toBe(1)

    await page.goto(`${server.url}/app/travel/${trip}#money`)
    await page.getByRole('button', { name: 'Why', exact: true }).click()
    await dialog.getByRole('link', { name: 'Your deposit' }).click()
    await page.getByRole('article').getByText('HK$60.00').first().waitFor()
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
  })

  test('The smallest shares fold into one row that opens in its place, and the sum stays the same', async () => {
    const trip = await trips.planned('Folded')
    for (let amount = 30; amount <= 390; amount += 30) await trips.spend(trip, amount)
    await trips.deposit(trip, 'bob', 60)
    const page = await person({ url: server.url })
    await logInAndOpen(page, server, 'bob', `/app/travel/${trip}#money`)
    await page.getByRole('button', { name: 'Why', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Why you owe HK$850.00' })
    await expect.poll(() => sums(dialog)).toEqual({ lines: -85_000, subtotals: -85_000 })
    const fold = dialog.getByRole('button', { name: '5 more 150.00' })
    const before = await fold.boundingBox()
    await fold.click()
    await dialog.getByText('Dinner for 30', { exact: true }).waitFor()
    await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('true')
    expect(await fold.boundingBox()).toEqual(before)
    await expect.poll(() => sums(dialog)).toEqual({ lines: -85_000, subtotals: -85_000 })
  })
})

describe('the settlement', () => {
  test('The settlement explains the figures of a person and a suggested payment, to which a ribbon of its picture leads', async () => {
    const { page, trip } = await visit('Settling')
    const { settlement } = expectSuccess(await trips.as.bob.get(`/trips/${trip}/settlement`))
    const dialog = await openFromMoney(page, 'Settlement')
    const people = dialog.getByRole('list', { name: 'Figures of each participant' })
    for (const [label, field] of [
      ['Fair share', 'fairShare'],
      ['Deposited', 'poolContributions'],
      ['Net balance', 'netBalance'],
    ] as const) {
      const bob = people.getByRole('listitem').filter({ hasText: 'bob' })
      await bob.getByTitle(`Why? ${label} of bob`).click()
      const figure = settlement.participants.find(({ name }: { name: string }) => name === 'bob')[field]
      const name = field === 'netBalance' ? `Why you ${balanceWords(figure)} HK$` : `${label}: you`
      const why = page.getByRole('dialog', { name })
      await expect
        .poll(() => sums(why))
        .toEqual({ lines: cents(String(figure)), subtotals: cents(String(figure)) })
      await why.getByRole('button', { name: 'Close' }).click()
      await why.waitFor({ state: 'detached' })
    }

    const ribbons = dialog.getByRole('img', { name: /^The payments below/ }).locator('path')
    await expect.poll(() => ribbons.count()).toBe(3)
    await ribbons.last().click()
    const answered = dialog.getByRole('button', { name: /^Why this payment/, expanded: true })
    await answered.waitFor()
    await expect.poll(() => answered.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await answered.waitFor({ state: 'detached' })
    const payment = dialog.getByRole('region', { name: 'Suggested payments' }).getByRole('listitem').first()
    await payment.getByText('Why this payment?').click()
    await payment.getByText(/is owed HK\$/).waitFor()
    expect(await axe(page), 'why a payment is suggested').toEqual([])
  })
})
