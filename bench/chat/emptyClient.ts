// An empty client build, because the server does not start without one. No bench requests it.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Creates a client without files in this folder. @returns its folder */
export function emptyClient(folder: string): string {
  const client = join(folder, 'client')
  mkdirSync(client, { recursive: true })
  for (const name of ['index.html', 'app.html', 'demo.html'])
    writeFileSync(join(client, name), '<!doctype html><html></html>')
  return client
}
