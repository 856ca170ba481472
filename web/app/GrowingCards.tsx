// Within it the card of a trip grows into its trip.

import { type ReactNode, use } from 'react'
import { tripIdIn } from '#web/app/tripIdIn.ts'
import { Navigation } from '#web/ui/buttons/Anchor.tsx'
import { growFromCard } from '#web/ui/dialogs/growth.ts'

export function GrowingCards({ children }: { children: ReactNode }) {
  const navigate = use(Navigation)
  const follow: typeof navigate = (to, isBack) => {
    const go = () => navigate?.(to, isBack)
    if (tripIdIn(to) === undefined) go()
    else growFromCard(to, go)
  }
  return <Navigation value={follow}>{children}</Navigation>
}
