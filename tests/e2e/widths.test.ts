// No screen or dialog is wider than its window at any width of the layout, and no vertical scroller scrolls sideways.

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { addPerson, tellOfExtremes } from '#tests/pictures/extremes.ts'
import { openScene } from '#tests/pictures/openScene.ts'
import { people, scenes } from '#tests/pictures/scenes.ts'
import { browserForFile, viewports } from '#tests/support/browser.ts'
import { type Server, startServer } from '#tests/support/server.ts'

/** CSS pixels: the common phone in which the page opens, the narrowest one, and the breakpoints. */
const widths = [viewports.phone.width, 320, 768, 1024, 1440]

/** Short, because the server runs on this machine. */
const QUIET_MS = 150

/**
 * A screen that has a scene with the longest texts (long-money) is checked with that one alone (not with trip-money), and
 * the parts that all empty and failed screens share are checked once.
 */
const names = new Set(scenes.map(({ name }) => name))
const emptyOrFailed = ['empty-home', 'failed-money']
const looked = scenes.filter(({ name }) =>
  /^(empty|failed)-/.test(name)
    ? emptyOrFailed.includes(name)
    : !names.has(`long-${name.replace(/^trip-/, '')}`),
)

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
      const { overflowX } = getComputedStyle(element)
      const scrolls = element === document.documentElement || ['auto', 'scroll'].includes(overflowX)
      const tooWide = element.scrollWidth - element.clientWidth
      const isStrip = element.classList.contains('overflow-x-auto') && !element.querySelector('table')
      if (!scrolls || tooWide <= 0 || isStrip) return []
      const inside = [...element.querySelectorAll('*')]
        .filter((one) => one.getBoundingClientRect().right > element.getBoundingClientRect().right + 1)
        .map((one) => one.outerHTML.slice(0, 100))
      return [`${tooWide} px: ${element.outerHTML.slice(0, 100)}, for ${inside[0]}`]
    }),
  )

describe('nothing scrolls sideways at any width', () => {
  test.each(looked)('The scene $name does not scroll sideways at any width', async (scene) => {
    const page = await person({
      url: server.url,
      // Scenes of failures and without a network log errors.
      expects: [/Failed to load resource/, /ERR_INTERNET_DISCONNECTED/],
      serviceWorkers: scene.path.startsWith('/demo') ? 'allow' : 'block',
    })
    await openScene(page, scene, server.url, QUIET_MS)
    for (const width of widths) {
      await page.setViewportSize({ ...viewports.phone, width })
      // What measures itself, as a chart, follows the width in a later frame.
      await expect.poll(() => scrollingSideways(page), { message: `${width} px` }).toEqual([])
    }
  })
})
