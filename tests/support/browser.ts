// People in browsers: one Chromium for each test file, a context for each person, and a failed test when a page logs an
// error that the test did not announce.

import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AxeResults, RunOptions } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { chromiumHint, findChromium, launchFlags } from '#tests/support/chromium.ts'
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

interface Person {
  context: BrowserContext
  page: Page
  errors: string[]
  /** Opened before the tests, and stays open for all of them. */
  stays: boolean
}

const results = 'tests/results'

/**
 * Call once at the top of a test file. `person` opens a new browser for a person and returns its page. The browser is
 * closed after the test, or after the last test of the file when it was opened in a `beforeAll`.
 */
export function browserForFile(): { person(visit: Visit): Promise<Page> } {
  let browser: Browser
  let people: Person[] = []
  let inTest = false

  beforeAll(async () => {
    const executablePath = findChromium()
    if (!executablePath) throw new Error(chromiumHint)
    browser = await chromium.launch({ executablePath, args: launchFlags })
  })

  beforeEach(() => void (inTest = true))

  afterEach(async ({ task }) => {
    inTest = false
    if (task.result?.state === 'fail')
      for (const [i, { page }] of people.entries())
        await screenshot(page, `failed ${task.name} ${i + 1}`).catch(() => undefined)
    const errors = people.flatMap((person) => person.errors.splice(0))
    await leave((person) => !person.stays)
    if (errors.length > 0) throw new Error(`The page said:\n${errors.join('\n')}`)
  })

  afterAll(async () => {
    await leave(() => true)
    await browser?.close()
  })

  async function leave(who: (person: Person) => boolean) {
    const leaving = people.filter(who)
    people = people.filter((person) => !who(person))
    await Promise.all(leaving.map(({ context }) => context.close()))
  }

  async function person({ url, expects = [], ...visit }: Visit): Promise<Page> {
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
    const errors: string[] = []
    const say = (text: string) => {
      if (!expects.some((expected) => expected.test(text))) errors.push(text)
    }
    context.on('console', (line) => {
      if (line.type() === 'error') say(`${line.text()} (${line.location().url})`)
    })
    context.on('weberror', (wrong) => say(wrong.error().stack ?? wrong.error().message))
    page.on('crash', () => say(`The page ${page.url()} crashed`))
    people.push({ context, page, errors, stays: !inTest })
    return page
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
export async function axe(page: Page, options: RunOptions = {}): Promise<string[]> {
  // A colour in the middle of a transition has no meaningful contrast.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((a) => a.playState !== 'running' || a.effect?.getTiming().iterations === Infinity),
  )
  // Over the DevTools protocol, because the content security policy forbids foreign scripts.
  const protocol = await page.context().newCDPSession(page)
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
  const settings = JSON.stringify({ resultTypes: ['violations'], ...options })
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
