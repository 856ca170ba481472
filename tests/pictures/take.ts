// `npm run pictures`: every scene in three sizes, light and dark, in tests/results/pictures, and for each scene one
// sheet with all of them side by side. Arguments name scenes: `npm run pictures -- chat settlement`.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { addPerson, password, tellOfExtremes } from '#tests/pictures/extremes.ts'
import { people, scenes, type Scene } from '#tests/pictures/scenes.ts'
import { chromiumHint, findChromium, launchFlags } from '#tests/support/chromium.ts'
import { type Client, createClient } from '#tests/support/client.ts'

const folder = 'tests/results/pictures'
const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
}
/** Short news has gone by then (spec §9: 4 s), or is taken out of the picture. */
const withoutNews = 'body > output[aria-live] { display: none !important }'

/** So long without anything new being fetched: an open trip has a line that is never idle. */
const QUIET_MS = 400

const executablePath = findChromium()
if (!executablePath) throw new Error(chromiumHint)
const wanted = process.argv.slice(2)
const chosen = scenes.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)))

mkdirSync(folder, { recursive: true })
const dataDir = mkdtempSync(join(tmpdir(), 'pictures-'))
const server = spawn(process.execPath, ['--import', './scripts/buildIfNeeded.ts', 'api/main.ts'], {
  env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, PASSWORD_COST: 'low' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const browser = await chromium.launch({ executablePath, args: launchFlags })
let failed = 0
try {
  const url = await address()
  for (const username of people) addPerson(username, dataDir)
  await tellOfExtremes(Number(new URL(url).port))
  for (const scene of chosen) await show(scene, url)
} finally {
  await browser.close()
  const ended = server.exitCode === null ? once(server, 'exit') : null
  server.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}
console.log(`${chosen.length - failed} scenes in ${folder}, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** Its words are read to the end, or it could not print them. */
function address(): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const url = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(said)?.[0]
      if (url) resolve(url)
    })
    server.once('exit', () => reject(new Error(`The server did not start:\n${said}`)))
  })
}

async function show(scene: Scene, url: string): Promise<void> {
  const taken: string[] = []
  try {
    for (const [size, viewport] of Object.entries(sizes))
      for (const colorScheme of ['light', 'dark'] as const) {
        const path = join(folder, `${scene.name} ${size} ${colorScheme}.png`)
        await take(scene, url, { viewport, colorScheme, path })
        taken.push(path)
      }
    await sheet(browser, taken, join(folder, `${scene.name}.png`))
  } catch (error) {
    failed += 1
    console.error(`${scene.name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

interface Take {
  viewport: { width: number; height: number }
  colorScheme: 'light' | 'dark'
  path: string
}

async function take({ as, path: at, before, steps }: Scene, url: string, given: Take): Promise<void> {
  const { viewport, colorScheme, path } = given
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    colorScheme,
    locale: 'en-HK',
    timezoneId: 'Asia/Hong_Kong',
    reducedMotion: 'reduce',
    // The product's own policy lets nobody add a style.
    bypassCSP: true,
  })
  context.setDefaultTimeout(10_000)
  const page = await context.newPage()
  await before?.(page)
  if (as === null) await page.goto(at)
  else await arrive(page, as, at, Number(new URL(url).port))
  await settle(page)
  await steps?.(page)
  await settle(page)
  await page.addStyleTag({ content: withoutNews })
  await page.screenshot({ path, animations: 'disabled' })
  await context.close()
}

async function arrive(page: Page, username: string, path: string, port: number): Promise<void> {
  const { body } = await createClient(port).post('/auth/login', { username, password })
  await page.addInitScript((token) => localStorage.setItem('token', token), body.token as string)
  await page.goto(await addressOf(path, createClient(port, body.token)))
}

async function addressOf(path: string, client: Client): Promise<string> {
  const [, chat, title] = /\{(?:chat:([^}]+)|([^}]+))\}/.exec(path) ?? []
  if (chat === undefined && title === undefined) return path
  const { body } = await client.get(chat === undefined ? '/trips?limit=100' : '/conversations?limit=100')
  const found = (body.trips ?? body.conversations).find(
    (one: { title?: string; name?: string }) => (one.title ?? one.name) === (title ?? chat),
  )
  return path.replace(/\{[^}]+\}/, found.id)
}

/** Nothing is being fetched and nothing moves. */
async function settle(page: Page): Promise<void> {
  let fetched = -1
  for (;;) {
    const now = await page.evaluate(() => performance.getEntriesByType('resource').length)
    if (now === fetched) break
    fetched = now
    await page.waitForTimeout(QUIET_MS)
  }
  await page
    .waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'), {
      timeout: 3000,
    })
    .catch(() => undefined)
}

/** The phone's pictures first, all at one height. */
async function sheet(of: Browser, pictures: readonly string[], path: string): Promise<void> {
  const page = await of.newPage({ viewport: { width: 1960, height: 1000 } })
  const images = pictures.map((picture) => {
    const bytes = readFileSync(picture).toString('base64')
    return `<img src="data:image/png;base64,${bytes}" style="height:480px;border:1px solid #888">`
  })
  await page.setContent(
    `<body style="margin:8px;display:flex;flex-wrap:wrap;gap:8px;background:#ccc">${images.join('')}`,
  )
  await page.screenshot({ path, fullPage: true })
  await page.close()
}
