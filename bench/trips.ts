// Measures a trip on a phone in Chromium at a quarter of its speed: opening it, the bytes of a change, the time until a
// command is on the screen, scrolling through all expenses, and reopening it without a network.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, type Page, chromium } from 'playwright-core'
import { chromiumHint, findChromium, launchFlags } from '#tests/support/chromium.ts'
import { type Client, createClient, expectSuccess } from '#tests/support/client.ts'
import { type Row, atMost } from './figures.ts'
import { median } from './ratio.ts'
import { type Visit, visitOnPhone } from './slowPhone.ts'
import { start } from './writePath/program.ts'

const TURNS = 5
const DAY = '2026-06-02'

interface Scene {
  browser: Browser
  url: string
  ann: Client
  ben: Client
  /** Ids of trips by their number of expenses. */
  trips: Map<number, string>
}

export async function bench(): Promise<Row[]> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error(chromiumHint)
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const env = { DATA_DIR: folder, PASSWORD_COST: 'low', REGISTRATION: 'open', DEMO_DATA: 'off' }
  const { port, end } = await start(['--import', './scripts/buildIfNeeded.ts', 'api/main.ts'], env)
  const browser = await chromium.launch({ executablePath, args: launchFlags })
  try {
    const [ann, ben] = [await signUp(port, 'ann'), await signUp(port, 'ben')]
    const trips = new Map<number, string>()
    for (const count of [50, 500, 1000, 5000]) trips.set(count, await plan(ann, ben, count))
    const scene = { browser, url: `http://127.0.0.1:${port}`, ann, ben, trips }
    return [
      await bytesOfChange(scene),
      await untilShown(scene, 0),
      await untilShown(scene, 2000),
      await bytesOfOwnExpense(scene),
      ...(await firstOpenings(scene)),
      ...(await scrolling(scene)),
      ...(await reopening(scene)),
      await folding(scene),
      await snapshot(scene),
    ]
  } finally {
    await browser.close()
    await end()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function signUp(port: number, username: string): Promise<Client> {
  const { token } = expectSuccess(
    await createClient(port).post('/auth/register', { username, password: 'bench-demo' }),
  )
  return createClient(port, token)
}

async function plan(ann: Client, ben: Client, count: number): Promise<string> {
  const { trip } = expectSuccess(
    await ann.post('/trips', {
      title: `Trip of ${count}`,
      destination: 'Lisbon',
      startDate: '2027-06-01',
      endDate: '2027-06-09',
      currency: 'EUR',
      budget: 100_000,
    }),
  )
  const { user } = expectSuccess(await ben.get('/auth/me'))
  expectSuccess(await ann.post(`/trips/${trip.id}/invite`, { userIds: [user.id] }))
  const { invitations } = expectSuccess(await ben.get('/trip-invitations'))
  const invitation = invitations.find(({ trip: { id } }: { trip: { id: string } }) => id === trip.id)
  expectSuccess(await ben.put(`/trip-invitations/${invitation.id}/respond`, { response: 'accepted' }))
  for (let n = 0; n < count; n += 50)
    await Promise.all(Array.from({ length: 50 }, (_, i) => spend(ann, trip.id, `Expense ${n + i}`)))
  return trip.id
}

const spend = async (by: Client, tripId: string, description: string): Promise<unknown> =>
  expectSuccess(
    await by.post(`/trips/${tripId}/expenses`, {
      description,
      amount: 12.34,
      category: 'food',
      expenseDate: DAY,
      sharedBy: [expectSuccess(await by.get('/auth/me')).user.id],
    }),
  )

const visit = (
  { browser, url, ann }: Scene,
  run: (visit: Visit) => Promise<number>,
  options: { slow?: boolean } = {},
): Promise<number> => visitOnPhone({ browser, url, token: ann.token! }, run, options)

async function medianOf(measure: () => Promise<number>, turns = TURNS): Promise<number> {
  const values: number[] = []
  for (let turn = 0; turn < turns; turn++) values.push(await measure())
  return median(values)
}

const openExpenses = async (page: Page, tripId: string): Promise<void> => {
  await page.goto(`/app/travel/${tripId}#expenses`)
  await page.getByRole('region', { name: 'Recent Expenses' }).getByRole('listitem').first().waitFor()
}

const settle = (page: Page): Promise<void> => page.waitForTimeout(2500)

async function bytesOfChange(scene: Scene): Promise<Row> {
  const tripId = scene.trips.get(1000)!
  let turn = 0
  const bytes = await medianOf(() =>
    visit(scene, async ({ page, received }) => {
      await openExpenses(page, tripId)
      await settle(page)
      received()
      const text = `From ben ${turn++}`
      await spend(scene.ben, tripId, text)
      await page.getByText(text).first().waitFor()
      await page.waitForTimeout(500)
      return received()
    }),
  )
  return atMost(2048, 'bytes', 'received for a change by somebody else, 1,000 expenses', bytes)
}

async function fillExpense(page: Page, description: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Expense' }).last().click()
  const form = page.getByRole('dialog', { name: 'Add Expense' })
  await form.getByLabel('Description').fill(description)
  await form.getByLabel('Amount').fill('9')
}

const submit = (page: Page): Promise<void> =>
  page.getByRole('dialog', { name: 'Add Expense' }).getByRole('button', { name: 'Add Expense' }).click()

/** Until the form is gone and the row is there. */
async function untilShown(scene: Scene, latencyMs: number): Promise<Row> {
  const tripId = scene.trips.get(50)!
  let turn = 0
  const ms = await medianOf(() =>
    visit(scene, async ({ page }) => {
      await openExpenses(page, tripId)
      await settle(page)
      await page.route('**/expenses*', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, latencyMs))
        await route.continue()
      })
      const text = `Own ${latencyMs} ${turn++}`
      await fillExpense(page, text)
      const measured = page.evaluate(untilRow, text)
      await submit(page)
      return measured
    }),
  )
  return atMost(100, 'ms', `submit until the expense is shown, ${latencyMs} ms of latency`, ms)
}

/** In the page: ms from the next press until the form is gone and a row has this text. */
function untilRow(text: string): Promise<number> {
  return new Promise((resolve) => {
    let pressed = 0
    addEventListener('click', ({ timeStamp }) => (pressed = timeStamp), { capture: true, once: true })
    const look = () => {
      const titles = [...document.querySelectorAll('[role=dialog] h2')].map((title) => title.textContent)
      const isOpen = titles.includes('Add Expense')
      const isShown = [...document.querySelectorAll('li')].some((row) => row.textContent?.includes(text))
      if (pressed > 0 && !isOpen && isShown) resolve(performance.now() - pressed)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

async function bytesOfOwnExpense(scene: Scene): Promise<Row> {
  const tripId = scene.trips.get(5000)!
  let turn = 0
  const bytes = await medianOf(
    () =>
      visit(scene, async ({ page, received }) => {
        await openExpenses(page, tripId)
        await settle(page)
        const text = `Own ${turn++}`
        await fillExpense(page, text)
        await page.waitForTimeout(1000)
        received()
        await submit(page)
        await page.getByRole('listitem').filter({ hasText: text }).first().waitFor()
        await page.waitForTimeout(1000)
        return received()
      }),
    3,
  )
  return atMost(3072, 'bytes', 'received for an own expense, 5,000 expenses', bytes)
}

async function firstOpenings(scene: Scene): Promise<Row[]> {
  const rows: Row[] = []
  for (const [count, target] of [
    [50, 5],
    [500, 5.5],
    [5000, 6],
  ] as const) {
    let requestCount = 0
    const open = async ({ page, requests }: Visit) => {
      await openExpenses(page, scene.trips.get(count)!)
      requestCount = requests()
      return page.evaluate(() => performance.now() / 1000)
    }
    const seconds = await medianOf(() => visit(scene, open, { slow: true }), 3)
    const name = `first opening on Slow 4G until the newest expense is shown, ${count.toLocaleString('en-HK')} expenses`
    rows.push(atMost(target, 's', name, seconds, `${requestCount} requests`))
  }
  return rows
}

async function scrolling(scene: Scene): Promise<Row[]> {
  let longTasks = 0
  const p95 = await visit(scene, async ({ page }) => {
    await openExpenses(page, scene.trips.get(5000)!)
    await settle(page)
    await page.getByRole('button', { name: 'View All Expenses' }).click()
    await page.getByRole('dialog', { name: 'All Expenses' }).getByText('Expense').first().waitFor()
    await settle(page)
    await page.evaluate(() => {
      const measured = window as unknown as { frames: number[]; longTasks: number }
      Object.assign(measured, { frames: [], longTasks: 0 })
      new PerformanceObserver((list) => (measured.longTasks += list.getEntries().length)).observe({
        type: 'longtask',
      })
      let last = performance.now()
      const frame = (now: number) => {
        measured.frames.push(now - last)
        last = now
        requestAnimationFrame(frame)
      }
      requestAnimationFrame(frame)
    })
    await page.getByRole('dialog', { name: 'All Expenses' }).hover()
    for (let n = 0; n < 60; n++) {
      await page.mouse.wheel(0, 900)
      await page.waitForTimeout(50)
    }
    const { frames, tasks } = await page.evaluate(() => {
      const measured = window as unknown as { frames: number[]; longTasks: number }
      return { frames: measured.frames, tasks: measured.longTasks }
    })
    longTasks = tasks
    return frames.toSorted((a, b) => a - b)[Math.floor(frames.length * 0.95)]!
  })
  return [
    atMost(33.4, 'ms', 'View All with 5,000 expenses: 95th percentile of a frame', p95),
    atMost(0, '', 'View All with 5,000 expenses: long tasks while scrolling', longTasks),
  ]
}

/** In a new page, which has nothing of the trip in memory. */
async function reopening(scene: Scene): Promise<Row[]> {
  const rows: Row[] = []
  for (const [count, target] of [
    [1000, 300],
    [5000, 1000],
  ] as const) {
    const ms = await medianOf(() =>
      visit(scene, async ({ page }) => {
        await openExpenses(page, scene.trips.get(count)!)
        // The device stores it.
        await settle(page)
        await page.goto('/app/travel')
        await page.getByRole('link', { name: `Trip of ${count}` }).waitFor()
        await settle(page)
        await page.route(/\/api\//, (route) => route.abort())
        const measured = page.evaluate(untilFigures)
        await page.getByRole('link', { name: `Trip of ${count}` }).click()
        return measured
      }),
    )
    const name = `reopening a trip of ${count.toLocaleString('en-HK')} expenses without a network, until its figures`
    rows.push(atMost(target, 'ms', name, ms))
  }
  return rows
}

/** In the page: ms from the next press until the dialog says how much was spent. */
function untilFigures(): Promise<number> {
  return new Promise((resolve) => {
    let pressed = 0
    addEventListener('click', ({ timeStamp }) => (pressed = timeStamp), { capture: true, once: true })
    const look = () => {
      const dialog = document.querySelector('[role=dialog] [role=tabpanel]')
      if (pressed > 0 && dialog?.textContent.includes(' spent, ')) resolve(performance.now() - pressed)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

async function folding(scene: Scene): Promise<Row> {
  const tripId = scene.trips.get(5000)!
  const longest = await visit(scene, async ({ page }) => {
    await openExpenses(page, tripId)
    await settle(page)
    await page.evaluate(() => {
      const measured = window as unknown as { longest: number }
      measured.longest = 0
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) measured.longest = Math.max(measured.longest, duration)
      }).observe({ type: 'longtask' })
    })
    for (let n = 0; n < 5; n++) {
      const text = `Folded ${n}`
      await spend(scene.ben, tripId, text)
      await page.getByText(text).first().waitFor()
      await page.waitForTimeout(1500)
    }
    return page.evaluate(() => (window as unknown as { longest: number }).longest)
  })
  return atMost(50, 'ms', 'longest task of a change by somebody else, 5,000 expenses', longest)
}

async function snapshot({ ann, trips }: Scene): Promise<Row> {
  const { text } = await ann.get(`/trips/${trips.get(500)!}/replica`)
  return atMost(40, 'kB', 'a snapshot of 500 expenses, compressed', brotliCompressSync(text).length / 1000)
}
