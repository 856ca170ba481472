// The screens, loaded on demand and kept. No Suspense: React throttles its reveals by 300 ms.

import { parse } from 'regexparam'
import { type ComponentType, useEffect, useLayoutEffect, useReducer } from 'react'
import { matchRoute, Route } from 'wouter'
import { screenRoutes } from '#core/screenRoutes.ts'
import { setTitle } from '#web/platform/page/title.ts'
import { ErrorBoundary } from '#web/ui/feedback/ErrorBoundary.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'

/** `id`: from the address. */
type Component = ComponentType<{ id?: string }>

export interface Screen {
  route: string
  load: () => Promise<Component>
  /** Default: the screen sets its own. */
  title?: string
  /** As high as the window, without the navigation at its foot. */
  isFullHeight?: boolean
}

/** The screens outside of the frame: of signed-out people, and the one of a link. */
export const signedOutScreens: readonly Screen[] = [
  {
    route: screenRoutes.login,
    load: async () => (await import('#web/people/LoginScreen.tsx')).LoginScreen,
    title: 'Log in',
  },
  {
    route: screenRoutes.register,
    load: async () => (await import('#web/people/RegisterScreen.tsx')).RegisterScreen,
    title: 'Register',
  },
  {
    route: screenRoutes.join,
    load: async () => (await import('#web/app/JoinRoute.tsx')).JoinRoute,
  },
]

/** The frame shows it (web/app/Frame.tsx), because in a wide window it stays beside the open conversation. */
export const chatsScreen: Screen = {
  route: screenRoutes.chats,
  load: async () => (await import('#web/chat/list/ChatsScreen.tsx')).ChatsScreen,
}

const loadOrphanedWork = async () => (await import('#web/trips/OrphanedWork.tsx')).OrphanedWork

export const signedInScreens: readonly Screen[] = [
  {
    route: screenRoutes.home,
    load: async () => (await import('#web/app/HomeRoute.tsx')).HomeRoute,
    title: 'Home',
  },
  chatsScreen,
  {
    route: screenRoutes.conversation,
    load: async () => (await import('#web/app/ConversationRoute.tsx')).ConversationRoute,
    title: 'Chat',
    isFullHeight: true,
  },
  {
    route: screenRoutes.contacts,
    load: async () => (await import('#web/chat/contacts/ContactsScreen.tsx')).ContactsScreen,
    title: 'Contacts',
  },
  {
    route: screenRoutes.travel,
    load: async () => (await import('#web/app/TripsRoute.tsx')).TripsRoute,
    title: 'Travel',
  },
  {
    route: screenRoutes.history,
    load: async () => {
      const { HistoryScreen } = await import('#web/history/HistoryScreen.tsx')
      return ({ id = '' }) => <HistoryScreen key={id} tripId={id} />
    },
    title: 'Trip history',
    isFullHeight: true,
  },
  {
    route: screenRoutes.profile,
    load: async () => {
      const { ProfileScreen } = await import('#web/people/ProfileScreen.tsx')
      return () => <ProfileScreen loadOrphanedWork={loadOrphanedWork} />
    },
    title: 'Profile',
  },
]

/** Finds the screen of a path outside of the router's components. */
export const screenAt = (path: string): Screen | undefined =>
  [...signedOutScreens, ...signedInScreens].find(({ route }) => matchRoute(parse, route, path)[0])

/** A route for the `Switch`. */
export const routeOf = (screen: Screen) => (
  <Route<{ id?: string }> key={screen.route} path={screen.route}>
    {({ id }) =>
      screen !== chatsScreen && <LazyScreen screen={screen} {...(id !== undefined && { id: decoded(id) })} />
    }
  </Route>
)

/** An invalid escape is left as it is: no id looks like that. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const loaded = new Map<Screen, Component>()

/** Loads the code of a path's screen. */
export async function loadScreen(path: string): Promise<void> {
  const screen = screenAt(path)
  if (!screen || loaded.has(screen)) return
  await screen.load().then(
    (component) => loaded.set(screen, component),
    () => undefined,
  )
}

export function LazyScreen({ screen, id }: { screen: Screen; id?: string }) {
  const [, arrive] = useReducer((count: number) => count + 1, 0)
  const [failed, setFailed] = useReducer((_: boolean, next: boolean) => next, false)
  const load = () => {
    setFailed(false)
    screen.load().then(
      (component) => {
        loaded.set(screen, component)
        arrive()
      },
      () => setFailed(true),
    )
  }
  useEffect(() => {
    if (!loaded.has(screen)) load()
    // Only a new screen is loaded anew.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [screen])
  // Before the effects of the screen, which may set a better title.
  useLayoutEffect(() => {
    if (screen.title) setTitle(screen.title)
  }, [screen])
  const Component = loaded.get(screen)
  if (failed && !Component)
    return <ErrorState message="Network error occurred. Please try again." onRetry={load} />
  if (!Component) return null
  return (
    <ErrorBoundary isPage scope={`${screen.route} ${id}`}>
      <Component {...(id !== undefined && { id })} />
    </ErrorBoundary>
  )
}
