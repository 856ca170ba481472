// What of the window a phone's keyboard leaves to see. iOS lays the keyboard over the page and moves the page under
// it without resizing anything, so the place is told to the stylesheet: --visible-top, --visible-height, and no safe
// area below while the keyboard stands there.

/** Less than any keyboard and more than any bar of a browser, in px. */
const KEYBOARD_PX = 120

/** Follows the keyboard; answers what ends it. */
export function watchVisibleArea(): () => void {
  const seen = window.visualViewport
  if (!seen) return () => undefined
  const root = document.documentElement.style
  const tell = () => {
    // Somebody who zooms in sees less, too; that is no keyboard.
    const isKeyboard = seen.scale < 1.05 && window.innerHeight - seen.height > KEYBOARD_PX
    set('--visible-top', isKeyboard ? `${seen.offsetTop}px` : '')
    set('--visible-height', isKeyboard ? `${seen.height}px` : '')
    set('--safe-bottom', isKeyboard ? '0px' : '')
  }
  const set = (name: string, value: string) => {
    if (root.getPropertyValue(name) !== value) root.setProperty(name, value)
  }
  seen.addEventListener('resize', tell)
  seen.addEventListener('scroll', tell)
  return () => {
    seen.removeEventListener('resize', tell)
    seen.removeEventListener('scroll', tell)
  }
}
