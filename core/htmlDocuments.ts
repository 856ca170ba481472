// Maps the path of an address to the HTML document that shows it, for the server, the service workers and Vite.

import { parse } from 'regexparam'
import { screenRoutes } from '#core/screenRoutes.ts'

/** The landing and the demo are documents of their own; all other screens share `app.html`. */
export type HtmlDocument = 'landing' | 'demo' | 'app'

const screens = Object.entries(screenRoutes).map(
  ([name, route]): { document: HtmlDocument; pattern: RegExp } => ({
    document: name === 'landing' || name === 'demo' ? name : 'app',
    // Case-sensitive, like files and the scopes of workers; only the router ignores case.
    pattern: new RegExp(parse(route).pattern.source),
  }),
)

/** null for a path without a screen. */
export const htmlDocumentAt = (path: string): HtmlDocument | null =>
  screens.find(({ pattern }) => pattern.test(path))?.document ?? null
