// The screens, each loaded when it is wanted and kept. No Suspense: React throttles its reveals by 300 ms.

import type { ComponentType } from 'react'
import { useEffect, useReducer } from 'react'
import { firstPlace, isHome } from '#web/app/paths.ts'
import { tripTabs } from '#web/app/tripTabs.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

type Screen = ComponentType<{ tripId?: string }>

interface Entry {
  /** Matches the whole address. */
  pattern: RegExp
  load: () => Promise<Screen>
  /** Needs a signed-in person, and has the app's frame. */
  inApp: boolean
  title: string
}

const entries: readonly Entry[] = [
  {
    pattern: /^\/login\/?$/,
    load: async () => (await import('#web/people/LoginScreen.tsx')).LoginScreen,
    inApp: false,
    title: 'Log in',
  },
  {
    pattern: /^\/register\/?$/,
    load: async () => (await import('#web/people/RegisterScreen.tsx')).RegisterScreen,
    inApp: false,
    title: 'Register',
  },
  {
    pattern: /^\/app\/travel(?:\/([^/]+))?\/?$/,
    load: async () => {
      const { TravelScreen } = await import('#web/trips/TravelScreen.tsx')
      return (given) => <TravelScreen {...given} tabs={tripTabs} />
    },
    inApp: true,
    title: 'Travel',
  },
  {
    pattern: /^\/app\/profile\/?$/,
    load: async () => (await import('#web/people/ProfileScreen.tsx')).ProfileScreen,
    inApp: true,
    title: 'Profile',
  },
]

export interface Place {
  entry: Entry
  tripId?: string
}

/** The screen of an address; null for none. */
export function placeOf(path: string): Place | null {
  for (const entry of entries) {
    const match = entry.pattern.exec(path)
    if (match) return { entry, ...(match[1] !== undefined && { tripId: decoded(match[1]) }) }
  }
  return null
}

/** Half a percent sign is no reason to show nothing: no trip has such an id. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const loaded = new Map<Entry, Screen>()

/** Has the code of an address' screen at hand; /app leads on, so its target's. */
export async function loadScreen(path: string): Promise<void> {
  const place = placeOf(isHome(path) ? firstPlace : path)
  if (!place || loaded.has(place.entry)) return
  await place.entry.load().then(
    (screen) => loaded.set(place.entry, screen),
    () => undefined,
  )
}

export function ScreenOf({ entry, tripId }: Place) {
  const [, arrive] = useReducer((count: number) => count + 1, 0)
  const [failed, setFailed] = useReducer((_: boolean, now: boolean) => now, false)
  const screen = loaded.get(entry)
  const load = () => {
    setFailed(false)
    entry.load().then(
      (component) => {
        loaded.set(entry, component)
        arrive()
      },
      () => setFailed(true),
    )
  }
  useEffect(() => {
    if (!loaded.has(entry)) load()
    // Only a new place is loaded anew.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [entry])
  useEffect(() => {
    document.title = `${entry.title} · Group Trip Planner`
  }, [entry])
  if (failed && !screen)
    return <ErrorState message="Network error occurred. Please try again." onRetry={load} />
  const Screen = screen
  return Screen ? <Screen {...(tripId !== undefined && { tripId })} /> : null
}
