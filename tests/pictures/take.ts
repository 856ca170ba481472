// `npm run pictures`: renders every scene in three sizes, light and dark, into tests/results/pictures, with one contact
// sheet for each scene, and the way in as a film strip. Arguments select: `npm run pictures -- chat settlement way-in`.
// Server and browser have the same moment each time.

import { MOMENT } from '#tests/pictures/clock.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { openScene } from '#tests/pictures/openScene.ts'
import { addPerson, tellOfExtremes } from '#tests/pictures/extremes.ts'
import { people, scenes, type Scene, type Size } from '#tests/pictures/scenes.ts'
import { filmStrip, filmWayIn, withoutNews } from '#tests/pictures/wayIn.ts'
import { chromiumHint, findChromium, launchFlags } from '#tests/support/chromium.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

const folder = 'tests/results/pictures'
const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  medium: { width: 1280, height: 800 },
  desktop: { width: 1440, height: 900 },
} satisfies Record<Size, { width: number; height: number }>
const usual: readonly Size[] = ['phone', 'tablet', 'desktop']

const clock = ['--import', './tests/pictures/clock.ts']

const executablePath = findChromium()
if (!executablePath) throw new Error(chromiumHint)
const wanted = process.argv.slice(2)
const chosen = scenes.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)))

mkdirSync(folder, { recursive: true })
const dataDir = mkdtempSync(join(tmpdir(), 'pictures-'))
const server = spawn(process.execPath, [...clock, '--import', './scripts/buildIfNeeded.ts', 'api/main.ts'], {
  env: {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    PASSWORD_COST: 'low',
    RATE_LIMIT: 'off',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const launch = () => chromium.launch({ executablePath, args: launchFlags })
let browser = await launch()
let failed = 0
try {
  const url = await address()
  for (const username of people) addPerson(username, dataDir, clock)
  await tellOfExtremes(Number(new URL(url).port))
  for (const scene of chosen) await show(scene, url)
  // Last, because who joins is in the pictures after it.
  if (wanted.length === 0 || wanted.includes('way-in')) await film(url)
} finally {
  await browser.close()
  const ended = server.exitCode === null ? once(server, 'exit') : null
  server.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}
console.log(`${chosen.length - failed} scenes in ${folder}, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** Reads the server's output to its end, because a full pipe would block the server. */
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
    // A browser that crashed fails only the scene it was showing.
    if (!browser.isConnected()) browser = await launch()
    for (const size of scene.sizes ?? usual) taken.push(...(await take(scene, url, size)))
    await sheet(browser, taken, join(folder, `${scene.name}.png`))
  } catch (error) {
    failed += 1
    console.error(`${scene.name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Of a page. Playwright's clock would replace `performance`, too, by which a scene knows that it has loaded. */
function stopClock(moment: number): void {
  const RealDate = Date
  globalThis.Date = class extends RealDate {
    constructor(...given: [] | [number]) {
      if (given.length === 0) super(moment)
      else super(...given)
    }
    static override now = (): number => moment
  } as DateConstructor
}

/** Takes the same page in the light and the dark theme. @returns the paths of the pictures */
async function take(scene: Scene, url: string, size: Size): Promise<string[]> {
  const page = await openPage(url, size)
  try {
    await openScene(page, scene, url)
    await page.addStyleTag({ content: withoutNews })
    const paths: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const path = join(folder, `${scene.name} ${size} ${colorScheme}.png`)
      await page.screenshot({ path, animations: 'disabled' })
      paths.push(path)
    }
    return paths
  } finally {
    await page.context().close()
  }
}

async function openPage(url: string, size: Size): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: sizes[size],
    locale: 'en-HK',
    timezoneId: 'Asia/Hong_Kong',
    reducedMotion: 'reduce',
    // The content security policy forbids added styles.
    bypassCSP: true,
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  const page = await context.newPage()
  await page.addInitScript(stopClock, MOMENT)
  return page
}

async function film(url: string): Promise<void> {
  const page = await openPage(url, 'phone')
  const frames = await filmWayIn(page, url)
  for (const { caption } of frames) console.log(caption)
  await filmStrip(browser, frames, join(folder, 'way-in.png'))
  await page.context().close()
}

/** Shows the phone's pictures first, all at one height. */
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
