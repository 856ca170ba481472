// Runs Lighthouse on the first pages and on the demo, with its simulation of a mid-range phone on a slow network.
// Lighthouse is fetched for this run only, because it is larger than the product and nothing else needs it.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { chromiumHint, findChromium, launchFlags } from '#tests/support/chromium.ts'
import { freePort } from '#tests/support/freePort.ts'
import type { Row } from './figures.ts'
import { median } from './ratio.ts'
import { start } from './writePath/program.ts'

const LIGHTHOUSE = 'lighthouse@13.0.1'
const ROUNDS = 3

const pages = [
  { name: 'landing', path: '/' },
  { name: 'login', path: '/login' },
  { name: 'home', path: '/app', signedIn: true },
  { name: 'demo', path: '/demo/settlement' },
]

const targets = { performance: 98, accessibility: 100, 'best-practices': 100 } as const
type Category = keyof typeof targets
type Scores = Record<Category, number>

interface Report {
  categories: Record<Category, { score: number | null }>
  audits: Record<
    string,
    { score: number | null; title: string; displayValue?: string; numericValue?: number }
  >
}

export async function bench(): Promise<Row[]> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error(chromiumHint)
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const server = await start(['--import', './scripts/buildIfNeeded.ts', 'api/main.ts'], {
    DATA_DIR: folder,
    PASSWORD_COST: 'low',
  })
  try {
    const rows: Row[] = []
    for (const page of pages) {
      const reports: Report[] = []
      for (let round = 0; round < ROUNDS; round++)
        reports.push(await visit(`http://127.0.0.1:${server.port}`, page, executablePath))
      rows.push(...rowsOf(page.name, reports))
    }
    return rows
  } finally {
    await server.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Each visit starts with an empty browser, which is signed in where the page requires it. */
async function visit(
  url: string,
  { path, signedIn }: (typeof pages)[number],
  executablePath: string,
): Promise<Report> {
  const profile = mkdtempSync(join(tmpdir(), 'bench-'))
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...launchFlags, `--remote-debugging-port=${port}`],
  })
  try {
    if (signedIn) {
      const response = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username: 'alice', password: 'travel-demo' }),
      })
      const { token } = (await response.json()) as { token: string }
      const page = await browser.newPage()
      // A page of the same origin without the product's code.
      await page.goto(`${url}/healthz`)
      await page.evaluate((token) => localStorage.setItem('token', token), token)
      await page.close()
    }
    return await lighthouse(`${url}${path}`, port)
  } finally {
    await browser.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

async function lighthouse(url: string, port: number): Promise<Report> {
  const only = `--only-categories=${Object.keys(targets).join(',')}`
  const args = [url, `--port=${port}`, '--disable-storage-reset', only, '--output=json', '--quiet']
  const npm = ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', ...args]
  const child = spawn('npm', npm, { stdio: ['ignore', 'pipe', 'pipe'] })
  let [said, wrong] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (wrong += text))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}:\n${wrong.slice(-2000)}`)
  return JSON.parse(said) as Report
}

function rowsOf(name: string, reports: readonly Report[]): Row[] {
  const scores = reports.map(scoresOf)
  return (Object.keys(targets) as Category[]).map((category) => {
    const value = median(scores.map((score) => score[category]))
    const met = value >= targets[category]
    const last = reports.at(-1)!
    return {
      name: `Lighthouse, ${name}: ${category}`,
      value,
      unit: '',
      target: `≥ ${targets[category]}`,
      met,
      note: category === 'performance' ? vitalsOf(last) : met ? '' : findingsIn(last),
    }
  })
}

function scoresOf({ categories }: Report): Scores {
  const score = (category: Category) => Math.round((categories[category].score ?? 0) * 100)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
  }
}

function vitalsOf({ audits }: Report): string {
  const of = (id: string) => audits[id]?.displayValue ?? '–'
  const largest = of('largest-contentful-paint')
  return `largest paint ${largest}, blocked ${of('total-blocking-time')}, layout shift ${of('cumulative-layout-shift')}; median of ${ROUNDS} visits`
}

const findingsIn = ({ audits }: Report): string =>
  Object.values(audits)
    .flatMap(({ score, title }) => (score !== null && score < 1 ? title : []))
    .join('; ')
