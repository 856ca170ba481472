// What the app's service worker answers itself. Everything else goes its way as if there were no worker: the API with
// its streams, the socket, and /demo/, which has a worker of its own.

/** The documents it keeps; both are the same for everybody. */
export const shells = { landing: '/', app: '/app' } as const

const ofApp = /^\/(?:login|register|app(?:\/.*)?)\/?$/

/** The kept document that an address opens; null for those it leaves alone. */
export function shellOf(path: string): string | null {
  if (path === shells.landing) return shells.landing
  return ofApp.test(path) ? shells.app : null
}

/** Named after their content, so a kept copy is always the right one. */
export const isAsset = (path: string): boolean => path.startsWith('/assets/')
