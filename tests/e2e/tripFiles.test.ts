// A trip taken away as one file and brought back as a new trip, and the file of another app as a new trip, in a browser.

import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { unzipSync, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { expectToast, goOnline, openWithToken } from '#tests/support/demoUsers.ts'
import { createClient, expectSuccess } from '#tests/support/client.ts'
import { button, expensesForFile } from '#tests/support/expenses.ts'
import { jpeg, sha256OfBytes } from '#tests/support/pictures.ts'

const setup = expensesForFile()

test('A trip is exported as one file, refused on Home when a byte of it was changed, and imported there as an equal trip', async () => {
  const bob = await setup.idOf('bob')
  const alice = createClient(Number(new URL(setup.url).port), setup.alice.token)
  const photo = jpeg({ width: 320, height: 240 })
  const { file } = expectSuccess(await alice.put(`/files/${sha256OfBytes(photo)}`, photo))
  const receipts = [{ ...file, thumb: null }]
  await setup.spend({
    amount: 100.01,
    sharedBy: [setup.alice.id, bob],
    description: 'Ferry tickets',
    receipts,
  })
  await setup.alice.call('POST', `/trips/${setup.tripId}/pool/contribute`, {
    amount: 60,
    participant: { id: bob, type: 'user' },
  })
  const { trip } = await setup.alice.call('GET', `/trips/${setup.tripId}`)
  const activity = { date: trip.startDate, title: 'Fushimi Inari', startTime: '07:30' }
  await setup.alice.call('POST', `/itineraries/${setup.tripId}/items`, activity)
  const page = await setup.expensesTab()
  const path = await exportTrip(page)

  const sent: string[] = []
  const uploaded: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/files/')) uploaded.push(request.url())
    if (request.method() !== 'GET' && request.url().includes('/trips')) sent.push(request.url())
  })
  await page.goto('/app')
  await chooseFromHome(page, changedCopyOf(path))
  await page.getByText('“trip.json” was changed after the export, so nothing of the file was read.').waitFor()
  expect(sent).toEqual([])

  await page.getByLabel('Choose a file').setInputFiles(path)
  await page.getByText(/^Group Trip Planner export\s·\s2 rows\s·\sHKD$/).waitFor()
  await page.getByText('The same to the cent').waitFor()
  await page.getByText('1 activity will be in the itinerary.').waitFor()
  await expect
    .poll(() => page.getByLabel('Which of them is you?').locator('option:checked').textContent())
    .toBe('alice')
  await expect.poll(() => page.getByLabel('Trip Title').inputValue()).toBe('A week in Kyoto')
  await expectAccessible(page, 'the preview of a new trip')
  await button(page, 'Create the Trip').click()
  await expectToast(page, 'Imported 1 expense and 1 deposit')
  await page.waitForURL(/\/app\/travel\/[\w-]+/)
  await page.getByRole('heading', { name: 'A week in Kyoto' }).first().waitFor()
  const copyId = new URL(page.url()).pathname.split('/').at(-1)!
  expect(copyId).not.toBe(setup.tripId)
  expect(await balancesOf(copyId)).toEqual(await balancesOf(setup.tripId))
  const { itinerary } = await setup.alice.call('GET', `/trips/${copyId}/itinerary`)
  expect(itinerary.items).toMatchObject([activity])
  const { expenses } = await setup.alice.call('GET', `/trips/${copyId}/expenses`)
  expect(expenses).toMatchObject([{ receipts }])
  expect(uploaded).toEqual([expect.stringContaining(file.hash)])
})

test('A file of another app becomes a trip whose title, days and people come from the file', async () => {
  const page = await setup.person({ url: setup.url })
  await openHome(page)
  await chooseFromHome(page, 'tests/imports/samples/spliit.json')
  await expect.poll(() => page.getByLabel('Trip Title').inputValue()).toBe('Lamma weekend')
  await expect.poll(() => page.getByLabel('Start Date').inputValue()).toBe('2026-10-03')
  await expect.poll(() => page.getByLabel('End Date').inputValue()).toBe('2026-10-05')
  await page.getByText('Choose which of the people is you.').waitFor()
  await expect.poll(() => button(page, 'Create the Trip').isDisabled()).toBe(true)
  await page.getByLabel('Which of them is you?').selectOption({ label: 'Ada' })
  await page.getByText('Ben, Chi become guests. You can invite friends afterwards.').waitFor()
  await page.getByLabel('Destination').fill('Lamma')
  await button(page, 'Create the Trip').click()
  await expectToast(page, 'Imported 4 expenses, 1 refund and 1 payment')
  await page.waitForURL(/\/app\/travel\/[\w-]+/)
  const copyId = new URL(page.url()).pathname.split('/').at(-1)!
  await expect.poll(() => balancesOf(copyId)).toEqual({ alice: 276.66, Ben: 171.16, Chi: -447.82 })
})

test('A trip that changes while it is exported is not saved from two states, and without a connection there is a sentence', async () => {
  const page = await setup.expensesTab({ expects: [/ERR_INTERNET_DISCONNECTED|WebSocket/] })
  await page.route('**/history/export', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    json.streams[0].revision += 1
    await route.fulfill({ response, json })
  })
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await button(page, 'Save as a file (ZIP)').click()
  await page.getByText('Somebody is changing the trip right now. Please try again.').waitFor()
  await page.unroute('**/history/export')
  await page.context().setOffline(true)
  await button(page, 'Save as a file (ZIP)').click()
  await page.getByText('Failed to export the trip').waitFor()
  await goOnline(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Save as a file (ZIP)').click(),
  ])
  expect(file.suggestedFilename()).toBe('trip-A-week-in-Kyoto.zip')
})

test('A payer whom a file does not name is asked for, and what the server refuses of a new trip stays on it, with Retry', async () => {
  const page = await setup.person({ url: setup.url, expects: [/400/] })
  const json = { error: { code: 'VALIDATION_ERROR', message: 'Not now' } }
  const imports = '**/api/trips/*/imports'
  await page.route(imports, (route) => route.fulfill({ status: 400, json }))
  await openHome(page)
  await chooseFromHome(page, 'tests/imports/samples/spliit.csv')
  await page.getByLabel('Which of them is you?').selectOption({ label: 'Ada' })
  await page.getByLabel('Destination').fill('Lamma')
  await page.getByLabel(/^Who paid/).selectOption({ label: 'Chi' })
  await button(page, 'Create the Trip').click()
  await expectToast(page, 'A part of the import was not accepted. The trip shows which, and can try again.')
  await page.unroute(imports)
  await page.getByRole('tab', { name: 'Expenses' }).click()
  await page.getByText('1 part was not accepted. Not now').waitFor()
  await button(page, 'Retry').click()
  const copyId = new URL(page.url()).pathname.split('/').at(-1)!
  await expect.poll(() => balancesOf(copyId)).toEqual({ alice: 276.66, Ben: 171.16, Chi: -447.82 })
})

type FileToChoose = Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]

/** @returns the path of the file */
async function exportTrip(page: Page): Promise<string> {
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await page.getByText('Everything on A week in Kyoto, in one file').waitFor()
  await expectAccessible(page, 'the export of a trip')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Save as a file (ZIP)').click(),
  ])
  expect(file.suggestedFilename()).toBe('trip-A-week-in-Kyoto.zip')
  // Its step of the browser's history is gone with it.
  await page.getByText('Everything on A week in Kyoto, in one file').waitFor({ state: 'detached' })
  await page.waitForURL(/#expenses$/)
  const folder = join(tmpdir(), `trip-files-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  const path = join(folder, file.suggestedFilename())
  await file.saveAs(path)
  return path
}

const openHome = (page: Page) => openWithToken(page, setup.alice.token, '/app')

async function chooseFromHome(page: Page, file: FileToChoose): Promise<void> {
  await button(page, 'New Trip').first().click()
  await button(page, 'Import from a file').click()
  await page.getByLabel('Choose a file').setInputFiles(file)
}

/** With one byte changed. */
function changedCopyOf(path: string): FileToChoose {
  const files = unzipSync(readFileSync(path))
  files['trip.json']![40]! ^= 1
  return { name: 'trip.zip', mimeType: 'application/zip', buffer: Buffer.from(zipSync(files)) }
}

/** Major units, by name. */
async function balancesOf(tripId: string): Promise<Record<string, number>> {
  const { balances } = await setup.alice.call('GET', `/trips/${tripId}/balances`)
  return Object.fromEntries(
    balances.map(({ name, netBalance }: { name: string; netBalance: number }) => [name, netBalance]),
  )
}
