// Every screen is held to the same in light and dark, on a phone, a tablet and a desktop.

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axe, viewports } from '#tests/support/browser.ts'

/** Axe finds nothing on the page as it stands, in both themes and at three sizes; nothing is wider than the window. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const [size, viewport] of Object.entries(viewports)) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await axe(page), `${what}, ${size}, ${colorScheme}`).toEqual([])
    }
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wider, `pixels that ${what} is too wide, ${size}`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize(viewports.phone)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}
