// The screens, each loaded when it is wanted and kept. No Suspense: React throttles its reveals by 300 ms.

import type { ComponentType } from 'react'
import { useEffect, useReducer } from 'react'
import { ErrorState } from '#web/ui/ErrorState.tsx'

/** `id`: what the address names. */
type Screen = ComponentType<{ id?: string }>

interface Entry {
  /** Matches the whole address. */
  pattern: RegExp
  load: () => Promise<Screen>
  /** Needs a signed-in person, and has the app's frame; `whole`: without the navigation, as high as the window. */
  inApp: boolean | 'whole'
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
    pattern: /^\/app\/?$/,
    load: async () => (await import('#web/trips/HomeScreen.tsx')).HomeScreen,
    inApp: true,
    title: 'Home',
  },
  {
    pattern: /^\/app\/chat\/?$/,
    load: async () => (await import('#web/chat/list/ChatsScreen.tsx')).ChatsScreen,
    inApp: true,
    title: 'Chats',
  },
  {
    pattern: /^\/app\/chat\/([^/]+)\/?$/,
    load: async () => {
      const { ConversationScreen } = await import('#web/chat/view/ConversationScreen.tsx')
      return ({ id = '' }) => <ConversationScreen conversationId={id} />
    },
    inApp: 'whole',
    title: 'Chat',
  },
  {
    pattern: /^\/app\/contacts\/?$/,
    load: async () => (await import('#web/chat/contacts/ContactsScreen.tsx')).ContactsScreen,
    inApp: true,
    title: 'Contacts',
  },
  {
    pattern: /^\/app\/travel(?:\/([^/]+))?\/?$/,
    load: async () => (await import('#web/app/TripsPlace.tsx')).TripsPlace,
    inApp: true,
    title: 'Travel',
  },
  {
    pattern: /^\/app\/travel\/([^/]+)\/history\/?$/,
    load: async () => {
      const { HistoryScreen } = await import('#web/history/HistoryScreen.tsx')
      return ({ id = '' }) => <HistoryScreen key={id} tripId={id} />
    },
    inApp: 'whole',
    title: 'Trip history',
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
  id?: string
}

/** The screen of an address; null for none. */
export function placeOf(path: string): Place | null {
  for (const entry of entries) {
    const match = entry.pattern.exec(path)
    if (match) return { entry, ...(match[1] !== undefined && { id: decoded(match[1]) }) }
  }
  return null
}

/** Half a percent sign is no reason to show nothing: nothing has such an id. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const loaded = new Map<Entry, Screen>()

/** Has the code of an address' screen at hand. */
export async function loadScreen(path: string): Promise<void> {
  const place = placeOf(path)
  if (!place || loaded.has(place.entry)) return
  await place.entry.load().then(
    (screen) => loaded.set(place.entry, screen),
    () => undefined,
  )
}

export function ScreenOf({ entry, id }: Place) {
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
  return Screen ? <Screen {...(id !== undefined && { id })} /> : null
}
