// A card grows into the pane that it opens, and back, where the browser has view transitions and nobody asked for less
// motion. Only these two are animated (web/ui/dialogs/panes.css), so the rest of the page goes on.

import { LARGE_PX } from '#web/ui/useWide.ts'

/** The card of a screen that links to an address. */
export const cardOf = (href: string) =>
  document.querySelector(`main a[href="${CSS.escape(href)}"]`)?.closest('article')

/** @param change opens the pane at `href`, now or in a moment */
export function growFromCard(href: string, change: () => void): void {
  const card = cardOf(href)
  if (!card || hasPane() || !canMove()) return change()
  const undo = name(card)
  move(() => {
    undo()
    change()
    return changeOfBody(hasPane)
  }, undo)
}

/** @param change closes the pane at `href`, now or in a moment */
export function shrinkToCard(href: string, change: () => void): void {
  if (!hasPane() || !canMove()) return change()
  let undo = () => {}
  move(
    async () => {
      change()
      const isClosed = await changeOfBody(() => !hasPane())
      const card = cardOf(href)
      if (card && isClosed) undo = name(card)
      return isClosed
    },
    () => undo(),
  )
}

const hasPane = () => document.querySelector('.pane.page') !== null

const canMove = () =>
  // Not in every browser, whatever its types say.
  'startViewTransition' in document &&
  document.visibilityState === 'visible' &&
  !matchMedia(`(min-width: ${LARGE_PX}px), (prefers-reduced-motion: reduce)`).matches

/** The pane has the same name (panes.css). */
function name({ style }: HTMLElement): () => void {
  style.setProperty('view-transition-name', 'pane')
  return () => style.removeProperty('view-transition-name')
}

/** The last one, which ends those before it. */
let current: ViewTransition

/** @param update gives false if it has not happened in time */
function move(update: () => Promise<boolean>, end: () => void): void {
  const root = document.documentElement
  root.setAttribute('data-growing', '')
  const transition = document.startViewTransition(async () => {
    if (!(await update())) skip()
  })
  current = transition
  const skip = () => transition.skipTransition()
  // What is pressed meanwhile is the page and no picture of it.
  addEventListener('pointerdown', skip, { capture: true })
  const ended = () => {
    removeEventListener('pointerdown', skip, { capture: true })
    if (current === transition) root.removeAttribute('data-growing')
    end()
  }
  transition.finished.then(ended, ended)
  // A transition that is skipped is none that failed.
  for (const promise of [transition.ready, transition.updateCallbackDone]) promise.catch(() => undefined)
}

/** Code that is not there yet opens its pane without a transition, and no later than without one. */
const WAITS_MS = 200

function changeOfBody(isDone: () => boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = () => {
      observer.disconnect()
      clearTimeout(timer)
      resolve(isDone())
    }
    const observer = new MutationObserver(() => isDone() && settle())
    const timer = setTimeout(settle, WAITS_MS)
    observer.observe(document.body, { childList: true })
    if (isDone()) settle()
  })
}
