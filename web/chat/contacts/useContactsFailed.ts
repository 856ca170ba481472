// What is said where contacts could not be loaded.

import { useSnapshot } from 'valtio'
import { isUnreachable, networkState, NOT_OPENED } from '#web/platform/http/network.ts'

const FAILED = 'Failed to load contacts.'

/**
 * Without a connection, which the bar at the foot reports, the log-in is not the reason.
 * @param hasContacts there are contacts of an earlier read
 */
export function useContactsFailed(hasContacts: boolean): string {
  const network = useSnapshot(networkState)
  if (network.isOffline && !hasContacts) return NOT_OPENED
  return isUnreachable(network) ? FAILED : `${FAILED} Please make sure you are logged in.`
}
