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

/**
 * Whether a file came as what it is. A proxy, a page for maintenance or a hotel's network may answer with a page of its
 * own, and what is kept under the name of a file is asked for nowhere else again.
 */
export function isOfItsKind(path: string, contentType: string | null): boolean {
  if (path.endsWith('.js')) return /^(?:text|application)\/javascript\b/i.test(contentType ?? '')
  if (path.endsWith('.css')) return /^text\/css\b/i.test(contentType ?? '')
  return !/^text\/html\b/i.test(contentType ?? '')
}

/** Whether it is our landing: it names no build, since it loads nothing of one. */
export const isLanding = (html: string): boolean => html.includes('<title>Group Trip Planner')
