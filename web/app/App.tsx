// Which screen an address shows, and to whom: everything under /app is for signed-in people, and an unknown address
// redirects to the landing.

import { useEffect, useLayoutEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { routes } from '#core/routes.ts'
import { Frame } from '#web/app/Frame.tsx'
import { LateBottomBar } from '#web/app/LateBottomBar.tsx'
import { paths } from '#web/app/paths.ts'
import { frontDoor, inApp, routeOf, screenAt } from '#web/app/screens.tsx'
import { markDevice } from '#web/platform/device.ts'
import { clearQueries } from '#web/platform/queries.ts'
import { session } from '#web/platform/session.ts'
import { watchVisibleArea } from '#web/platform/visibleArea.ts'
import { Navigation } from '#web/ui/Anchor.tsx'
import { Toasts } from '#web/ui/toasts.tsx'

export function App() {
  const [path, navigate] = useLocation()
  const { user } = useSnapshot(session)
  const screen = screenAt(path)

  useFocusOnTitle(screen)
  // Before anything is painted for the next person.
  useLayoutEffect(() => clearQueries, [user?.id])
  // Before the first paint, which follows it.
  useLayoutEffect(markDevice, [])
  useEffect(watchVisibleArea, [])

  const startAtTop = useStartAtTop(screen)
  // Where one came from, so that what has an address of its own can go back instead of on.
  const go = (to: string, isBack = false) => {
    if (!screenAt(to.replace(/[?#].*/, ''))) return location.assign(to)
    const { from } = (history.state ?? {}) as { from?: unknown }
    if (isBack && from === to) return history.back()
    startAtTop()
    // Between log-in and sign-up, the link that led here stays the one to go on to.
    const isAtFrontDoor = path === paths.login || path === paths.register
    navigate(to, { state: { from: isAtFrontDoor ? from : path } })
  }
  return (
    <Navigation value={go}>
      <Switch>
        {frontDoor.map(routeOf)}
        <Route path={`${routes.home}/*?`}>
          <SignedIn />
        </Route>
        <Route>
          <ToLanding />
        </Route>
      </Switch>
      <LateBottomBar />
      <Toasts />
    </Navigation>
  )
}

function SignedIn() {
  const { isAuthenticated, user } = useSnapshot(session)
  if (!isAuthenticated) {
    // Log-in leads on to the trip whose link was followed, at its tab.
    const from = location.pathname + location.search + location.hash
    return <Redirect to={paths.login} replace state={{ from }} />
  }
  return (
    <Frame key={user?.id}>
      <Switch>
        {inApp.map(routeOf)}
        <Route>
          <ToLanding />
        </Route>
      </Switch>
    </Frame>
  )
}

/** The landing is a document of its own. */
function ToLanding() {
  useEffect(() => location.replace(paths.landing), [])
  return null
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
function useFocusOnTitle(screen: unknown): void {
  useEffect(() => {
    if (document.activeElement === document.body || !document.activeElement)
      document.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true })
  }, [screen])
}
