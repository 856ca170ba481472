// The frame of the signed-in screens, with the main navigation; in a wide window also the list of conversations, which
// stays beside the open one.

import { ContactRound, House, MessagesSquare, Plane, UserRound } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { paths } from '#web/platform/page/paths.ts'
import { LazyScreen, chatsScreen, loadScreen, screenAt } from '#web/app/screens.tsx'
import { unread } from '#web/platform/page/unread.ts'
import { whenFetched } from '#web/platform/queries/queryStore.ts'
import { prefetchOutbox } from '#web/platform/outbox/loadSender.ts'
import { repeatUntilDone } from '#web/platform/http/repeatUntilDone.ts'
import { useIdlePart } from '#web/platform/page/useIdlePart.ts'
import { showUnreadCount } from '#web/platform/page/title.ts'
import { MainNav } from '#web/ui/navigation/MainNav.tsx'
import { LARGE_PX, WIDEST_PX, useKeyboard, useWide } from '#web/ui/useWide.ts'

const destinations = [
  { href: paths.chat, label: 'Chats', icon: MessagesSquare },
  { href: paths.contacts, label: 'Contacts', icon: ContactRound },
  { href: paths.app, label: 'Home', icon: House },
  { href: paths.travel, label: 'Travel', icon: Plane },
  { href: paths.profile, label: 'Profile', icon: UserRound },
]

/** Loads the code of all screens, so that they open without a network; also the log-in, for after a log-out. */
const fetchScreens = () => {
  for (const path of [...destinations.map(({ href }) => href), paths.conversation('any'), paths.login])
    void loadScreen(path)
}

const CONNECTS_WITHIN_MS = 5000

const loadChat = async () => (await import('#web/chat/state/currentChat.ts')).connectChat

/** Stored commands are shown and sent from then on. */
const connect = () => {
  prefetchOutbox()
  // On every screen, for the presence of the person and the number of unread messages.
  repeatUntilDone(loadChat, (connectChat) => connectChat())
  import('#web/app/deleteInaccessibleContent.ts').then(
    ({ deleteInaccessibleContent }) => deleteInaccessibleContent(),
    () => undefined,
  )
}

const loadRailTrips = async () => (await import('#web/trips/home/RailTrips.tsx')).RailTrips

const LazyRailTrips = (props: { path: string }) => useIdlePart(loadRailTrips, props)

const loadShortcuts = async () => (await import('#web/app/KeyboardShortcuts.tsx')).KeyboardShortcuts

const LazyKeyboardShortcuts = () => useIdlePart(loadShortcuts, {})

export function Frame({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const { total } = useSnapshot(unread)
  const isWide = useWide(LARGE_PX)
  const isWidest = useWide(WIDEST_PX)
  const hasShortcuts = useKeyboard()
  useEffect(() => {
    showUnreadCount(total)
    return () => showUnreadCount(0)
  }, [total])
  // On a slow network the content of this screen comes first.
  useEffect(() => whenFetched(connect, CONNECTS_WITHIN_MS), [])
  useEffect(() => whenFetched(fetchScreens), [])
  const isAt = (href: string) => path === href || (href !== paths.app && path.startsWith(`${href}/`))
  const items = destinations.map((item) => ({
    ...item,
    active: isAt(item.href),
    onIntent: () => void loadScreen(item.href),
    ...(item.href === paths.chat && { badge: total }),
  }))
  const nav = (
    <MainNav items={items}>
      {isWidest && <LazyRailTrips path={path} />}
      {hasShortcuts && <LazyKeyboardShortcuts />}
    </MainNav>
  )
  // The Tab key comes first to a rail, and last to the bar at the foot.
  return (
    <>
      {isWide && nav}
      {(path === paths.chat || (isWide && isAt(paths.chat))) && <LazyScreen screen={chatsScreen} />}
      {children}
      {!isWide && !screenAt(path)?.isFullHeight && nav}
    </>
  )
}
