// Whether the server can be reached, as far as this device knows: what the browser says, and how the last reading went.

import { proxy } from 'valtio'

export const networkState = proxy({
  /** The browser has no network at all. */
  isOffline: !navigator.onLine,
  /** Nothing came back from the last reading. */
  isSilent: false,
})

addEventListener('offline', () => (networkState.isOffline = true))
addEventListener('online', () => Object.assign(networkState, { isOffline: false, isSilent: false }))

export const isUnreachable = ({ isOffline, isSilent }: { isOffline: boolean; isSilent: boolean }): boolean =>
  isOffline || isSilent

let heard = 0

/** When the last reading came back, in ms since 1970; 0 for not since the page was loaded. */
export const lastResponseAt = (): number => heard

/** How a reading went. */
export function recordNetwork(isThere: boolean): void {
  if (isThere) heard = Date.now()
  if (networkState.isSilent === isThere) networkState.isSilent = !isThere
  // Some browsers say offline for a network without the internet, behind which the server stands all the same.
  if (isThere && networkState.isOffline && navigator.onLine) networkState.isOffline = false
}
