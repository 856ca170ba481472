// Which screen an address shows, and to whom: everything under /app is for signed-in people, and what nobody knows
// leads to the landing.

import { useEffect, useLayoutEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { Frame } from '#web/app/Frame.tsx'
import { LateBottomBar } from '#web/app/LateBottomBar.tsx'
import { paths } from '#web/app/paths.ts'
import { placeOf, ScreenOf } from '#web/app/screens.tsx'
import { forgetDocuments } from '#web/platform/documents.ts'
import { session } from '#web/platform/session.ts'
import { watchVisibleArea } from '#web/platform/visibleArea.ts'
import { Navigation } from '#web/ui/Anchor.tsx'
import { Toasts } from '#web/ui/toasts.tsx'

export function App() {
  const [path, navigate] = useLocation()
  const { isAuthenticated, user } = useSnapshot(session)
  const place = placeOf(path)
  const inApp = path === paths.app || path.startsWith(`${paths.app}/`)
  const elsewhere = inApp && !isAuthenticated ? paths.login : null

  useEffect(() => {
    // Log-in leads on to the trip whose link was followed.
    if (elsewhere) navigate(elsewhere, { replace: true, state: { from: path } })
    // The landing is a document of its own.
    else if (!place) location.replace(paths.landing)
  }, [elsewhere, place, path, navigate])
  useFocusOnTitle(path)
  // Before anything is painted for the next person.
  useLayoutEffect(() => forgetDocuments, [user?.id])
  useEffect(watchVisibleArea, [])

  const startAtTop = useStartAtTop(place?.entry)
  // Where one came from, so that what has an address of its own can go back instead of on.
  const go = (to: string, isBack = false) => {
    if (!placeOf(to.replace(/[?#].*/, ''))) return location.assign(to)
    if (isBack && (history.state as { from?: unknown } | null)?.from === to) return history.back()
    startAtTop()
    navigate(to, { state: { from: path } })
  }
  return (
    <Navigation value={go}>
      {!elsewhere &&
        place &&
        (place.entry.inApp ? <Frame key={user?.id} path={path} place={place} /> : <ScreenOf {...place} />)}
      <LateBottomBar />
      <Toasts />
    </Navigation>
  )
}

/** A screen one goes on to starts at its top; one that one goes back to is where it was left, which the browser sees to. */
function useStartAtTop(screen: unknown): () => void {
  const isNew = useRef(false)
  useLayoutEffect(() => {
    if (isNew.current) scrollTo(0, 0)
    isNew.current = false
  }, [screen])
  return () => {
    isNew.current = true
  }
}

/** After a change of screen the keyboard and the reader start at its title. A dialog's address is its screen's. */
function useFocusOnTitle(path: string): void {
  const screen = placeOf(path)?.entry
  useEffect(() => {
    if (document.activeElement === document.body || !document.activeElement)
      document.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true })
  }, [screen])
}
