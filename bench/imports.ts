// Measures the import of a long file on a phone: 5,000 rows of Splitwise until the preview is there, and whether reading and
// importing show their bar. Chromium runs at a quarter of its speed, but slows down no worker: the
// reading counts four times the processor time that it takes here, so that other programs do not count.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type Page, chromium } from 'playwright-core'
import { readImportFile } from '#core/imports/readImportFile.ts'
import { chromiumHint, findChromium, launchFlags } from '#tests/support/chromium.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { client, inDays } from '#tests/support/demoUsers.ts'
import { type Row, atMost } from './figures.ts'
import { median } from './ratio.ts'
import { SLOWER, visitOnPhone } from './slowPhone.ts'
import { start } from './writePath/program.ts'

const ROWS = 5000
const TURNS = 3
const slowed = `processor slowed down ${SLOWER} times, median of ${TURNS} turns`

export async function bench(): Promise<Row[]> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error(chromiumHint)
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const env = { DATA_DIR: folder, PASSWORD_COST: 'low', RATE_LIMIT: 'off' }
  const { port, end } = await start(['--import', './scripts/buildIfNeeded.ts', 'api/main.ts'], env)
  const browser = await chromium.launch({ executablePath, args: launchFlags })
  try {
    const url = `http://127.0.0.1:${port}`
    const readingMs = cpuMsToRead()
    const turns: Turn[] = []
    for (let turn = 0; turn < TURNS; turn += 1) turns.push(await importOnPhone(browser, url))
    const middle = (of: keyof Turn) => median(turns.map((turn) => turn[of]))
    const name = `${ROWS.toLocaleString('en-HK')} rows of Splitwise`
    return [
      atMost(
        2000,
        'ms',
        `${name}: choosing the file until the preview`,
        middle('aroundReadingMs') + SLOWER * readingMs,
        `${slowed}, of it ${Math.round(SLOWER * readingMs)} ms in the worker`,
      ),
      atMost(
        0,
        `of ${TURNS}`,
        `${name}: imports whose bar showed less than three states`,
        turns.filter(({ states }) => states < 3).length,
        `from the button until all are on the trip ${Math.round(middle('importMs') / 1000)} s`,
      ),
    ]
  } finally {
    await browser.close()
    await end()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Turn {
  /** Until the preview is shown, without the time of the worker. */
  aroundReadingMs: number
  importMs: number
  /** Of the bars of reading and importing, the fewer. */
  states: number
}

/** Of the first reading in this process, before the engine has optimized anything. */
function cpuMsToRead(): number {
  const bytes = new TextEncoder().encode(longFile())
  const before = process.cpuUsage()
  readImportFile(bytes)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** A new trip each time, because the same file adds nothing to the trip that has it. */
async function importOnPhone(browser: Browser, url: string): Promise<Turn> {
  const alice = await client({ url }, 'alice')
  const { trip } = expectSuccess(
    await alice.post('/trips', {
      title: 'Long file',
      destination: 'Lamma',
      startDate: inDays(1),
      endDate: inDays(9),
    }),
  )
  return visitOnPhone({ browser, url, token: alice.token! }, async ({ page }) => {
    await page.addInitScript(watch)
    await page.goto(`/app/travel/${trip.id}#expenses/import`)
    const field = page.getByLabel('Choose a file')
    await field.waitFor()
    await field.evaluate((input: HTMLInputElement, text) => {
      const chosen = new DataTransfer()
      chosen.items.add(new File([text], 'long.csv', { type: 'text/csv' }))
      input.files = chosen.files
      window.benched.begun = performance.now()
      input.dispatchEvent(new Event('change', { bubbles: true }))
    }, longFile())
    await page.getByText('The same to the cent').waitFor()
    const { shownMs, workerMs } = await page.evaluate(() => ({
      shownMs: window.benched.seen('The same to the cent'),
      workerMs: window.benched.workerMs,
    }))
    const button = page.getByRole('button', { name: /^Import [\d,]+ expenses/ })
    const begun = performance.now()
    await button.click()
    await page.getByText(/^Imported [\d,]+ expenses/).waitFor({ timeout: 120_000 })
    const importMs = performance.now() - begun
    return { aroundReadingMs: shownMs - workerMs, importMs, ...(await watched(page)) }
  })
}

const watched = (page: Page) =>
  page.evaluate(() => {
    const { bars } = window.benched
    const states = ['Reading the file', 'Importing'].map((bar) => bars.get(bar)?.size ?? 0)
    return { states: Math.min(...states) }
  })

declare global {
  interface Window {
    benched: {
      begun: number
      workerMs: number
      /** The values that each bar showed, by its label. */
      bars: Map<string, Set<string>>
      /** Milliseconds from the choice of the file until a text was on the page. */
      seen: (text: string) => number
    }
  }
}

/** Runs in the page before its own code. */
function watch(): void {
  const texts = new Map<string, number>()
  const bars = new Map<string, Set<string>>()
  window.benched = {
    ...{ begun: 0, workerMs: 0, bars },
    seen: (text) => (texts.get(text) ?? Number.NaN) - window.benched.begun,
  }
  const Original = window.Worker
  window.Worker = class extends Original {
    constructor(...of: ConstructorParameters<typeof Worker>) {
      super(...of)
      const begun = performance.now()
      this.addEventListener('message', ({ data }: MessageEvent<object>) => {
        if ('fileHash' in data) window.benched.workerMs = performance.now() - begun
      })
    }
  }
  const look = () => {
    for (const bar of document.querySelectorAll('[role=progressbar]')) {
      const label = bar.getAttribute('aria-label') ?? ''
      if (!bars.has(label)) bars.set(label, new Set())
      bars.get(label)!.add(bar.getAttribute('aria-valuenow') ?? '')
    }
    const same = 'The same to the cent'
    if (!texts.has(same) && document.body?.textContent.includes(same)) texts.set(same, performance.now())
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Of three people, a different amount in each row, with the totals that Splitwise writes. */
function longFile(): string {
  let [ada, ben, chi] = [0, 0, 0]
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const share = 100 + (index % 977)
    ;[ada, ben, chi] = [ada + 2 * share, ben - share, chi - share]
    const day = String(1 + (index % 28)).padStart(2, '0')
    return `2026-${String(1 + (index % 12)).padStart(2, '0')}-${day},"Dinner no. ${index}, with friends",Dining out,${text(3 * share)},HKD,${text(2 * share)},${text(-share)},${text(-share)}`
  })
  const totals = [ada, ben, chi].map(text).join(',')
  const header = 'Date,Description,Category,Cost,Currency,Ada L.,Ben O.,Chi W.'
  return [header, '', ...rows, '', `2026-12-31,Total balance, , ,HKD,${totals}`, ''].join('\n')
}

const text = (cents: number): string => (cents / 100).toFixed(2)
