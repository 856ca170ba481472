// Lets Back close the topmost dialog in a window where dialogs cover the page. Without it, Back leaves the page behind the
// dialog. Each open dialog has an entry in the browser's history; the entry of a closed dialog is left by a step back.

import { useEffect, useEffectEvent } from 'react'
import { afterTraversal, dialogsOfEntry, goBack, isGoingBack } from '#web/ui/dialogs/traversal.ts'
import { LARGE_PX } from '#web/ui/useWide.ts'

type Close = () => void

const open: Close[] = []

addEventListener('popstate', () => {
  // A step back that the app made is no press on Back.
  if (!isGoingBack()) for (const close of open.slice(dialogsOfEntry()).toReversed()) close()
  reconcileLater()
})

/** Once React has closed or opened what was asked for: a dialog that replaces another takes over its entry. */
function reconcileLater(): void {
  setTimeout(() => afterTraversal(reconcile), 0)
}

function reconcile(): void {
  const surplus = dialogsOfEntry() - open.length
  for (let dialogs = dialogsOfEntry() + 1; dialogs <= open.length; dialogs++)
    history.pushState({ ...history.state, dialogs }, '')
  if (surplus <= 0) return
  const { hash } = location
  goBack(surplus)
  // The tab may have been changed from the dialog.
  afterTraversal(() => {
    if (location.hash === hash) return
    history.replaceState(history.state, '', location.pathname + location.search + hash)
  })
}

// A page that was loaded again may be at the entry of a dialog.
reconcileLater()

/** @param close may leave it open, as while it sends */
export function useBackCloses(isOpen: boolean, close: Close): void {
  const closeLatest = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen || matchMedia(`(min-width: ${LARGE_PX}px)`).matches) return undefined
    const closeDialog = () => closeLatest()
    open.push(closeDialog)
    reconcileLater()
    return () => {
      open.splice(open.indexOf(closeDialog), 1)
      reconcileLater()
    }
  }, [isOpen])
}
