// People in browsers: one Chromium for each process of the tests, a context for each person, and a failed test when a
// page logs an error that the test did not announce.

import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AxeResults, RunOptions } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { chromiumHint, findChromium, testLaunchFlags } from '#tests/support/chromium.ts'
import { devTools, emptyPage, noteLastingChanges } from '#tests/support/reusedPage.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

/** CSS pixels: the three sizes in which every screen is tested. */
export const viewports = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
}

export interface Visit {
  /** The server's address, so that `page.goto('/login')` works. */
  url: string
  /** Default: a phone. */
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  /** Whether it is a touch device. */
  hasTouch?: boolean
  userAgent?: string
  /** Console errors that the test expects, for example /401/ for a refused log-in. */
  expects?: RegExp[]
  /** Default: 'block', because the requests of a service worker bypass the routes that a test sets up. */
  serviceWorkers?: 'allow' | 'block'
  /** Default: Hong Kong's formats and time zone. */
  locale?: string
  /** '' for the machine's time zone, where a test sets the time zone itself. */
  timezoneId?: string
}

/** Console errors of a page without a network or a server: how a connection ends depends on the moment. */
export const networkErrors = [/net::ERR_/, /WebSocket connection/, /status of 50\d/]

interface Person {
  context: BrowserContext
  page: Page
  errors: string[]
  /** Console errors that the present test expects. */
  expects: readonly RegExp[]
  /** The options that cannot be changed later. */
  options: string
  canBeEmptied: () => boolean
  /** Opened before the tests, and stays open for all of them. */
  stays: boolean
}

const results = 'tests/results'

/** One for all files that this process runs. Playwright ends it with the process. */
let shared: Browser | undefined

async function openBrowser(): Promise<Browser> {
  if (shared?.isConnected()) return shared
  const executablePath = findChromium()
  if (!executablePath) throw new Error(chromiumHint)
  shared = await chromium.launch({ executablePath, args: testLaunchFlags })
  return shared
}

/**
 * Call once at the top of a test file. `person` opens an empty browser for a person and returns its page. After the test
 * it is closed, or emptied for the next one; opened in a `beforeAll`, it is closed after the last test of the file.
 */
export function browserForFile(): { person(visit: Visit): Promise<Page> } {
  let browser: Browser
  let people: Person[] = []
  let emptied: Person[] = []
  let inTest = false

  beforeAll(async () => void (browser = await openBrowser()))

  beforeEach(() => void (inTest = true))

  afterEach(async ({ task }) => {
    inTest = false
    if (task.result?.state === 'fail')
      for (const [i, { page }] of people.entries())
        await screenshot(page, `failed ${task.name} ${i + 1}`).catch(() => undefined)
    const errors = people.flatMap((person) => person.errors.splice(0))
    if (task.result?.state === 'pass') await empty()
    await leave((person) => !person.stays)
    if (errors.length > 0) throw new Error(`The page said:\n${errors.join('\n')}`)
  })

  afterAll(async () => {
    people.push(...emptied.splice(0))
    await leave(() => true)
  })

  async function empty() {
    const leaving = people.filter(({ stays, canBeEmptied }) => !stays && canBeEmptied())
    await Promise.all(
      leaving.map(async (person) => {
        const wasEmptied = await emptyPage(person.context, person.page).then(
          () => true,
          () => false,
        )
        if (!wasEmptied) return
        person.errors.splice(0)
        people = people.filter((one) => one !== person)
        emptied.push(person)
      }),
    )
  }

  async function leave(who: (person: Person) => boolean) {
    const leaving = people.filter(who)
    people = people.filter((person) => !who(person))
    await Promise.all(leaving.map(({ context }) => context.close()))
  }

  async function person(visit: Visit): Promise<Page> {
    const { expects = [], viewport = viewports.phone, colorScheme = 'light', ...lasting } = visit
    const options = JSON.stringify(lasting)
    const stays = !inTest
    let one = emptied.find((person) => person.options === options)
    if (one) emptied = emptied.filter((person) => person !== one)
    else one = await open(lasting, options)
    people.push(Object.assign(one, { expects, stays }))
    await one.page.setViewportSize(viewport)
    await one.page.emulateMedia({ media: null, colorScheme, reducedMotion: 'reduce', forcedColors: 'none' })
    return one.page
  }

  async function open({ url, ...visit }: Visit, options: string): Promise<Person> {
    const context = await browser.newContext({
      baseURL: url,
      viewport: viewports.phone,
      locale: 'en-HK',
      timezoneId: 'Asia/Hong_Kong',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      ...visit,
    })
    context.setDefaultTimeout(TIMEOUT_MS)
    await context.addInitScript(noteToasts)
    const page = await context.newPage()
    // A service worker may answer requests of the next document, too.
    const canBeEmptied = visit.serviceWorkers === 'allow' ? () => false : noteLastingChanges(context, page)
    const opened: Person = { context, page, errors: [], expects: [], options, canBeEmptied, stays: false }
    const say = (text: string) => {
      if (!opened.expects.some((expected) => expected.test(text))) opened.errors.push(text)
    }
    context.on('console', (line) => {
      if (line.type() === 'error') say(`${line.text()} (${line.location().url})`)
    })
    context.on('weberror', (wrong) => say(wrong.error().stack ?? wrong.error().message))
    page.on('crash', () => say(`The page ${page.url()} crashed`))
    return opened
  }

  return { person }
}

/** In the page: records all toasts, because one shows for four seconds only and a busy machine may look later. */
function noteToasts(): void {
  const shown: string[] = []
  const noted = new WeakMap<Element, string>()
  Object.assign(window, { toastsShown: shown })
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll('body > output > *')) {
      const text = toast.textContent ?? ''
      if (noted.get(toast) === text) continue
      noted.set(toast, text)
      shown.push(text)
    }
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** Saves a screenshot of the whole page in tests/results. @returns its path */
async function screenshot(page: Page, name: string): Promise<string> {
  mkdirSync(results, { recursive: true })
  const path = join(results, `${name.replace(/[^\w.-]+/g, '-').slice(0, 120)}.png`)
  await page.screenshot({ path, fullPage: true, animations: 'disabled' })
  return path
}

/**
 * Runs axe on the page, best practices included. @returns one text for each finding, with the rule, the expectation and
 * the elements
 * @param options for axe, for example `{ rules: { region: { enabled: false } } }`
 */
/** The next request of the page to this address of the API; to be created before what sends it. */
export const requestTo = (page: Page, method: string, path: string): Promise<Request> =>
  page.waitForRequest(
    (request) => request.method() === method && new URL(request.url()).pathname === `/api${path}`,
  )

export async function axe(page: Page, options: RunOptions = {}): Promise<string[]> {
  // A colour in the middle of a transition has no meaningful contrast.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((a) => a.playState !== 'running' || a.effect?.getTiming().iterations === Infinity),
  )
  // Over the DevTools protocol, because the content security policy forbids foreign scripts.
  const protocol = await devTools(page)
  const run = async (expression: string) => {
    const { result, exceptionDetails: wrong } = await protocol.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      allowUnsafeEvalBlockedByCSP: true,
    })
    if (wrong) throw new Error(`axe did not run: ${wrong.exception?.description ?? wrong.text}`)
    return result.value as unknown
  }
  if ((await run('typeof axe')) === 'undefined') await run(`${axeSource()}; 0`)
  // Only a rule for media would need what axe loads beforehand, and there are none.
  const settings = JSON.stringify({ resultTypes: ['violations'], preload: false, ...options })
  const { violations } = (await run(`axe.run(document, ${settings})`)) as AxeResults
  await protocol.detach()
  return violations.map(({ id, impact, help, nodes }) => {
    const where = nodes.map(({ target, failureSummary }) => `  ${target.join(' ')}: ${failureSummary ?? ''}`)
    return [`${id} (${impact}): ${help}`, ...where].join('\n')
  })
}

function axeSource() {
  return readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
}
