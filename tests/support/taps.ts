// A list ignores presses for a moment after a press. A test waits until that is over, or presses twice within the
// moment, like a finger that taps twice.

import type { Locator, Page } from 'playwright-core'

export const waitForActiveList = (within: Page | Locator): Promise<void> =>
  within.locator('[data-inert]').waitFor({ state: 'detached' })

/** Shorter than the time in which a list ignores presses (web/ui/lists/retainedRows.ts). */
const GESTURE_MS = 300

/**
 * Presses a button, and keeps pressing at the same place after the page has shown the result. The page runs this
 * itself,
 * so the presses come in time on a slow machine too. They hit the same spot, and `then`.
 */
export async function tapTwice(
  button: Locator,
  { until, then }: { until: string; then: Locator },
): Promise<void> {
  const second = await then.elementHandle()
  await button.scrollIntoViewIfNeeded()
  await button.evaluate(
    (element, given) =>
      new Promise<void>((resolve) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const press = (pressed: Element | null) => (pressed as HTMLElement).click()
        const tap = () => press(document.elementFromPoint(x + width / 2, y + height / 2))
        const goOn = (end: number) => {
          if (performance.now() >= end) return resolve()
          tap()
          press(given.second)
          requestAnimationFrame(() => goOn(end))
        }
        const observer = new MutationObserver(() => {
          if (!document.body.textContent.includes(given.until)) return
          observer.disconnect()
          goOn(performance.now() + given.forMs)
        })
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
        ;(element as HTMLElement).focus()
        tap()
      }),
    { until, second, forMs: GESTURE_MS },
  )
}
