// Checks accessibility of every screen in light and dark, on a phone and on a desktop.

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axe, viewports } from '#tests/support/browser.ts'

/**
 * Expects that axe finds nothing on the page at a phone's and a desktop's size. The dark theme differs in its colours
 * only, so there the contrast alone is checked. A tablet shows one of the two layouts (tests/e2e/widths.test.ts).
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  expect(await axe(page), `${what}, phone`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const contrast = { runOnly: ['color-contrast'] }
  expect(await axe(page, contrast), `${what}, phone, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(viewports.desktop)
  expect(await axe(page), `${what}, desktop`).toEqual([])
  await page.setViewportSize(viewports.phone)
}
