// Which of the client's documents has the screen of an address, for the server, the service workers and Vite.

import { parse } from 'regexparam'
import { routes } from '#core/routes.ts'

/** Landing and demo are documents of their own, all other screens share one. */
export type ClientDocument = 'landing' | 'demo' | 'app'

const screens = Object.entries(routes).map(
  ([name, route]): { document: ClientDocument; pattern: RegExp } => ({
    document: name === 'landing' || name === 'demo' ? name : 'app',
    // Letter case counts here, as it does for files and the scopes of workers; the router alone ignores it.
    pattern: new RegExp(parse(route).pattern.source),
  }),
)

/** The document that has the screen of a path; null where there is no such screen. */
export const documentAt = (path: string): ClientDocument | null =>
  screens.find(({ pattern }) => pattern.test(path))?.document ?? null
