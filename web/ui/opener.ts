/**
 * Who opened the dialog. A dialog that is loaded on demand arrives after the press and cannot see it any more,
 * and Safari never focuses a pressed button; so the last pressed control is remembered from the first paint on.
 */
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

/** The control to give the focus back to; undefined when the page itself opened the dialog. */
export function currentOpener(): HTMLElement | undefined {
  const last = pressed?.deref()
  if (last?.isConnected) return last
  const focused = document.activeElement
  return focused instanceof HTMLElement && focused !== document.body ? focused : undefined
}

/**
 * Focuses the opener; where it is gone, what its row of a list has become; else the title of the page, so that the
 * keyboard never starts from nowhere.
 */
export function giveFocusBack(opener: HTMLElement | undefined, row: Element | null | undefined): void {
  const place = opener?.isConnected ? opener : row?.querySelector<HTMLElement>('[tabindex], a[href], button')
  if (place?.isConnected && !place.closest('[inert]')) place.focus({ preventScroll: true })
  const lost = document.activeElement === null || document.activeElement === document.body
  if (lost) document.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true })
}
