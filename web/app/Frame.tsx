// What every screen of the signed-in area stands in: the places of the app under the thumb.

import { ContactRound, House, MessagesSquare, Plane, UserRound } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { paths } from '#web/app/paths.ts'
import { loadScreen, screenAt } from '#web/app/screens.tsx'
import { unread } from '#web/chat/unread.ts'
import { prefetchOutbox } from '#web/platform/send.ts'
import { whenIdle } from '#web/platform/whenIdle.ts'
import { BottomNav } from '#web/ui/BottomNav.tsx'

const places = [
  { href: paths.chat, label: 'Chats', icon: MessagesSquare },
  { href: paths.contacts, label: 'Contacts', icon: ContactRound },
  { href: paths.app, label: 'Home', icon: House },
  { href: paths.travel, label: 'Travel', icon: Plane },
  { href: paths.profile, label: 'Profile', icon: UserRound },
]

/** Where there is no signal, a place whose code was never fetched would not open; nor the log-in after a log-out. */
const fetchAll = () => {
  for (const path of [...places.map(({ href }) => href), paths.conversation('any'), paths.login])
    void loadScreen(path)
  void prefetchOutbox()
  // Whatever screen is open, people see that one is here, and what they write is counted.
  import('#web/chat/myChat.ts').then(
    ({ beginChat }) => beginChat(),
    () => undefined,
  )
}

export function Frame({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const { total } = useSnapshot(unread)
  useEffect(() => whenIdle(fetchAll), [])
  const items = places.map((item) => ({
    ...item,
    active: path === item.href || (item.href !== paths.app && path.startsWith(`${item.href}/`)),
    onIntent: () => void loadScreen(item.href),
    ...(item.href === paths.chat && { badge: total }),
  }))
  return (
    <>
      {children}
      {!screenAt(path)?.whole && <BottomNav items={items} />}
    </>
  )
}
