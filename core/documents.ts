// Maps an address to the client's document that shows it, for the server, the service workers and Vite.

import { parse } from 'regexparam'
import { routes } from '#core/routes.ts'

/** Landing and demo are documents of their own; all other screens share one. */
export type ClientDocument = 'landing' | 'demo' | 'app'

const screens = Object.entries(routes).map(
  ([name, route]): { document: ClientDocument; pattern: RegExp } => ({
    document: name === 'landing' || name === 'demo' ? name : 'app',
    // Case-sensitive, like files and the scopes of workers; only the router ignores case.
    pattern: new RegExp(parse(route).pattern.source),
  }),
)

/** null for a path without a screen. */
export const documentAt = (path: string): ClientDocument | null =>
  screens.find(({ pattern }) => pattern.test(path))?.document ?? null
