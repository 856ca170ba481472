// Steps back in the browser's history. They take effect later, and until then a new entry would be added at the wrong
// place.

let isTraversing = false
const waiting: (() => void)[] = []

/** A browser that has no entry to go back to reports nothing. */
const REPORT_MS = 300

/**
 * How many open dialogs the current entry stands for (web/ui/dialogs/useBackCloses.ts); more if it is left over from dialogs
 * that are closed.
 */
export const dialogsOfEntry = (): number => (history.state as { dialogs?: number } | null)?.dialogs ?? 0

/** Goes back to the previous screen, and past the entries of its dialogs. */
export const leaveScreen = (): void => goBack(dialogsOfEntry() + 1)

/** @param entries how many to go back */
export function goBack(entries: number): void {
  isTraversing = true
  const timer = setTimeout(settle, REPORT_MS)
  addEventListener('popstate', settle, { once: true })
  history.go(-entries)

  function settle(): void {
    clearTimeout(timer)
    removeEventListener('popstate', settle)
    isTraversing = false
    waiting.splice(0).forEach((action) => action())
  }
}

/** Whether a step back has not taken effect yet. */
export const isGoingBack = (): boolean => isTraversing

/** Runs the action at once, or once the step back has taken effect. */
export function afterTraversal(action: () => void): void {
  if (isTraversing) waiting.push(action)
  else action()
}
