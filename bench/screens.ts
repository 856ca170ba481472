// Measures a conversation on a phone: opening one of a hundred thousand messages compared with one of fifty, scrolling
// back through a thousand messages, and the time from Enter until the message is drawn. Chromium runs at a quarter of
// its speed.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type Page, chromium } from 'playwright-core'
import { chromiumHint, findChromium, launchFlags } from '#tests/support/chromium.ts'
import { type Client, createClient, expectSuccess } from '#tests/support/client.ts'
import { fillConversation } from '#tests/support/longConversation.ts'
import { type Row, atMost } from './figures.ts'
import { inTurn, median, ratio } from './ratio.ts'
import { SLOWER, visitOnPhone } from './slowPhone.ts'
import { start } from './writePath/program.ts'

const LONG = 100_000
const SHORT = 50
const TURNS = 7
/** The number of messages to scroll back. */
const BACK = 1000
const slowed = `processor slowed down ${SLOWER} times, median of ${TURNS} turns`

interface Talks {
  url: string
  token: string
  long: string
  short: string
}

export async function bench(): Promise<Row[]> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error(chromiumHint)
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const { talks, end } = await talksIn(folder)
  const browser = await chromium.launch({ executablePath, args: launchFlags })
  try {
    const opens = await inTurn(
      TURNS,
      () => msToOpen(browser, talks, talks.long),
      () => msToOpen(browser, talks, talks.short),
    )
    return [
      ratio(
        `opening a conversation of ${LONG.toLocaleString('en-HK')} messages ÷ of ${SHORT}`,
        opens,
        (ms) => ms,
        'ms',
        { atMost: 1.2 },
      ),
      atMost(
        200,
        'ms',
        `longest task while scrolling back through ${BACK} messages`,
        await longestGoingBack(browser, talks),
        slowed,
      ),
      atMost(50, 'ms', 'Enter until the message is drawn', await msToBubble(browser, talks), slowed),
    ]
  } finally {
    await browser.close()
    await end()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts a server with both conversations, and reads each to its end. */
async function talksIn(dataDir: string): Promise<{ talks: Talks; end: () => Promise<void> }> {
  const env = { DATA_DIR: dataDir, PASSWORD_COST: 'low', REGISTRATION: 'open', DEMO_DATA: 'off' }
  const args = ['--import', './scripts/buildIfNeeded.ts', 'api/main.ts']
  const before = await start(args, env)
  const [ann, ben] = [await signUp(before.port, 'ann'), await signUp(before.port, 'ben')]
  const [long, short] = [await startGroup(ann.client, ben.id), await startGroup(ann.client, ben.id)]
  await before.end()
  await fillConversation(dataDir, long, [ann, ben], LONG)
  await fillConversation(dataDir, short, [ann, ben], SHORT)
  const { port, end } = await start(args, env)
  const client = createClient(port, ann.token)
  for (const talk of [long, short]) await readToItsEnd(client, talk)
  return { talks: { url: `http://127.0.0.1:${port}`, token: ann.token, long, short }, end }
}

const startGroup = async (by: Client, other: string): Promise<string> =>
  expectSuccess(await by.post('/conversations', { type: 'group', name: 'Walkers', participant_ids: [other] }))
    .conversation.id

async function readToItsEnd(by: Client, talk: string): Promise<void> {
  const { messages } = expectSuccess(await by.get(`/conversations/${talk}/messages?limit=1`))
  expectSuccess(await by.post(`/conversations/${talk}/read`, { message_id: messages[0].id }))
}

async function signUp(
  port: number,
  username: string,
): Promise<{ id: string; username: string; token: string; client: Client }> {
  const { token, user } = expectSuccess(
    await createClient(port).post('/auth/register', { username, password: 'bench-demo' }),
  )
  return { id: user.id, username, token, client: createClient(port, token) }
}

const visit = <Result>(
  browser: Browser,
  { url, token }: Talks,
  then: (page: Page) => Promise<Result>,
): Promise<Result> => visitOnPhone({ browser, url, token }, ({ page }) => then(page))

const open = async (page: Page, talk: string): Promise<void> => {
  await page.goto(`/app/chat/${talk}`)
  await page.locator('[data-message]').first().waitFor()
}

const msToOpen = (browser: Browser, talks: Talks, talk: string): Promise<number> =>
  visit(browser, talks, async (page) => {
    await open(page, talk)
    return page.evaluate(() => performance.now())
  })

function longestGoingBack(browser: Browser, talks: Talks): Promise<number> {
  return visit(browser, talks, async (page) => {
    const turns: number[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      await open(page, talks.long)
      await page.evaluate(() => {
        const measured = window as unknown as { longestMs: number }
        measured.longestMs = 0
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries())
            measured.longestMs = Math.max(measured.longestMs, duration)
        }).observe({ type: 'longtask' })
      })
      await page.locator('[role=log]').hover()
      const first = await topmost(page)
      for (let wheels = 0; wheels < 400 && (await topmost(page)) > first - BACK; wheels++)
        await page.mouse.wheel(0, -1500)
      if ((await topmost(page)) > first - BACK) throw new Error('The wheel did not get back that far')
      turns.push(await page.evaluate(() => (window as unknown as { longestMs: number }).longestMs))
    }
    return median(turns)
  })
}

/** The number of the first message on the screen. */
const topmost = async (page: Page): Promise<number> =>
  Number(/Message (\d+)/.exec((await page.locator('[data-message]').first().textContent()) ?? '')?.[1])

/** The network returns nothing meanwhile. */
function msToBubble(browser: Browser, talks: Talks): Promise<number> {
  return visit(browser, talks, async (page) => {
    await open(page, talks.long)
    await page.route('**/api/conversations/*/messages', () => undefined)
    const composer = page.getByRole('textbox', { name: 'Message', exact: true })
    const turns: number[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      const text = `On my way ${turn}`
      await composer.fill(text)
      const measured = page.evaluate(untilBubble, text)
      await composer.press('Enter')
      turns.push(await measured)
    }
    return median(turns)
  })
}

/** In the page: milliseconds from the next key press until a message has this text. */
function untilBubble(words: string): Promise<number> {
  return new Promise((resolve) => {
    let pressed = 0
    addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), { capture: true, once: true })
    const log = document.querySelector('[role=log]')!
    const observer = new MutationObserver(() => {
      const all = [...log.querySelectorAll('[data-message]')]
      if (!all.some((one) => one.textContent?.includes(words))) return
      observer.disconnect()
      resolve(performance.now() - pressed)
    })
    observer.observe(log, { childList: true, subtree: true, characterData: true })
  })
}
