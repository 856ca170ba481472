// Which photos of a conversation are loaded: those in view. Until the reader scrolls, only as many as a slow network takes,
// the newest first; the others are seen by their thumbnails.

/** Of all photos, before the reader scrolls or presses: with the thumbnails of a page less than 300 kB. */
const BEFORE_INPUT_BYTES = 220_000

interface Log {
  observer: IntersectionObserver
  /** Photos by their elements; those in view wait for the reader. */
  watched: Map<Element, { bytes: number; load: () => void }>
  left: number
  inView: Set<Element>
}

const logs = new WeakMap<Element, Log>()

/** Calls `load` when the element comes into view. Returns a function that ends it. */
export function whenInView(element: Element, bytes: number, load: () => void): () => void {
  const scroller = element.closest('[role=log]') ?? document.documentElement
  const log = logs.get(scroller) ?? watch(scroller)
  log.watched.set(element, { bytes, load })
  log.observer.observe(element)
  return () => forget(log, element)
}

function forget(log: Log, element: Element): void {
  log.observer.unobserve(element)
  log.watched.delete(element)
  log.inView.delete(element)
}

function watch(scroller: Element): Log {
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      if (isIntersecting) log.inView.add(target)
      else log.inView.delete(target)
    loadInView(log)
  })
  const log: Log = { observer, watched: new Map(), left: BEFORE_INPUT_BYTES, inView: new Set() }
  const onInput = () => {
    listening.abort()
    log.left = Infinity
    loadInView(log)
  }
  const listening = new AbortController()
  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    scroller.addEventListener(type, onInput, { signal: listening.signal, passive: true })
  logs.set(scroller, log)
  return log
}

function loadInView(log: Log): void {
  const fromBelow = [...log.inView].toSorted(
    (a, b) => b.getBoundingClientRect().bottom - a.getBoundingClientRect().bottom,
  )
  for (const element of fromBelow) {
    const photo = log.watched.get(element)
    if (photo && photo.bytes > log.left) continue
    log.left -= photo?.bytes ?? 0
    forget(log, element)
    photo?.load()
  }
}
