// What of the window a phone's keyboard leaves to see. iOS lays the keyboard over the page and moves the page under
// it without resizing anything, so the place is told to the stylesheet: --visible-top, --visible-height, and no safe
// area below while the keyboard stands there. What is being typed into stays in view, wherever it scrolls in.

/** Less than any keyboard and more than any bar of a browser, in px. */
const KEYBOARD_PX = 120

/** Follows the keyboard; answers what ends it. */
export function watchVisibleArea(): () => void {
  const seen = window.visualViewport
  if (!seen) return () => undefined
  const root = document.documentElement.style
  const tell = () => {
    // Somebody who zooms in sees less, too; that is no keyboard.
    const isKeyboard = !isZoomed(seen) && window.innerHeight - seen.height > KEYBOARD_PX
    set('--visible-top', isKeyboard ? `${seen.offsetTop}px` : '')
    set('--visible-height', isKeyboard ? `${seen.height}px` : '')
    set('--safe-bottom', isKeyboard ? '0px' : '')
  }
  const resized = () => {
    tell()
    if (!isZoomed(seen)) keepFieldInView()
  }
  const set = (name: string, value: string) => {
    if (root.getPropertyValue(name) !== value) root.setProperty(name, value)
  }
  seen.addEventListener('resize', resized)
  seen.addEventListener('scroll', tell)
  return () => {
    seen.removeEventListener('resize', resized)
    seen.removeEventListener('scroll', tell)
  }
}

const isZoomed = ({ scale }: VisualViewport) => scale >= 1.05

/** The browser brings a field into view before what it scrolls in has become lower. */
function keepFieldInView(): void {
  const field = document.activeElement
  if (field?.matches('input, textarea, select')) field.scrollIntoView({ block: 'nearest' })
}
