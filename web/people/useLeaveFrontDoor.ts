// Who is signed in has no business at the front door.

import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { firstPlace, paths } from '#web/app/paths.ts'
import { session } from '#web/platform/session.ts'

/** Leads a signed-in person on: to the trip or conversation whose link they had followed, else to the first place. */
export function useLeaveFrontDoor(): void {
  const [, navigate] = useLocation()
  const { isAuthenticated } = useSnapshot(session)
  useEffect(() => {
    if (isAuthenticated) navigate(wanted(history.state), { replace: true })
  }, [isAuthenticated, navigate])
}

/** The app leaves in the history's state from where it sent somebody here. */
function wanted(state: unknown): string {
  const from = (state as { from?: unknown } | null)?.from
  if (typeof from !== 'string') return firstPlace
  return [paths.trip(''), paths.conversation('')].some((one) => from.startsWith(one)) ? from : firstPlace
}
