// The requests that the app's service worker responds to. All others go to the network: the API with its streams, the
// socket, and /demo/, which has a worker of its own.

import { htmlDocumentAt } from '#core/htmlDocuments.ts'
import { screenRoutes } from '#core/screenRoutes.ts'

/** The paths of the two shells, the landing page's and the app's. They are the same for everybody. */
export const shells = { landing: screenRoutes.landing, app: screenRoutes.home } as const

/** The shell that shows a path; null for a path that the worker leaves to the network. */
export function shellOf(path: string): string | null {
  const document = htmlDocumentAt(path)
  return document === 'landing' || document === 'app' ? shells[document] : null
}

/** Assets are named after their content, so a cached copy is never outdated. */
export const isAsset = (path: string): boolean => path.startsWith('/assets/')

/**
 * A proxy, a maintenance page or a captive portal may respond with a page of its own, which must not be cached under the
 * name of a file: the file would never be fetched again.
 */
export function hasExpectedType(path: string, contentType: string | null): boolean {
  if (path.endsWith('.js')) return /^(?:text|application)\/javascript\b/i.test(contentType ?? '')
  if (path.endsWith('.css')) return /^text\/css\b/i.test(contentType ?? '')
  return !/^text\/html\b/i.test(contentType ?? '')
}

/** The landing page names no build, because it loads no files of one. */
export const isLanding = (html: string): boolean => html.includes('<title>Group Trip Planner')
