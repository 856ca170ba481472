// A trip's history in a browser: changes, the trip at a change, restored things, and the export that proves it.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatMoney } from '#core/kernel/format.ts'
import { toMajor } from '#core/kernel/money.ts'
import { payingPeople } from '#core/money/signedAmount.ts'
import type { MoneyEvent } from '#core/money/events.ts'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { browserForFile, viewports } from '#tests/support/browser.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { logInAndOpen, expectToast, goOffline } from '#tests/support/demoUsers.ts'
import { type TripsOfThree, tripsOfThree } from '#tests/support/tripOfThree.ts'

let server: Server
let trips: TripsOfThree
const { person } = browserForFile()
const folder = mkdtempSync(join(tmpdir(), 'history-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(async () => {
  server = await startServer()
  trips = await tripsOfThree(server)
})

async function visit(
  username: string,
  trip: string,
  viewport = viewports.phone,
  expects: RegExp[] = [],
): Promise<Page> {
  const page = await person({ url: server.url, viewport, expects })
  await logInAndOpen(page, server, username, `/app/travel/${trip}/history`)
  return page
}

const timeline = (page: Page) => page.getByRole('region', { name: 'What happened' })
const change = (page: Page, text: string) => timeline(page).getByRole('article').filter({ hasText: text })
const slider = (page: Page) => page.getByRole('slider', { name: 'Change' })
const then = (page: Page, list: string) => page.getByRole('list', { name: `${list} then` })

describe('the history', () => {
  test('The menu of a trip leads to its history, which shows author, old and new values, can be filtered, and updates live', async () => {
    const trip = await trips.planned('Telling')
    await trips.spend(trip, 300)
    const page = await person({ url: server.url })
    await logInAndOpen(page, server, 'bob', `/app/travel/${trip}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Trip history' }).click()
    await change(page, 'alice added the expense “Dinner for 300” of HK$300.00').waitFor()
    await expect.poll(() => page.title()).toContain('Trip history')
    expectSuccess(await trips.as.alice.put(`/trips/${trip}`, { title: 'Told' }))
    await change(page, 'alice changed the title of the trip').getByText('Told').waitFor()

    await page.getByRole('link', { name: 'Money', exact: true }).first().click()
    await expect.poll(() => timeline(page).getByRole('article').count()).toBe(1)
    await page.getByRole('link', { name: 'Chats', exact: true }).first().click()
    await page.getByText('Nothing of this kind has happened yet.').waitFor()
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await change(page, 'alice planned the trip').waitFor()
    await page.getByRole('link', { name: 'Back to the trip' }).click()
    await page.getByRole('dialog', { name: 'Trip Details' }).waitFor()
  })

  test('The history undoes an edit after it has named who changed it since, and restores a removed thing, both with the former figures', async () => {
    const trip = await trips.planned('Undoing')
    await trips.spend(trip, 300)
    const balances = async () => expectSuccess(await trips.as.bob.get(`/trips/${trip}/balances`))
    const before = await balances()
    const { expenses } = expectSuccess(await trips.as.bob.get(`/trips/${trip}/expenses`))
    const edit = async (name: 'alice' | 'bob', changes: object) =>
      expectSuccess(await trips.as[name].put(`/expenses/${expenses[0].id}`, changes))
    await edit('bob', { amount: 200 })
    await edit('alice', { description: 'Supper' })
    const page = await visit('bob', trip, viewports.phone, [/status of 409/])
    const edited = change(page, 'bob changed the amount of the expense “Dinner for 300”')
    await edited.getByRole('button', { name: 'Undo' }).click()
    await edited.getByText('“Supper” was changed since by alice.').waitFor()
    await edited.getByRole('button', { name: 'Restore this version anyway' }).click()
    await expectToast(page, 'Undone')
    await change(page, 'bob changed the description and amount').waitFor()
    await expect.poll(() => edited.getByRole('alert').count()).toBe(0)
    expect(await balances()).toEqual(before)
    await change(page, 'alice planned the trip').getByText('Cannot be undone.').waitFor()
    await expectAccessible(page, 'the history with a change undone')

    expectSuccess(await trips.as.alice.del(`/expenses/${expenses[0].id}`))
    await change(page, 'removed the expense').getByRole('button', { name: 'Restore' }).click()
    await expectToast(page, 'Restored')
    await change(page, 'bob brought back the expense “Dinner for 300” of HK$300.00').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Restore' }).count()).toBe(0)
    expect(await balances()).toEqual(before)
  })

  test('A change that is brought back offline waits on its entry, and shows there why it was refused', async () => {
    const trip = await trips.planned('Waiting')
    await trips.spend(trip, 300)
    const { expenses } = expectSuccess(await trips.as.bob.get(`/trips/${trip}/expenses`))
    expectSuccess(await trips.as.alice.del(`/expenses/${expenses[0].id}`))
    const page = await visit('bob', trip, viewports.phone, [/ERR_INTERNET_DISCONNECTED/, /status of 409/])
    const removal = change(page, 'removed the expense')
    await removal.getByRole('button', { name: 'Restore' }).waitFor()
    await goOffline(page)
    await removal.getByRole('button', { name: 'Restore' }).click()
    await removal.getByText('waiting to sync').waitFor()
    await expect.poll(() => removal.getByRole('button', { name: 'Restore' }).count()).toBe(0)
    const { entries } = expectSuccess(await trips.as.alice.get(`/trips/${trip}/history`))
    expectSuccess(await trips.as.alice.post(`/trips/${trip}/history/${entries[0].n}/restore`, {}))
    await page.context().setOffline(false)
    await removal.getByRole('button', { name: 'Discard' }).click()
    await change(page, 'alice brought back the expense').waitFor()
  })
})

describe('trip at a change', () => {
  /** Everybody's balance after this many money events, computed from the log alone. */
  async function figuresFromEvents(trip: string, count: number): Promise<Record<string, string>> {
    const store = await openSqliteEventStore({ file: join(server.dataDir, 'events.db'), onError: () => {} })
    const events = await store.read(`money-${trip}`, { limit: count })
    await store.close()
    const nets = new Map(
      Object.entries(trips.ids)
        .filter(([name]) => ['alice', 'bob', 'carol'].includes(name))
        .map(([name, id]) => [id, { name, net: 0 }]),
    )
    const add = (id: string, amount: number) => (nets.get(id)!.net += amount)
    for (const { type, data } of events as unknown as MoneyEvent[]) {
      const book = (data: MoneyEvent['data'], sign: number) => {
        if ('contribution' in data) add(data.contribution.contributor.id, sign * data.contribution.amount)
        if (!('expense' in data)) return
        for (const { id, amount } of payingPeople(data.expense)) add(id, sign * amount)
        for (const { id, share } of data.expense.sharedBy) add(id, -sign * share)
      }
      if (type === 'ExpenseEdited') {
        book({ expense: data.was }, -1)
        book({ expense: data.expense }, 1)
      } else book(data, type.endsWith('Removed') ? -1 : 1)
    }
    return Object.fromEntries(
      [...nets.values()].map(({ name, net }) => [
        name,
        (net > 0 ? '+' : '') + formatMoney(toMajor(net, 'HKD'), 'HKD'),
      ]),
    )
  }

  async function shownFigures(page: Page): Promise<Record<string, string>> {
    const rows = then(page, 'Balances').getByRole('listitem')
    const texts = await rows.evaluateAll((all) =>
      all.map((row) => [
        row.querySelector('bdi')?.textContent ?? '',
        [...row.querySelectorAll('.tabular-nums')].at(-1)?.textContent ?? '',
      ]),
    )
    return Object.fromEntries(texts) as Record<string, string>
  }

  test('The trip at four changes shows the figures that the events alone give, and the list beside it scrolls to the change', async () => {
    const trip = await trips.planned('Replaying')
    await trips.spend(trip, 100)
    await trips.deposit(trip, 'bob', 60)
    await trips.spend(trip, 50.01, { paidFromPool: true })
    const { expenses } = expectSuccess(await trips.as.alice.get(`/trips/${trip}/expenses`))
    const first = expenses.find(({ amount }: { amount: number }) => amount === 100)
    expectSuccess(await trips.as.alice.put(`/expenses/${first.id}`, { amount: 77.7 }))
    expectSuccess(await trips.as.alice.del(`/expenses/${first.id}`))
    const page = await visit('bob', trip, viewports.desktop)
    // Three participants come first, so money begins with change 4.
    for (const [n, count] of [
      [4, 1],
      [6, 3],
      [7, 4],
      [8, 5],
    ] as const) {
      await slider(page).fill(String(n))
      await page.getByText(`After change ${n} of 8`).waitFor()
      await expect.poll(() => shownFigures(page)).toEqual(await figuresFromEvents(trip, count))
    }
    await slider(page).fill('8')
    await then(page, 'Expenses').getByText('Removed here').waitFor()
    await slider(page).press('ArrowLeft')
    await then(page, 'Expenses').getByText('Changed here').waitFor()
    await page.getByText('HK$77.70').first().waitFor()

    await page.setViewportSize({ width: 1100, height: 500 })
    const yOf = async (it: Locator) => (await it.boundingBox())!.y
    await expect.poll(() => yOf(change(page, 'alice planned the trip'))).toBeGreaterThan(500)
    await slider(page).press('Home')
    await expect
      .poll(() => yOf(timeline(page).locator('[aria-current=step]')))
      .toSatisfy((y: number) => y > 0 && y < 500)
  })

  test('The line over the slider tells the total spent after the change and after the newest', async () => {
    const trip = await trips.planned('Costing')
    await trips.spend(trip, 100)
    await trips.spend(trip, 50.01)
    const page = await visit('bob', trip, { width: 320, height: 640 })
    await page.getByRole('button', { name: 'As it was' }).click()
    const time = page.getByRole('region', { name: 'Time' })
    await time.getByText('HK$150.01').waitFor()
    const top = (await time.boundingBox())!.y
    await slider(page).fill('4')
    await time.getByText('HK$100.00').waitFor()
    await time.getByRole('img', { name: /HK\$100\.00 here, HK\$150\.01 after the newest/ }).waitFor()
    expect((await time.boundingBox())!.y).toBe(top)
    await slider(page).press('Home')
    await time.getByText('HK$0.00').waitFor()
    await expectAccessible(page, 'the line of the total')
  })

  test('The changes can be played from the beginning and stopped', async () => {
    const trip = await trips.planned('Playing')
    const page = await person({ url: server.url })
    await page.clock.install()
    await logInAndOpen(page, server, 'alice', `/app/travel/${trip}/history`)
    await page.getByRole('button', { name: 'As it was' }).click()
    await page.getByText('After change 3 of 3').waitFor()
    // So that no step follows before the press on Pause.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
    await page.getByRole('button', { name: 'Play' }).click()
    await page.getByText('After change 1 of 3').waitFor()
    const second = page.getByText('After change 2 of 3')
    await expect.poll(async () => (await page.clock.runFor(100), second.count()), { interval: 10 }).toBe(1)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.clock.resume()
    await page.getByRole('button', { name: 'Previous change' }).click()
    await page.getByText('After change 1 of 3').waitFor()
    await expect.poll(() => then(page, 'People').getByRole('listitem').count()).toBe(1)
    // A change of the list links to the trip just after it.
    await page.getByRole('button', { name: 'What happened' }).click()
    await change(page, 'alice added bob').getByRole('button', { name: 'See the trip at this point' }).click()
    await page.getByText('After change 2 of 3').waitFor()
  })
})

describe('the exported history', () => {
  test('The exported file verifies when it is opened from disk, and names the event in which a byte was changed', async () => {
    coversSpec('§2 Route table: A fixed top bar')

    const trip = await trips.planned('Proving')
    await trips.spend(trip, 123.45)
    await trips.spend(trip, 300)
    const page = await visit('bob', trip)
    const bar = page.getByRole('banner')
    const [title, action] = [
      (await bar.getByRole('heading').boundingBox())!,
      (await bar.getByRole('button', { name: 'Export history' }).boundingBox())!,
    ]
    expect(action.x, 'right-hand').toBeGreaterThanOrEqual(title.x + title.width)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export history' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('history-Proving.html')
    const file = join(folder, 'history.html')
    await download.saveAs(file)
    const text = readFileSync(file, 'utf8')

    const reader = await person({ url: server.url })
    await reader.context().setOffline(true)
    await reader.goto(pathToFileURL(file).href)
    await reader.locator('#status[data-holds=true]').waitFor()
    await reader.getByText('alice added the expense “Dinner for 123.45” of HK$123.45').waitFor()

    const forged = join(folder, 'forged.html')
    writeFileSync(forged, text.replace('"amount":12345', '"amount":12845'))
    await reader.goto(pathToFileURL(forged).href)
    await reader.locator('#status[data-holds=false]').waitFor()
    await expect
      .poll(() => reader.locator('#status').innerText())
      .toContain('Change 4 (ExpenseAdded, event 0) of money-')

    writeFileSync(forged, text.replace('of HK$123.45', 'of HK$923.45'))
    await reader.goto(pathToFileURL(forged).href)
    await reader.getByText('The text of change 4 was changed.').waitFor()
  })
})
