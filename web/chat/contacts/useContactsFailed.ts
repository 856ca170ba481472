// What is said where contacts could not be loaded.

import { useSnapshot } from 'valtio'
import { isUnreachable, networkState } from '#web/platform/network.ts'

const FAILED = 'Failed to load contacts.'

/** Without a connection, which the bar at the foot reports, the log-in is not the reason. */
export const useContactsFailed = (): string =>
  isUnreachable(useSnapshot(networkState)) ? FAILED : `${FAILED} Please make sure you are logged in.`
