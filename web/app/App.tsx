// Shows the screen of an address. Everything under /app is for signed-in people; an unknown address redirects to the
// landing.

import { useEffect, useLayoutEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { screenRoutes } from '#core/screenRoutes.ts'
import { Frame } from '#web/app/Frame.tsx'
import { paths } from '#web/platform/page/paths.ts'
import { signedOutScreens, signedInScreens, routeOf, screenAt } from '#web/app/screens.tsx'
import { markDevice } from '#web/platform/page/device.ts'
import { clearQueries } from '#web/platform/queries/queryStore.ts'
import { session } from '#web/platform/session/session.ts'
import { useIdlePart } from '#web/platform/page/useIdlePart.ts'
import { watchVisibleArea } from '#web/platform/page/visibleArea.ts'
import { Navigation } from '#web/ui/buttons/Anchor.tsx'
import { afterTraversal, leaveScreen } from '#web/ui/dialogs/traversal.ts'
import { loadToastStack } from '#web/ui/feedback/toasts.tsx'

const LazyToasts = () => useIdlePart(loadToastStack, {})

const loadBottomBar = async () => (await import('#web/app/BottomBar.tsx')).BottomBar

const LazyBottomBar = () => useIdlePart(loadBottomBar, {})

export function App() {
  const [path, navigate] = useLocation()
  const { user } = useSnapshot(session)
  const screen = screenAt(path)

  useFocusOnTitle(screen)
  // Before anything is rendered for the next person.
  useLayoutEffect(() => clearQueries, [user?.id])
  // Before the first paint.
  useLayoutEffect(markDevice, [])
  useEffect(watchVisibleArea, [])

  const startAtTop = useStartAtTop(screen)
  // The previous path, so that a dialog with an address can go back instead of forward.
  const go = (to: string, isBack = false) => {
    if (!screenAt(to.replace(/[?#].*/, ''))) return location.assign(to)
    const { from } = (history.state ?? {}) as { from?: unknown }
    if (isBack && from === to) return leaveScreen()
    // Another tab of the open trip.
    const isWithin = to.startsWith(`${path}#`)
    if (!isWithin) startAtTop()
    // Log-in and sign-up pass on the path that led to them.
    const isSignedOutScreen = path === paths.login || path === paths.register
    afterTraversal(() => {
      navigate(to, { state: { from: isSignedOutScreen ? from : path } })
      // Which the browser tells of Back only.
      if (isWithin) dispatchEvent(new HashChangeEvent('hashchange'))
    })
  }
  return (
    <Navigation value={go}>
      <Switch>
        {signedOutScreens.map(routeOf)}
        <Route path={`${screenRoutes.home}/*?`}>
          <SignedIn />
        </Route>
        <Route>
          <ToLanding />
        </Route>
      </Switch>
      <LazyBottomBar />
      <LazyToasts />
    </Navigation>
  )
}

function SignedIn() {
  const { isAuthenticated, user } = useSnapshot(session)
  if (!isAuthenticated) {
    // After the log-in, the followed link is opened with its tab.
    const from = location.pathname + location.search + location.hash
    return <Redirect to={paths.login} replace state={{ from }} />
  }
  return (
    <Frame key={user?.id}>
      <Switch>
        {signedInScreens.map(routeOf)}
        <Route>
          <ToLanding />
        </Route>
      </Switch>
    </Frame>
  )
}

/** The landing is a separate document. */
function ToLanding() {
  useEffect(() => location.replace(paths.landing), [])
  return null
}

/** A new screen starts at its top; the browser restores the scroll position on the way back. */
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

/**
 * After a change of screen, keyboard and screen reader start at its title. The address of a dialog belongs to its
 * screen.
 */
function useFocusOnTitle(screen: unknown): void {
  useEffect(() => {
    if (document.activeElement === document.body || !document.activeElement)
      document.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true })
  }, [screen])
}
