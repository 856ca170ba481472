// The import of another app's file, in a browser: from the file to the balances of the trip, and back.

import { readFileSync } from 'node:fs'
import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sampleText } from '#tests/imports/importedFiles.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { expectToast, goOffline } from '#tests/support/demoUsers.ts'
import { button, expensesForFile } from '#tests/support/expenses.ts'

const setup = expensesForFile()
const SAMPLE = 'tests/imports/samples/splitwise-group.csv'
const FRIENDS = 'tests/imports/samples/splitwise-friend.csv'

test('A Splitwise file becomes expenses whose balances are those of the file, and the same file adds nothing', async () => {
  const page = await setup.expensesTab()
  await openFile(page, SAMPLE)
  await page.getByText('Splitwise export · 8 rows · HKD, JPY').waitFor()
  await page.getByText('The same to the cent').waitFor()
  await page.getByText('Enter the rate of JPY.').waitFor()
  await page.getByLabel('Who is Ada L.?').selectOption({ label: 'alice (you)' })
  await page.getByLabel('Who is Ben O.?').selectOption({ label: 'alice (you)' })
  await page
    .getByText('Ada L. and Ben O. cannot both be alice. Choose somebody else for one of them.')
    .waitFor()
  await page.getByLabel('Who is Ben O.?').selectOption({ label: 'bob' })
  await page.getByLabel('HKD for 1 JPY').fill('0.05')
  await expectAccessible(page, 'the preview')
  await button(page, 'Import 5 expenses, 1 refund and 1 payment').click()
  await expectToast(page, 'Imported 5 expenses, 1 refund and 1 payment')

  // 526.67 and 2,000 yen; 11.67 less 1,000 yen; −538.34 less 1,000 yen.
  const expected = { alice: 626.67, bob: -38.33, carol: 0, 'Chi W.': -588.34 }
  expect(await balances()).toEqual(expected)

  await requestImport(page)
  await choose(page, SAMPLE)
  await page.getByText('7 of 8 are here already.').waitFor()
  await page.getByLabel('Who is Ada L.?').selectOption({ label: 'alice (you)' })
  await page.getByLabel('Who is Ben O.?').selectOption({ label: 'bob' })
  await page.getByText('Everything in this file is on the trip already.').waitFor()
  const different = page.getByRole('listitem').filter({ hasText: 'Here already with another content' })
  await expect.poll(() => different.count()).toBe(0)
  // The same rows, as if others had been in them.
  await page.getByLabel('Who is Ada L.?').selectOption({ label: 'carol' })
  await expect.poll(() => different.count()).toBeGreaterThan(0)
  await page.getByLabel('Who is Ada L.?').selectOption({ label: 'alice (you)' })
  await expect.poll(() => different.count()).toBe(0)
  await expect.poll(() => button(page, /^Import \d/).isDisabled()).toBe(true)
})

test('A file that cannot be read gets a sentence and changes nothing, and a copy of it without its names is saved', async () => {
  const page = await setup.expensesTab()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/trips/')) sent.push(request.url())
  })
  await openFile(page, {
    name: 'sheet.xlsx',
    mimeType: 'text/csv',
    buffer: Buffer.from('PK\u0003\u0004sheet'),
  })
  await page.getByText(/^This is a ZIP archive or a workbook of a spreadsheet/).waitFor()
  await expectAccessible(page, 'the refused file')
  await choose(page, {
    name: 'half.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"expenses": ['),
  })
  await page.getByText('The file begins as JSON, and is damaged or cut off.').waitFor()
  await choose(page, {
    name: 'secret.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"trip": "Our secret", "cost": 12.5}'),
  })
  await page.getByText('The file begins as JSON, and is damaged or cut off.').waitFor({ state: 'detached' })
  const [copy] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Save a copy without names').click(),
  ])
  expect(copy.suggestedFilename()).toBe('import-without-names.json')
  expect(JSON.parse(readFileSync(await copy.path(), 'utf8'))).toEqual({ trip: 'xxx xxxxxx', cost: 12.5 })
  expect(sent).toEqual([])
})

test('After a refusal the reason is shown, Try again sends the rest, and Undo removes it with the guests who came with it', async () => {
  const page = await setup.expensesTab({ expects: [/400/] })
  const json = { error: { code: 'VALIDATION_ERROR', message: 'The trip is full' } }
  const imports = '**/api/trips/*/imports'
  await page.route(imports, (route) => route.fulfill({ status: 400, json }))
  await openFile(page, FRIENDS)
  await button(page, 'Import 1 expense').click()
  await page.getByText('The import was not accepted. The trip is full').waitFor()
  await page.getByText('What was sent is on the trip. Try again to send the rest.').waitFor()
  await page.unroute(imports)
  await button(page, 'Try again').click()
  await expectToast(page, 'Imported 1 expense')
  expect(await balances()).toMatchObject({ 'Ada L.': -40.75, 'Ben O.': 40.75 })
  await button(page, 'Undo').click()
  await expectToast(page, 'Import removed')
  await page.getByText('No expenses yet').waitFor()
  const { expenses } = await setup.alice.call('GET', `/trips/${setup.tripId}/expenses`)
  expect(expenses).toEqual([])
  expect(Object.keys(await balances())).toEqual(['alice', 'bob', 'carol'])
})

test('Guests and records, with the rate of their file, wait without a connection and arrive once there is one', async () => {
  // Who gets the cent that the file misses depends on the trip, so here it misses none.
  const settleUp = sampleText('settleup.csv').replace('118.33;118.33;118.33', '118.33;118.34;118.33')
  const page = await setup.expensesTab({ expects: [/ERR_INTERNET_DISCONNECTED|ERR_NETWORK|WebSocket/] })
  await openFile(page, { name: 'settleup.csv', mimeType: 'text/csv', buffer: Buffer.from(settleUp) })
  await button(page, /^Import \d/).waitFor()
  await goOffline(page)
  await button(page, /^Import \d/).click()
  await expectToast(page, 'No connection. This will be sent as soon as you are online.')
  await page.getByText('Includes 1 change waiting to sync').waitFor()
  await page.context().setOffline(false)
  // JPY -1,500 and 1,500 at 0.052.
  await expect.poll(balances).toMatchObject({ Ada: 158.67, Ben: -18.34, Chi: -140.33 })
})

describe('an import whose page is closed in the middle', () => {
  const batches = '**/api/trips/*/imports'
  /** Two guests and three batches, of which the first has arrived. @returns the trip, opened again */
  async function reopened() {
    const page = await setup.expensesTab({ expects: [/ERR_EMPTY_RESPONSE/] })
    const rows = Array.from({ length: 1200 }, (_, n) => `2026-10-03,Coffee ${n},Food,2.00,HKD,1.00,-1.00`)
    const csv = ['Date,Description,Category,Cost,Currency,Ada,Ben', ...rows].join('\n')
    await openFile(page, { name: 'long.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    let arrived = 0
    await page.route(batches, (route) => ((arrived += 1) === 1 ? route.continue() : undefined))
    await button(page, 'Import 1,200 expenses').click()
    await expect.poll(() => arrived).toBe(2)
    const again = await page.context().newPage()
    await page.close()
    const held: Route[] = []
    let isHeld = true
    await again.route(batches, (route) => (isHeld ? void held.push(route) : route.continue()))
    await again.goto(`/app/travel/${setup.tripId}#expenses`)
    // A part whose removal the disk had not taken yet is sent again.
    await again.getByText(/Import: [23] of 5 parts/).waitFor()
    await expect.poll(() => held.length).toBe(1)
    const release = async () => {
      isHeld = false
      for (const route of held) await route.continue()
    }
    return { again, release }
  }

  test('An import whose page was closed in the middle says on the trip how much of it is there, and ends whole', async () => {
    const { again, release } = await reopened()
    expect((await balances())['Ada']).toBeLessThan(1200)
    await release()
    await expect.poll(async () => (await balances())['Ada']).toBe(1200)
    await again.getByText(/Import: \d of 5 parts/).waitFor({ state: 'detached' })
  })

  test('An import whose page was closed in the middle can be undone on the trip, with the parts that were not sent', async () => {
    const { again, release } = await reopened()
    await button(again, 'Undo').click()
    await release()
    await expectToast(again, 'Import removed')
    expect(Object.keys(await balances())).toEqual(['alice', 'bob', 'carol'])
  })
})

test('The balances alone become one expense for each currency, and the balances of the trip are those of the file', async () => {
  const page = await setup.expensesTab()
  await openFile(page, SAMPLE)
  await page.getByLabel('HKD for 1 JPY').fill('0.05')
  await page.getByLabel('Who is Ada L.?').selectOption({ label: 'alice (you)' })
  await page.getByRole('radio', { name: 'Balances only' }).check()
  await page.getByText('The same to the cent').waitFor()
  await button(page, 'Import 2 expenses').click()
  await expectToast(page, 'Imported 2 expenses')
  expect(await balances()).toMatchObject({ alice: 626.67, 'Ben O.': -38.33, 'Chi W.': -588.34 })
})

test('The columns of the people are pointed at, and the amounts wait for what their commas mean', async () => {
  const page = await setup.expensesTab()
  const rows = ['Day,Thing,Money,Who,A,B', '2026-10-03,Villa,"1,240",Ada,620,620', '2026-10-04,Bus,9,Bo,3,6']
  await openFile(page, { name: 'table.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
  await page.getByLabel('Date').selectOption({ label: 'Day (2026-10-03)' })
  await page.getByLabel('Amount').selectOption({ label: 'Money (1,240)' })
  await page.getByLabel('Who paid').selectOption({ label: 'Who (Ada)' })
  await page.getByLabel('Which number is 1,240?').selectOption({ label: '1240' })
  await page.getByLabel('Who shares it').selectOption({ label: 'A column for each person' })
  await page.getByLabel('A (620)').check()
  await page.getByLabel('B (620)').check()
  for (const [label, name] of Object.entries({ A: 'alice (you)', B: 'bob', Ada: 'carol' }))
    await page.getByLabel(`Who is ${label}?`).selectOption({ label: name })
  await expectAccessible(page, 'the columns')
  await button(page, 'Import 2 expenses').click()
  await expectToast(page, 'Imported 2 expenses')
  expect(await balances()).toEqual({ alice: -623, bob: -626, carol: 1240, Bo: 9 })
})

test('Where no worker starts, a file is refused in a sentence', async () => {
  const page = await setup.person({ url: setup.url })
  await page.addInitScript((token) => {
    localStorage.setItem('token', token)
    Reflect.deleteProperty(globalThis, 'Worker')
  }, setup.alice.token)
  await page.goto(`/app/travel/${setup.tripId}#expenses/import`)
  await choose(page, {
    name: 'de.csv',
    mimeType: 'text/csv',
    buffer: readFileSync('tests/imports/samples/splitwise-de.csv'),
  })
  await expect.poll(() => page.getByText('This file could not be read. Please try again.').count()).toBe(1)
})

type FileToChoose = Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]

async function openFile(page: Page, file: FileToChoose): Promise<void> {
  await button(page, 'Import from another app').click()
  await choose(page, file)
}

async function requestImport(page: Page): Promise<void> {
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Import' }).click()
}

const choose = (page: Page, file: FileToChoose) => page.getByLabel('Choose a file').setInputFiles(file)

/** Major units, by name. */
async function balances(): Promise<Record<string, number>> {
  const { balances: rows } = await setup.alice.call('GET', `/trips/${setup.tripId}/balances`)
  return Object.fromEntries(
    rows.map(({ name, netBalance }: { name: string; netBalance: number }) => [name, netBalance]),
  )
}
