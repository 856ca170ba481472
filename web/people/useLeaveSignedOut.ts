// Redirects a signed-in person away from log-in and sign-up.

import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { pathAfterLogIn } from '#web/people/pathAfterLogIn.ts'
import { session } from '#web/platform/session.ts'

/** Redirects to the trip or conversation whose link was followed, else to the first screen. */
export function useLeaveSignedOut(): void {
  const [, navigate] = useLocation()
  const { isAuthenticated } = useSnapshot(session)
  useEffect(() => {
    if (isAuthenticated) navigate(pathAfterLogIn(history.state), { replace: true })
  }, [isAuthenticated, navigate])
}
