// What every screen of the signed-in area stands in: the places of the app under the thumb.

import { Plane, UserRound } from 'lucide-react'
import { useEffect } from 'react'
import { paths } from '#web/app/paths.ts'
import type { Place } from '#web/app/screens.tsx'
import { loadScreen, ScreenOf } from '#web/app/screens.tsx'
import { whenIdle } from '#web/platform/whenIdle.ts'
import { BottomNav } from '#web/ui/BottomNav.tsx'

const places = [
  { href: paths.travel, label: 'Travel', icon: Plane },
  { href: paths.profile, label: 'Profile', icon: UserRound },
]

/** Where there is no signal, a place whose code was never fetched would not open; nor the log-in after a log-out. */
const fetchAll = () => {
  for (const path of [...places.map(({ href }) => href), paths.login]) void loadScreen(path)
}

export function Frame({ path, place }: { path: string; place: Place }) {
  useEffect(() => whenIdle(fetchAll), [])
  const items = places.map((item) => ({
    ...item,
    active: path === item.href || path.startsWith(`${item.href}/`),
    onIntent: () => void loadScreen(item.href),
  }))
  return (
    <>
      <ScreenOf {...place} />
      <BottomNav items={items} />
    </>
  )
}
