// The id of the signed-in person; '' for nobody.

import { useSnapshot } from 'valtio'
import { session } from '#web/platform/session.ts'

export const useMyId = (): string => useSnapshot(session).user?.id ?? ''
