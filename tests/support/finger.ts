// A finger on a touch screen.

import type { Page } from 'playwright-core'

type Touch = 'touchStart' | 'touchMove' | 'touchEnd'

/** Moves a finger by so many px, quickly. @param isLifted false keeps it on the screen */
export async function swipe(
  page: Page,
  dx: number,
  from = { x: 195, y: 650 },
  dy = 0,
  isLifted = true,
): Promise<void> {
  const finger = await page.context().newCDPSession(page)
  const touch = (type: Touch, part?: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: part === undefined ? [] : [{ x: from.x + dx * part, y: from.y + dy * part }],
    })
  // At once, because a slow finger does not swipe.
  await Promise.all([
    touch('touchStart', 0),
    ...[0.2, 0.5, 0.8, 1].map((part) => touch('touchMove', part)),
    ...(isLifted ? [touch('touchEnd')] : []),
  ])
  await finger.detach()
}
