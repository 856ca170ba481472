// Measures what people wait for on a phone, in Chromium at a quarter of its speed: conversations (opening a long one, Enter
// until the bubble), trips (opening, submitting, a change by somebody else, without a network), a long import and the way
// of a stranger from a link to an expense.

import { type Browser, type Page, chromium } from 'playwright-core'
import { chromiumHint, findChromium, launchFlags } from '#tests/support/chromium.ts'
import { type Client, createClient, expectSuccess } from '#tests/support/client.ts'
import { fillConversation } from '#tests/support/longConversation.ts'
import { type Row, atMost, inTurn, median, ratio } from './figures.ts'
import { longestTask, msUntil, type Visit, visitOnPhone } from './phone/visit.ts'
import { inFolder, startWithClient } from './writePath/program.ts'

const TURNS = 5
const LONG = 100_000
const SHORT = 50
const ROWS = 5000
const TRIPS = [50, 500, 5000] as const

interface User {
  id: string
  username: string
  token: string
}

interface Scene {
  browser: Browser
  url: string
  ann: Client
  ben: Client
  long: string
  short: string
  /** Ids of trips by their number of expenses. */
  trips: ReadonlyMap<number, string>
}

export const bench = (): Promise<Row[]> =>
  inFolder(async (folder) => {
    const executablePath = findChromium()
    if (!executablePath) throw new Error(chromiumHint)
    const first = await startWithClient(folder)
    const [ann, ben] = [await signUp(first.port, 'ann'), await signUp(first.port, 'ben')]
    const [long, short] = [await startGroup(first.port, ann, ben), await startGroup(first.port, ann, ben)]
    await first.end()
    await fillConversation(folder, long, [ann, ben], LONG)
    await fillConversation(folder, short, [ann, ben], SHORT)
    const { port } = await startWithClient(folder)
    const clients = { ann: createClient(port, ann.token), ben: createClient(port, ben.token) }
    for (const talk of [long, short]) await readToItsEnd(clients.ann, talk)
    const trips = new Map<number, string>()
    for (const count of TRIPS) trips.set(count, await planTrip(clients.ann, ben.id, count))
    const browser = await chromium.launch({ executablePath, args: launchFlags })
    try {
      const scene = { browser, url: `http://127.0.0.1:${port}`, ...clients, long, short, trips }
      return [
        ...(await conversations(scene)),
        ...(await tripRows(scene)),
        await importing(scene),
        ...(await joining(scene)),
      ]
    } finally {
      await browser.close()
    }
  })

async function signUp(port: number, username: string): Promise<User> {
  const account = { username, password: 'bench-demo' }
  const { token, user } = expectSuccess(await createClient(port).post('/auth/register', account))
  return { id: user.id, username, token }
}

async function startGroup(port: number, { token }: User, other: User): Promise<string> {
  const body = { type: 'group', name: 'Walkers', participant_ids: [other.id] }
  return expectSuccess(await createClient(port, token).post('/conversations', body)).conversation.id
}

async function readToItsEnd(by: Client, talk: string): Promise<void> {
  const { messages } = expectSuccess(await by.get(`/conversations/${talk}/messages?limit=1`))
  expectSuccess(await by.post(`/conversations/${talk}/read`, { message_id: messages[0].id }))
}

async function planTrip(by: Client, other: string, count: number): Promise<string> {
  const { trip } = expectSuccess(
    await by.post('/trips', {
      title: `Trip of ${count}`,
      destination: 'Lisbon',
      startDate: '2035-06-01',
      endDate: '2035-06-09',
      // Home and overview then say what is spent.
      budget: 900_000,
      inviteUserIds: [other],
    }),
  )
  for (let n = 0; n < count; n += 50)
    await Promise.all(Array.from({ length: 50 }, (_, i) => spend(by, trip.id, `Expense ${n + i}`)))
  return trip.id
}

async function spend(by: Client, tripId: string, description: string): Promise<void> {
  const { user } = expectSuccess(await by.get('/auth/me'))
  const body = { description, amount: 12.34, category: 'food', sharedBy: [user.id] }
  expectSuccess(await by.post(`/trips/${tripId}/expenses`, body))
}

const visit = <Result>(
  { browser, url, ann }: Scene,
  run: (visit: Visit) => Promise<Result>,
  options: { slow?: boolean } = {},
): Promise<Result> => visitOnPhone({ browser, url, token: ann.token! }, run, options)

async function medianOf(measure: (turn: number) => Promise<number>, turns = TURNS): Promise<number> {
  const values: number[] = []
  for (let turn = 0; turn < turns; turn++) values.push(await measure(turn))
  return median(values)
}

const settle = (page: Page): Promise<void> => page.waitForTimeout(2500)
const plain = (count: number): string => count.toLocaleString('en-HK')

async function conversations(scene: Scene): Promise<Row[]> {
  const opens = await inTurn(
    TURNS,
    () => msToOpen(scene, scene.long),
    () => msToOpen(scene, scene.short),
  )
  const name = `opening a conversation of ${plain(LONG)} messages ÷ of ${SHORT}`
  return [
    ratio(name, opens, (ms) => ms, 'ms', { atMost: 1.2 }),
    atMost(50, 'ms', 'Enter until the message is drawn', await msToBubble(scene)),
  ]
}

const openTalk = async (page: Page, talk: string): Promise<void> => {
  await page.goto(`/app/chat/${talk}`)
  await page.locator('[data-message]').first().waitFor()
}

const msToOpen = (scene: Scene, talk: string): Promise<number> =>
  visit(scene, async ({ page }) => {
    await openTalk(page, talk)
    return page.evaluate(() => performance.now())
  })

/** The network returns nothing meanwhile. */
const msToBubble = (scene: Scene): Promise<number> =>
  visit(scene, async ({ page }) => {
    await openTalk(page, scene.long)
    await settle(page)
    await page.route('**/api/conversations/*/messages', () => undefined)
    const composer = page.getByRole('textbox', { name: 'Message', exact: true })
    return medianOf(async (turn) => {
      const text = `On my way ${turn}`
      await composer.fill(text)
      const measured = msUntil(page, 'keydown', hasBubble, text)
      await composer.press('Enter')
      return measured
    })
  })

async function tripRows(scene: Scene): Promise<Row[]> {
  const rows = [await untilShown(scene, 0), await untilShown(scene, 2000)]
  for (const [n, count] of TRIPS.entries()) {
    const open = async ({ page }: Visit) => {
      await openExpenses(page, scene.trips.get(count)!)
      return page.evaluate(() => performance.now() / 1000)
    }
    const seconds = await medianOf(() => visit(scene, open, { slow: true }), 3)
    const name = `first opening of a trip of ${plain(count)} expenses on Slow 4G`
    rows.push(atMost([5, 5.5, 6][n]!, 's', name, seconds))
  }
  return [...rows, await reopening(scene), ...(await changeByAnother(scene))]
}

const openExpenses = async (page: Page, tripId: string): Promise<void> => {
  await page.goto(`/app/travel/${tripId}#expenses`)
  await page.getByRole('region', { name: 'Recent Expenses' }).getByRole('listitem').first().waitFor()
}

/** Until the form is gone and the row is there. */
async function untilShown(scene: Scene, latencyMs: number): Promise<Row> {
  const ms = await medianOf((turn) =>
    visit(scene, async ({ page }) => {
      await openExpenses(page, scene.trips.get(50)!)
      await settle(page)
      await page.route('**/expenses*', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, latencyMs))
        await route.continue()
      })
      const text = `Own ${latencyMs} ${turn}`
      await page.getByRole('button', { name: 'Add Expense' }).last().click()
      const form = page.getByRole('dialog', { name: 'Add Expense' })
      await form.getByLabel('Description').fill(text)
      await form.getByLabel('Amount').fill('9')
      const measured = msUntil(page, 'click', hasRow, text)
      await form.getByRole('button', { name: 'Add Expense' }).click()
      return measured
    }),
  )
  return atMost(100, 'ms', `submit until the expense is shown, latency ${latencyMs} ms`, ms)
}

/** In a new page, which has nothing of the trip in memory. */
async function reopening(scene: Scene): Promise<Row> {
  const ms = await medianOf(() =>
    visit(scene, async ({ page }) => {
      await openExpenses(page, scene.trips.get(5000)!)
      // The device stores it.
      await settle(page)
      await page.goto('/app/travel')
      const trip = page.getByRole('link', { name: 'Trip of 5000' })
      await trip.waitFor()
      await settle(page)
      await page.route(/\/api\//, (route) => route.abort())
      const measured = msUntil(page, 'click', hasFigures, ' spent, ')
      await trip.click()
      return measured
    }),
  )
  return atMost(1000, 'ms', 'reopening a trip of 5,000 expenses without a network', ms)
}

async function changeByAnother(scene: Scene): Promise<Row[]> {
  const tripId = scene.trips.get(5000)!
  return visit(scene, async ({ page, received }) => {
    await openExpenses(page, tripId)
    await settle(page)
    const longest = await longestTask(page)
    const bytes = await medianOf(async (turn) => {
      received()
      await spend(scene.ben, tripId, `From ben ${turn}`)
      await page.getByText(`From ben ${turn}`).first().waitFor()
      await page.waitForTimeout(1500)
      return received()
    })
    const name = 'a change by somebody else'
    return [
      atMost(2048, 'bytes', `received for ${name}`, bytes),
      atMost(50, 'ms', `longest task of ${name}`, await longest()),
    ]
  })
}

/** By a machine, which reads nothing: what a person needs for reading and typing comes on top. */
async function joining({ browser, url, ann, trips }: Scene): Promise<Row[]> {
  const { inviteLink } = expectSuccess(await ann.post(`/trips/${trips.get(50)!}/invite-link`, {}))
  let taps = 0
  const come = async ({ page }: Visit, turn: number): Promise<number> => {
    taps = 0
    const begin = performance.now()
    await page.goto(inviteLink.url)
    const tap = (role: 'button' | 'tab', name: string) => {
      taps++
      return page.getByRole(role, { name }).last().click()
    }
    await page.getByLabel('Your name').fill(`Mia ${turn}`)
    await tap('button', 'Join the trip')
    await page.getByRole('heading', { name: /^Hello, / }).waitFor()
    await tap('tab', 'Expenses')
    await tap('button', 'Add Expense')
    await page.getByRole('dialog', { name: 'Add Expense' }).getByLabel('Amount').waitFor()
    return (performance.now() - begin) / 1000
  }
  const seconds = await medianOf(
    (turn) => visitOnPhone({ browser, url }, (visit) => come(visit, turn), { slow: true }),
    3,
  )
  const name = 'from a link to the form of the first expense'
  return [
    atMost(3, 'taps', `${name}, besides one name`, taps),
    atMost(20, 's', `${name} on Slow 4G`, seconds),
  ]
}

/** A worker reads the file, which Chromium does not slow down. */
async function importing(scene: Scene): Promise<Row> {
  const ms = await medianOf(async () => {
    const { trip } = expectSuccess(
      await scene.ann.post('/trips', {
        title: 'Long file',
        destination: 'Lamma',
        startDate: '2035-06-01',
        endDate: '2035-06-09',
      }),
    )
    return visit(scene, async ({ page }) => {
      await page.goto(`/app/travel/${trip.id}#expenses/import`)
      const field = page.getByLabel('Choose a file')
      await field.waitFor()
      const measured = msUntil(page, 'change', hasText, 'The same to the cent')
      await field.setInputFiles({ name: 'long.csv', mimeType: 'text/csv', buffer: Buffer.from(longFile()) })
      return measured
    })
  }, 3)
  const name = `choosing a file of ${plain(ROWS)} rows until its preview`
  return atMost(2000, 'ms', name, ms, 'the worker that reads it is not slowed down')
}

/** Of three people, a different amount in each row, with the totals that Splitwise writes. */
function longFile(): string {
  const text = (cents: number) => (cents / 100).toFixed(2)
  let sum = 0
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const share = 100 + (index % 977)
    sum += share
    const day = `2026-${String(1 + (index % 12)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')}`
    const amounts = [text(2 * share), text(-share), text(-share)]
    return `${day},"Dinner no. ${index}, with friends",Dining out,${text(3 * share)},HKD,${amounts.join(',')}`
  })
  const totals = [2 * sum, -sum, -sum].map(text).join(',')
  const header = 'Date,Description,Category,Cost,Currency,Ada L.,Ben O.,Chi W.'
  return [header, '', ...rows, '', `2026-12-31,Total balance, , ,HKD,${totals}`, ''].join('\n')
}

// These run in the page.

const hasText = (text: string): boolean => document.body.textContent.includes(text)

const hasBubble = (text: string): boolean =>
  [...document.querySelectorAll('[role=log] [data-message]')].some((one) => one.textContent.includes(text))

/** The form is gone and the row is there. */
const hasRow = (text: string): boolean =>
  ![...document.querySelectorAll('[role=dialog] h2')].some((title) => title.textContent === 'Add Expense') &&
  [...document.querySelectorAll('li')].some((row) => row.textContent.includes(text))

const hasFigures = (text: string): boolean =>
  document.querySelector('[role=dialog] [role=tabpanel]')?.textContent.includes(text) ?? false
