// Remembers the last pressed control, to which a closing dialog restores the focus. A dialog that is loaded on demand
// mounts after the press, and Safari does not focus a pressed button.

let pressed: WeakRef<HTMLElement> | undefined

if (typeof document !== 'undefined')
  document.addEventListener(
    'click',
    (event) => {
      const control = event.target instanceof Element ? event.target.closest(controls) : null
      if (control instanceof HTMLElement) pressed = new WeakRef(control)
    },
    { capture: true, passive: true },
  )

const controls = 'a[href], button, input, select, summary, [tabindex]'

/** A key opens the next dialog: the focus returns to where it was then. */
export function openFromFocus(): void {
  const { activeElement } = document
  pressed = activeElement instanceof HTMLElement ? new WeakRef(activeElement) : undefined
}

/** The control to restore the focus to; undefined when the page itself opened the dialog. */
export function currentOpener(): HTMLElement | undefined {
  const last = pressed?.deref()
  if (last?.isConnected) return last
  const focused = document.activeElement
  return focused instanceof HTMLElement && focused !== document.body ? focused : undefined
}

/** A field that took the focus meanwhile, as that of a conversation which the dialog has opened. */
const isElsewhere = (focused: Element | null) =>
  focused?.matches('textarea') && !focused.closest('[role=dialog]')

const RETRY_MS = 100

/**
 * Focuses the opener; if it is gone, a control of its row; else the title of the dialog below, or of the page, so that the
 * keyboard never starts from nowhere.
 * @param retries a dialog below is inert until the closing one has faded out
 */
export function restoreFocus(
  opener: HTMLElement | undefined,
  row: Element | null | undefined,
  retries = 5,
): void {
  if (isElsewhere(document.activeElement)) return
  const target = opener?.isConnected ? opener : row?.querySelector<HTMLElement>('[tabindex], a[href], button')
  if (target?.isConnected && !target.closest('[inert]')) target.focus({ preventScroll: true })
  const isLost = () => document.activeElement === null || document.activeElement === document.body
  if (!isLost()) return
  const titles = document.querySelectorAll<HTMLElement>('h1[tabindex], [role=dialog] h2[tabindex]')
  const title = [...titles].findLast((each) => !each.closest('[inert], [data-leave]'))
  title?.focus({ preventScroll: true })
  if (isLost() && retries > 0) setTimeout(restoreFocus, RETRY_MS, opener, row, retries - 1)
}
