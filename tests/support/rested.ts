// A list ignores presses for a moment after a press. A test waits until that is over, or presses twice within the
// moment, like a finger that taps twice.

import type { Locator, Page } from 'playwright-core'

export const waitForActiveList = (within: Page | Locator): Promise<void> =>
  within.locator('[data-inert]').waitFor({ state: 'detached' })

/** Well within the moment in which a list takes no press (web/ui/useRetainedRows.ts). */
const GESTURE_MS = 300

/**
 * Presses a button, and again and again from when the page shows what came of it. The page itself does so, so these
 * presses come within the moment however slow the machine is. They are on the same spot, and on `then`.
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
