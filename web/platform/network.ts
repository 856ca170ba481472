// Whether the server can be reached, as far as this device knows: what the browser says, and how the last reading went.

import { proxy } from 'valtio'

export const network = proxy({
  /** The browser has no network at all. */
  isOffline: !navigator.onLine,
  /** Nothing came back from the last reading. */
  isSilent: false,
})

addEventListener('offline', () => (network.isOffline = true))
addEventListener('online', () => Object.assign(network, { isOffline: false, isSilent: false }))

export const isAway = ({ isOffline, isSilent }: { isOffline: boolean; isSilent: boolean }): boolean =>
  isOffline || isSilent

let heard = 0

/** When the last reading came back, in ms since 1970; 0 for not since the page was loaded. */
export const heardAt = (): number => heard

/** How a reading went. */
export function networkSeen(isThere: boolean): void {
  if (isThere) heard = Date.now()
  if (network.isSilent === isThere) network.isSilent = !isThere
  // Some browsers say offline for a network without the internet, behind which the server stands all the same.
  if (isThere && network.isOffline && navigator.onLine) network.isOffline = false
}
