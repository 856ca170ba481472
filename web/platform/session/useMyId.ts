// The signed-in person; id and name are '' for nobody.

import { shownName } from '#core/kernel/personName.ts'
import { useSnapshot } from 'valtio'
import { session } from '#web/platform/session/session.ts'

export const useMyId = (): string => useSnapshot(session).user?.id ?? ''

/** `username` is the name that others see, as in the responses about people. */
export function useMe(): { id: string; username: string } {
  const { user } = useSnapshot(session)
  return { id: user?.id ?? '', username: user ? shownName(user) : '' }
}
