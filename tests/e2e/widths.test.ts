// No screen or dialog is wider than its window at any width of the layout, and no vertical scroller scrolls sideways.

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { addPerson, tellOfExtremes } from '#tests/pictures/extremes.ts'
import { openPageOf, takeSteps } from '#tests/pictures/openScene.ts'
import { people, scenes } from '#tests/pictures/scenes.ts'
import { browserForFile, viewports } from '#tests/support/browser.ts'
import { type Server, startServer } from '#tests/support/server.ts'

/** CSS pixels: the common phone in which the page opens, the narrowest one, and the breakpoints. */
const widths = [viewports.phone.width, 320, 768, 1024, 1440]

/** Short, because the server runs on this machine. */
const QUIET_MS = 150

/**
 * A screen that has a scene with the longest texts (long-money) is checked with that one alone (not with trip-money), and
 * the parts that all empty and failed screens share are checked once. trip-chat is the list of a trip's chats, not a
 * conversation as long-chat. A page opens as on a phone, where settlement-beside-expenses is the dialog of long-settlement.
 */
const names = new Set(scenes.map(({ name }) => name))
const emptyOrFailed = ['empty-home', 'failed-money']
const hasLonger = (name: string) => name !== 'trip-chat' && names.has(`long-${name.replace(/^trip-/, '')}`)
const looked = scenes.filter(({ name }) =>
  /^(empty|failed)-/.test(name)
    ? emptyOrFailed.includes(name)
    : name !== 'settlement-beside-expenses' && !hasLonger(name),
)

/** The scenes of each page that is opened. What fails or goes offline has a page of its own. */
const pages = Map.groupBy(looked, ({ name, as, path, before }) =>
  before || name.startsWith('offline-') ? name : `${as} ${path}`,
)
const cases = [...pages.values()].map((shown) => [shown.map(({ name }) => name).join(', '), shown] as const)

let server: Server
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer()
  for (const username of people) addPerson(username, server.dataDir)
  await tellOfExtremes(Number(new URL(server.url).port))
})

/**
 * Elements that scroll sideways by mistake, with the number of px. A strip that is made to scroll has a class for it, but
 * a table is none: amounts that are cut off look like whole ones.
 */
const scrollingSideways = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('body *')].flatMap((element) => {
      const tooWide = element.scrollWidth - element.clientWidth
      if (tooWide <= 0) return []
      const { overflowX } = getComputedStyle(element)
      const scrolls = element === document.documentElement || ['auto', 'scroll'].includes(overflowX)
      const isStrip = element.classList.contains('overflow-x-auto') && !element.querySelector('table')
      if (!scrolls || isStrip) return []
      const inside = [...element.querySelectorAll('*')]
        .filter((one) => one.getBoundingClientRect().right > element.getBoundingClientRect().right + 1)
        .map((one) => one.outerHTML.slice(0, 100))
      return [`${tooWide} px: ${element.outerHTML.slice(0, 100)}, for ${inside[0]}`]
    }),
  )

const layers = (page: Page) => page.locator('[role=dialog], [role=alertdialog], [role=menu]')

/** Closes what a scene has opened above the page: as many layers as there are now more than before. */
async function closeLayers(page: Page, before: number, now: number): Promise<void> {
  await page.setViewportSize(viewports.phone)
  // A sheet becomes a dialog again.
  await expect.poll(() => layers(page).count()).toBe(now)
  for (let last = now - 1; last >= before; last -= 1) {
    await page.keyboard.press('Escape')
    await layers(page).nth(last).waitFor({ state: 'detached' })
  }
}

describe('nothing scrolls sideways at any width', () => {
  test.each(cases)('Nothing scrolls sideways at any width in the scenes: %s', async (_, shown) => {
    const [first] = shown
    const page = await person({
      url: server.url,
      // Scenes of failures and without a network log errors.
      expects: [/Failed to load resource/, /ERR_INTERNET_DISCONNECTED/],
      serviceWorkers: first!.path.startsWith('/demo') ? 'allow' : 'block',
    })
    await openPageOf(page, first!, server.url, QUIET_MS)
    const before = await layers(page).count()
    let now = before
    for (const scene of shown) {
      await closeLayers(page, before, now)
      await takeSteps(page, scene, QUIET_MS)
      now = await layers(page).count()
      for (const width of widths) {
        await page.setViewportSize({ ...viewports.phone, width })
        // What measures itself, as a chart, follows the width in a later frame.
        await expect
          .poll(() => scrollingSideways(page), { message: `${scene.name}, ${width} px` })
          .toEqual([])
      }
    }
  })
})
