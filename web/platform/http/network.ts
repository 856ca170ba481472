// Whether the server can be reached, from the browser's online state and the outcome of the last read.

import { proxy } from 'valtio'

export const networkState = proxy({
  /** The browser reports no network. */
  isOffline: false,
  /** The last read got no response. */
  isUnresponsive: false,
})

export function followNetwork(): void {
  networkState.isOffline = !navigator.onLine
  addEventListener('offline', () => (networkState.isOffline = true))
  addEventListener('online', () => Object.assign(networkState, { isOffline: false, isUnresponsive: false }))
}

/** In place of what was never fetched on this device, while there is no network. */
export const NOT_OPENED = 'Not opened on this device yet'

export const isUnreachable = ({ isOffline, isUnresponsive }: typeof networkState): boolean =>
  isOffline || isUnresponsive

let respondedAt = 0

/** When the last read got a response, in ms since 1970; 0 for never since the page was loaded. */
export const lastResponseAt = (): number => respondedAt

/** @param isReachable a read got a response */
export function recordNetwork(isReachable: boolean): void {
  if (isReachable) respondedAt = Date.now()
  if (networkState.isUnresponsive === isReachable) networkState.isUnresponsive = !isReachable
  // Some browsers report offline in a local network without internet access, where the server may still be.
  if (isReachable && networkState.isOffline && navigator.onLine) networkState.isOffline = false
}
