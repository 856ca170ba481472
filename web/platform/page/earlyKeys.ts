// Keeps the keys that are pressed before the code of the shortcuts is loaded, which comes last.

const MAX_KEPT = 10
/** Who waits longer has pressed again, or something else. */
const KEPT_MS = 5000

const kept: KeyboardEvent[] = []

function keep(event: KeyboardEvent): void {
  const isTyped = event.target instanceof Element && event.target.matches('input, textarea, select')
  if (!isTyped && kept.length < MAX_KEPT) kept.push(event)
}

export const keepEarlyKeys = (): void => addEventListener('keydown', keep)

/** The keys that were pressed outside of fields so far, oldest first. From now on none is kept. */
export function takeEarlyKeys(): KeyboardEvent[] {
  removeEventListener('keydown', keep)
  return kept.splice(0).filter(({ timeStamp }) => performance.now() - timeStamp < KEPT_MS)
}
