// Who is signed in has no business at the front door.

import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { pathAfterLogIn } from '#web/people/pathAfterLogIn.ts'
import { session } from '#web/platform/session.ts'

/** Leads a signed-in person on: to the trip or conversation whose link they had followed, else to the first place. */
export function useLeaveSignedOut(): void {
  const [, navigate] = useLocation()
  const { isAuthenticated } = useSnapshot(session)
  useEffect(() => {
    if (isAuthenticated) navigate(pathAfterLogIn(history.state), { replace: true })
  }, [isAuthenticated, navigate])
}
