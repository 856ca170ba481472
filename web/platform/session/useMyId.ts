// The signed-in person; id and name are '' for nobody.

import { useSnapshot } from 'valtio'
import { session } from '#web/platform/session/session.ts'

export const useMyId = (): string => useSnapshot(session).user?.id ?? ''

export function useMe(): { id: string; username: string } {
  const { user } = useSnapshot(session)
  return { id: user?.id ?? '', username: user?.username ?? '' }
}
