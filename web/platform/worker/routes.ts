// What the app's service worker answers itself. Everything else goes its way as if there were no worker: the API with
// its streams, the socket, and /demo/, which has a worker of its own.

import { documentAt } from '#core/documents.ts'
import { routes } from '#core/routes.ts'

/** The documents it keeps; both are the same for everybody. */
export const shells = { landing: routes.landing, app: routes.home } as const

/** The kept document that an address opens; null for those it leaves alone. */
export function shellOf(path: string): string | null {
  const document = documentAt(path)
  return document === 'landing' || document === 'app' ? shells[document] : null
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
