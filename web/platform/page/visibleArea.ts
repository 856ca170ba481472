// The part of the window above a phone's keyboard. iOS lays the keyboard over the page without resizing it, so the
// stylesheet gets --visible-top, --visible-height, and no safe area at the bottom while the keyboard is open. The focused
// field stays in view.

/** In px: lower than any keyboard, higher than any bar of a browser. */
const KEYBOARD_PX = 120

/** Follows the keyboard. Returns a function that ends it. */
export function watchVisibleArea(): () => void {
  const viewport = window.visualViewport
  if (!viewport) return () => undefined
  const root = document.documentElement.style
  const update = () => {
    // Zooming in makes the viewport smaller as well.
    const isKeyboard = !isZoomed(viewport) && window.innerHeight - viewport.height > KEYBOARD_PX
    setProperty('--visible-top', isKeyboard ? `${viewport.offsetTop}px` : '')
    setProperty('--visible-height', isKeyboard ? `${viewport.height}px` : '')
    setProperty('--safe-bottom', isKeyboard ? '0px' : '')
  }
  const resized = () => {
    update()
    if (!isZoomed(viewport)) keepFieldInView()
  }
  const setProperty = (name: string, value: string) => {
    if (root.getPropertyValue(name) !== value) root.setProperty(name, value)
  }
  viewport.addEventListener('resize', resized)
  viewport.addEventListener('scroll', update)
  return () => {
    viewport.removeEventListener('resize', resized)
    viewport.removeEventListener('scroll', update)
  }
}

const isZoomed = ({ scale }: VisualViewport) => scale >= 1.05

/** The browser scrolls to the field before the scrolling area has become smaller. */
function keepFieldInView(): void {
  const field = document.activeElement
  if (field?.matches('input, textarea, select')) field.scrollIntoView({ block: 'nearest' })
}
