// Counts what the most frequent tasks cost a person: taps and typed characters from the home screen, with the demo data, on
// a phone, and once on a desktop. The seconds are estimated: 1.1 for a tap, 0.25 for a character, and what the script had
// to wait.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type Locator, type Page, chromium } from 'playwright-core'
import { chromiumHint, findChromium, launchFlags } from '#tests/support/chromium.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { client, openWithToken } from '#tests/support/demoUsers.ts'
import { type Row, atMost } from './figures.ts'
import { start } from './writePath/program.ts'

const TAP_S = 1.1
const CHARACTER_S = 0.25

/** What one task has cost so far. */
interface Hand {
  page: Page
  taps: number
  characters: number
  tap(target: Locator): Promise<void>
  type(text: string): Promise<void>
}

interface Task {
  name: string
  /** Taps. */
  target: number
  isDesktop?: boolean
  /** What happens on the home screen before. */
  prepare?: (page: Page, url: string) => Promise<void>
  run: (hand: Hand) => Promise<void>
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function addExpense({ page, tap, type }: Hand, description: string, category: string): Promise<void> {
  await tap(page.getByRole('link', { name: 'Add Expense' }))
  const form = dialog(page, 'Add Expense')
  const field = form.getByLabel('Amount')
  await waitForFocus(field)
  await type('96')
  await tap(form.getByRole('button', { name: 'Next' }))
  await waitForFocus(form.getByLabel('Description'))
  await type(description)
  await form.getByRole('radio', { name: category, checked: true }).waitFor()
  await tap(form.getByRole('button', { name: 'Add Expense' }))
  await form.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: description, exact: true }).waitFor()
}

const tasks: readonly Task[] = [
  { name: 'an expense for food', target: 4, run: (hand) => addExpense(hand, 'Dinner', 'Food') },
  { name: 'an expense for a taxi', target: 4, run: (hand) => addExpense(hand, 'Taxi', 'Transportation') },
  {
    name: 'what I owe',
    target: 0,
    run: async ({ page }) => page.getByText('You owe').first().waitFor(),
  },
  {
    name: 'a message to the trip',
    target: 3,
    async run({ page, tap, type }) {
      await tap(page.getByRole('main').getByRole('link', { name: 'Chat' }))
      await tap(page.getByRole('list', { name: 'Chats' }).getByRole('listitem').first().getByRole('button'))
      await tap(page.getByRole('textbox', { name: 'Message', exact: true }))
      await type('On my way')
      await page.keyboard.press('Enter')
      await page.getByRole('log').getByText('On my way').waitFor()
    },
  },
  {
    name: 'a message to a friend, on a desktop with g and c',
    target: 1,
    isDesktop: true,
    async run({ page, tap, type }) {
      await page.getByRole('button', { name: '? Keys' }).waitFor()
      await type('gc')
      await tap(page.getByRole('link', { name: 'bob', exact: true }))
      await waitForFocus(page.getByRole('textbox', { name: 'Message', exact: true }))
      await type('On my way')
      await page.keyboard.press('Enter')
      await page.getByRole('log').getByText('On my way').waitFor()
    },
  },
  {
    name: 'a payment marked as paid',
    target: 3,
    async run({ page, tap }) {
      await tap(page.locator('main a[href$="#money/settlement"]'))
      await tap(page.getByRole('button', { name: /^Mark as paid/ }).first())
      await page.getByRole('button', { name: /^Undo/ }).waitFor()
    },
  },
  {
    name: 'an activity from 14:00 to 15:00',
    target: 5,
    async run({ page, tap, type }) {
      await tap(nextActivity(page))
      await tap(page.getByRole('button', { name: 'Add Activity' }).first())
      const form = dialog(page, 'Add Activity')
      await waitForFocus(form.getByLabel('Title'))
      await type('Swim')
      await tap(form.getByLabel('Start'))
      await type('1400')
      await tap(form.getByRole('button', { name: 'Add Activity' }))
      await form.waitFor({ state: 'detached' })
      await page.getByText('Swim').first().waitFor()
    },
  },
  {
    name: 'what others have changed',
    target: 1,
    async prepare(page, url) {
      const bob = await client({ url }, 'bob')
      const { trips } = expectSuccess(await bob.get('/trips'))
      const trip = trips.find(({ title }: { title: string }) => title.startsWith('Lisbon'))
      expectSuccess(await bob.post(`/trips/${trip.id}/chats`, { name: 'Boat day' }))
      await page.reload()
    },
    async run({ page, tap }) {
      await tap(page.getByRole('link', { name: /^1 change since/ }))
      await page.getByText(/Boat day/).waitFor()
    },
  },
]

/** On Home, the row of what comes next. */
const nextActivity = (page: Page) => page.locator('main a[href$="#itinerary"]')

const waitForFocus = (field: Locator) =>
  field.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        const look = () => (element === document.activeElement ? resolve() : requestAnimationFrame(look))
        look()
      }),
  )

export async function bench(): Promise<Row[]> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error(chromiumHint)
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const env = { DATA_DIR: folder, PASSWORD_COST: 'low' }
  const { port, end } = await start(['--import', './scripts/buildIfNeeded.ts', 'api/main.ts'], env)
  const browser = await chromium.launch({ executablePath, args: launchFlags })
  try {
    const url = `http://127.0.0.1:${port}`
    const { token } = await client({ url }, 'alice')
    const rows: Row[] = []
    for (const task of tasks) rows.push(await measure(browser, url, token!, task))
    return rows
  } finally {
    await browser.close()
    await end()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(browser: Browser, url: string, token: string, task: Task): Promise<Row> {
  const { name, target, isDesktop = false, prepare, run } = task
  const viewport = isDesktop ? { width: 1440, height: 900 } : { width: 390, height: 844 }
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    hasTouch: !isDesktop,
    isMobile: !isDesktop,
  })
  try {
    context.setDefaultTimeout(10_000)
    const page = await context.newPage()
    await openWithToken(page, token, '/app')
    await page.getByText('You owe').first().waitFor()
    await prepare?.(page, url)
    const hand: Hand = {
      page,
      taps: 0,
      characters: 0,
      async tap(control) {
        hand.taps += 1
        await (isDesktop ? control.click() : control.tap())
      },
      async type(text) {
        hand.characters += text.length
        await page.keyboard.type(text)
      },
    }
    const begun = performance.now()
    await run(hand)
    const waitedS = (performance.now() - begun) / 1000
    const seconds = hand.taps * TAP_S + hand.characters * CHARACTER_S + waitedS
    const note = `${hand.characters} characters, about ${seconds.toFixed(0)} s`
    return atMost(target, isDesktop ? 'clicks' : 'taps', name, hand.taps, note)
  } finally {
    await context.close()
  }
}
