// What every screen of the signed-in area stands in: the places of the app under the thumb.

import { Plane, UserRound } from 'lucide-react'
import { paths } from '#web/app/paths.ts'
import type { Place } from '#web/app/screens.tsx'
import { loadScreen, ScreenOf } from '#web/app/screens.tsx'
import { BottomNav } from '#web/ui/BottomNav.tsx'

const places = [
  { href: paths.travel, label: 'Travel', icon: Plane },
  { href: paths.profile, label: 'Profile', icon: UserRound },
]

export function Frame({ path, place }: { path: string; place: Place }) {
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
